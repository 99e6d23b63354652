// This file defines the loops of functions.

package code

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A Loop is a natural loop.
type Loop struct {
	Head   *ssa.BasicBlock
	Blocks map[*ssa.BasicBlock]bool
	Out    []ssa.Value // that are used outside
	Counts bool        // it has a test of a counter and does something that matters, or fills or searches a collection
	Fills  bool        // it does no more than that

	endings map[*ssa.BasicBlock]Ending // of the tests that were asked about
}

// Always reports whether each iteration that another one follows executes a block.
func (l *Loop) Always(b *ssa.BasicBlock) bool {
	return l.Blocks[b] && !slices.ContainsFunc(l.Head.Preds, func(p *ssa.BasicBlock) bool { return l.Blocks[p] && !b.Dominates(p) })
}

func (l *Loop) usedOutside(v ssa.Value) bool {
	if v.Referrers() == nil {
		return false
	}
	for _, r := range *v.Referrers() {
		if phi, ok := r.(*ssa.Phi); ok {
			for i, e := range phi.Edges {
				if e == v && !l.Blocks[phi.Block().Preds[i]] {
					return true
				}
			}
		} else if !l.Blocks[r.Block()] {
			return true
		}
	}
	return false
}

// Counter returns the comparison of a counter of the loop with which a block leaves it; nil if the
// block does no such thing, or never leaves it.
func (l *Loop) Counter(b *ssa.BasicBlock) *ssa.BinOp {
	if l.Ending(b) == CountsForEver {
		return nil
	}
	return l.comparison(b)
}

// comparison returns the comparison of a counter of the loop at the end of a block from which a way leads out.
func (l *Loop) comparison(b *ssa.BasicBlock) *ssa.BinOp {
	if !l.Blocks[b] || len(b.Succs) != 2 || l.Blocks[b.Succs[0]] == l.Blocks[b.Succs[1]] {
		return nil
	}
	test, ok := last(b).(*ssa.If).Cond.(*ssa.BinOp)
	if !ok || !IsInt(test.X.Type()) {
		return nil
	}
	switch test.Op {
	case token.LSS, token.LEQ, token.GTR, token.GEQ, token.NEQ, token.EQL:
	default:
		return nil
	}
	if l.Counted(test.X) || l.Counted(test.Y) {
		return test
	}
	return nil
}

// Counted reports whether a value is a phi of the head, or that plus a constant.
func (l *Loop) Counted(v ssa.Value) bool { return l.CounterOf(v) != nil }

// CounterOf returns the phi of the head that a value is, or adds a constant to, or nil.
func (l *Loop) CounterOf(v ssa.Value) *ssa.Phi {
	if sum, ok := v.(*ssa.BinOp); ok && (sum.Op == token.ADD || sum.Op == token.SUB) {
		if _, ok := sum.Y.(*ssa.Const); ok {
			v = sum.X
		}
	}
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		v = load.X // a variable that each iteration has for itself
	}
	if phi, ok := v.(*ssa.Phi); ok && phi.Block() == l.Head {
		return phi
	}
	return nil
}

// Ends reports whether the test at the end of a block begins another iteration, or leaves a loop that ends by itself:
// over the elements of something.
func (l *Loop) Ends(b *ssa.BasicBlock) bool {
	if !l.Blocks[b] || len(b.Succs) != 2 || !l.Blocks[b.Succs[0]] || l.Blocks[b.Succs[1]] {
		return false
	}
	switch cond := last(b).(*ssa.If).Cond.(type) {
	case *ssa.Extract:
		next, ranges := cond.Tuple.(*ssa.Next)
		return ranges && cond.Index == 0 && l.Exhausts(next)
	case *ssa.BinOp: // for range s: the index is phi + 1, the length is known before the loop
		next, isSum := cond.X.(*ssa.BinOp)
		bound, isInstr := cond.Y.(ssa.Instruction)
		if cond.Op != token.LSS || !isSum || next.Op != token.ADD || isInstr && l.Blocks[bound.Block()] {
			return false
		}
		phi, isPhi := next.X.(*ssa.Phi)
		by, isConst := next.Y.(*ssa.Const)
		if !isPhi || phi.Block() != l.Head || !isConst || by.Int64() <= 0 || l.Ending(b) != CountsToEnd {
			return false
		}
		for i, e := range phi.Edges {
			if l.Blocks[phi.Block().Preds[i]] && e != next {
				return false
			}
		}
		return true
	}
	return false
}

// Exhausts reports whether a loop goes on with what was begun before it: where each iteration ranges anew, nothing
// comes to its end.
func (l *Loop) Exhausts(next *ssa.Next) bool { return !l.Blocks[next.Iter.(ssa.Instruction).Block()] }

// fills reports whether a loop adds something to a slice or map, or looks for a pointer in one.
func (l *Loop) fills() bool {
	for b := range l.Blocks {
		if slices.ContainsFunc(b.Instrs, func(i ssa.Instruction) bool {
			switch i := i.(type) {
			case *ssa.MapUpdate:
				return true
			case *ssa.Call:
				f, ok := i.Call.Value.(*ssa.Builtin)
				return ok && f.Name() == "append"
			case *ssa.BinOp:
				_, constant := i.Y.(*ssa.Const)
				return i.Op == token.EQL && Nillable(i.X.Type()) && !constant && len(l.Out) > 0
			}
			return false
		}) {
			return true
		}
	}
	return false
}

func rangesMap(b *ssa.BasicBlock) bool {
	return slices.ContainsFunc(b.Instrs, func(i ssa.Instruction) bool {
		n, ok := i.(*ssa.Next)
		return ok && !n.IsString
	})
}
