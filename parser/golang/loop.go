// This file defines the loops of functions, and what else is known of a function before it is
// executed.

package golang

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A function is what is known of a function in all contexts.
type function struct {
	fn      *ssa.Function
	loops   []*loop
	around  map[*ssa.BasicBlock][]*loop // the loops that contain a block, outermost first
	cyclic  map[*ssa.BasicBlock]bool
	returns int
}

// A loop is a natural loop.
type loop struct {
	head   *ssa.BasicBlock
	blocks map[*ssa.BasicBlock]bool
	out    []ssa.Value // that are used outside
	counts bool        // it has a test of a counter and does something that matters
}

func (x *extractor) function(fn *ssa.Function) *function {
	if f := x.functions[fn]; f != nil {
		return f
	}
	f := &function{fn: fn, around: map[*ssa.BasicBlock][]*loop{}, cyclic: map[*ssa.BasicBlock]bool{}}
	x.functions[fn] = f
	heads := map[*ssa.BasicBlock]*loop{}
	for _, b := range fn.Blocks {
		if _, ok := last(b).(*ssa.Return); ok && b != fn.Recover {
			f.returns++
		}
		for _, h := range b.Succs {
			if !h.Dominates(b) {
				continue
			}
			l := heads[h]
			if l == nil {
				l = &loop{head: h, blocks: map[*ssa.BasicBlock]bool{h: true}}
				heads[h] = l
				f.loops = append(f.loops, l)
			}
			for work := []*ssa.BasicBlock{b}; len(work) > 0; {
				b := work[len(work)-1]
				work = work[:len(work)-1]
				if !l.blocks[b] {
					l.blocks[b] = true
					work = append(work, b.Preds...)
				}
			}
		}
		f.cyclic[b] = reaches(b, b)
	}
	slices.SortStableFunc(f.loops, func(a, b *loop) int { return len(b.blocks) - len(a.blocks) })
	for _, l := range f.loops {
		for _, b := range fn.Blocks {
			if !l.blocks[b] {
				continue
			}
			f.around[b] = append(f.around[b], l)
			for _, i := range b.Instrs {
				if v, ok := i.(ssa.Value); ok && l.usedOutside(v) {
					l.out = append(l.out, v)
				}
			}
		}
		l.counts = x.matters(l) && (rangesMap(l.head) || slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool { return l.counter(b) != nil }))
	}
	return f
}

func last(b *ssa.BasicBlock) ssa.Instruction { return b.Instrs[len(b.Instrs)-1] }

func reaches(from, to *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{}
	for work := slices.Clone(from.Succs); len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if b == to {
			return true
		}
		if !seen[b] {
			seen[b] = true
			work = append(work, b.Succs...)
		}
	}
	return false
}

func (l *loop) usedOutside(v ssa.Value) bool {
	if v.Referrers() == nil {
		return false
	}
	for _, r := range *v.Referrers() {
		if phi, ok := r.(*ssa.Phi); ok {
			for i, e := range phi.Edges {
				if e == v && !l.blocks[phi.Block().Preds[i]] {
					return true
				}
			}
		} else if !l.blocks[r.Block()] {
			return true
		}
	}
	return false
}

// counter returns the comparison of a counter of the loop with which a block leaves it; nil if the
// block does no such thing.
func (l *loop) counter(b *ssa.BasicBlock) *ssa.BinOp {
	if !l.blocks[b] || len(b.Succs) != 2 || l.blocks[b.Succs[0]] == l.blocks[b.Succs[1]] {
		return nil
	}
	test, ok := last(b).(*ssa.If).Cond.(*ssa.BinOp)
	if !ok || !isInt(test.X.Type()) {
		return nil
	}
	switch test.Op {
	case token.LSS, token.LEQ, token.GTR, token.GEQ, token.NEQ, token.EQL:
	default:
		return nil
	}
	if l.counted(test.X) || l.counted(test.Y) {
		return test
	}
	return nil
}

// counted reports whether a value is a phi of the head, or that plus a constant.
func (l *loop) counted(v ssa.Value) bool {
	if sum, ok := v.(*ssa.BinOp); ok && (sum.Op == token.ADD || sum.Op == token.SUB) {
		if _, ok := sum.Y.(*ssa.Const); ok {
			v = sum.X
		}
	}
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		v = load.X // a variable that each iteration has for itself
	}
	phi, ok := v.(*ssa.Phi)
	return ok && phi.Block() == l.head
}

// matters reports whether a loop does something for which iterations are told apart.
func (x *extractor) matters(l *loop) bool {
	for b := range l.blocks {
		if slices.ContainsFunc(b.Instrs, x.mattersInstr) {
			return true
		}
	}
	return false
}

func (x *extractor) mattersInstr(i ssa.Instruction) bool {
	switch i := i.(type) {
	case *ssa.Go, *ssa.Send, *ssa.Select, *ssa.MakeChan, *ssa.Defer, *ssa.MakeClosure, *ssa.Panic:
		return true
	case *ssa.UnOp:
		return i.Op == token.ARROW
	case *ssa.Alloc:
		return x.hasSync(deref(i.Type()))
	case *ssa.MapUpdate:
		return nillable(i.Value.Type())
	case *ssa.Store:
		_, indexed := i.Addr.(*ssa.IndexAddr)
		return indexed && nillable(i.Val.Type())
	case *ssa.Call:
		if b, ok := i.Call.Value.(*ssa.Builtin); ok {
			switch b.Name() {
			case "append":
				s, ok := i.Type().Underlying().(*types.Slice)
				return ok && (nillable(s.Elem()) || x.hasSync(s.Elem()))
			case "close":
				return true
			}
			return false
		}
		callee := i.Call.StaticCallee()
		if callee == nil {
			return true
		}
		return x.mattersCall(callee)
	}
	return false
}

// mattersCall reports whether a function may synchronise.
func (x *extractor) mattersCall(fn *ssa.Function) bool {
	if known, ok := x.mattering[fn]; ok {
		return known
	}
	if len(fn.Blocks) == 0 {
		return x.model(fn) != nil
	}
	x.mattering[fn] = false // for recursive calls
	for _, b := range fn.Blocks {
		if slices.ContainsFunc(b.Instrs, x.mattersInstr) {
			x.mattering[fn] = true
			return true
		}
	}
	return false
}
