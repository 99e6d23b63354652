// This file defines the loops of functions.

package golang

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A loop is a natural loop.
type loop struct {
	head   *ssa.BasicBlock
	blocks map[*ssa.BasicBlock]bool
	out    []ssa.Value // that are used outside
	counts bool        // it has a test of a counter and does something that matters
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

func rangesMap(b *ssa.BasicBlock) bool {
	return slices.ContainsFunc(b.Instrs, func(i ssa.Instruction) bool {
		n, ok := i.(*ssa.Next)
		return ok && !n.IsString
	})
}
