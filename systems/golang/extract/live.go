// This file defines which registers are read behind an instruction.

package extract

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// liveBehind reports whether a register may be read behind an instruction before it gets another value.
func liveBehind(i ssa.Instruction, r ssa.Value) bool {
	seen := map[*ssa.BasicBlock]bool{}
	var enter func(from, to *ssa.BasicBlock) bool
	// walk looks at instructions in a row, and at what follows them.
	walk := func(b *ssa.BasicBlock, list []ssa.Instruction) bool {
		for _, next := range list {
			if _, debug := next.(*ssa.DebugRef); debug {
				continue
			}
			if _, phi := next.(*ssa.Phi); !phi && reads(next, r) {
				return true
			}
			if v, ok := next.(ssa.Value); ok && v == r {
				return false
			}
		}
		return slices.ContainsFunc(b.Succs, func(to *ssa.BasicBlock) bool { return enter(b, to) })
	}
	enter = func(from, to *ssa.BasicBlock) bool {
		for _, next := range to.Instrs {
			phi, ok := next.(*ssa.Phi)
			if !ok {
				break
			}
			for k, pred := range to.Preds {
				if pred == from && phi.Edges[k] == r {
					return true
				}
			}
		}
		if seen[to] {
			return false
		}
		seen[to] = true
		return walk(to, to.Instrs)
	}
	b := i.Block()
	return walk(b, b.Instrs[slices.Index(b.Instrs, i)+1:])
}

// reads reports whether an instruction reads a register.
func reads(i ssa.Instruction, r ssa.Value) bool {
	return slices.ContainsFunc(i.Operands(nil), func(v *ssa.Value) bool { return *v == r })
}
