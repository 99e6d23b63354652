// This file defines when the latest object from a place is the only one that is left.

package extract

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ijit/ijit/systems/golang/graph"
)

// replaced reports whether no register of a function leads to the older objects of a place any more when the next one is made
// there, but those of one variable that gets the new one: no register that may lead to them is live behind the instruction that
// makes it. So a variable that is given a new timer in some iterations of a loop, and keeps it in others, leads to the latest.
func (x *Extractor) replaced(phi *ssa.Phi, o *graph.Object) bool {
	k, ok := o.Key.(objKey)
	if !ok || k.frame != x.fr {
		return false
	}
	made, ok := k.instr.(ssa.Instruction)
	if !ok || made.Parent() != phi.Parent() {
		return false
	}
	first, ok := made.(ssa.Value)
	if !ok {
		return false
	}
	list := leading(first)
	return !slices.ContainsFunc(list, func(r ssa.Value) bool { return r != first && liveBehind(made, r) || isGiven(r) })
}

// isGiven reports whether a register is an argument of a call that happens later.
func isGiven(r ssa.Value) bool {
	return slices.ContainsFunc(*r.Referrers(), func(i ssa.Instruction) bool {
		switch i.(type) {
		case *ssa.Defer, *ssa.Go:
			return true
		}
		return false
	})
}

// leading returns the registers of a function by which what is in one can be reached: copies, and what is loaded from its fields.
func leading(first ssa.Value) []ssa.Value {
	list := []ssa.Value{first}
	for i := 0; i < len(list); i++ {
		for _, use := range *list[i].Referrers() {
			v, ok := use.(ssa.Value)
			if !ok || slices.Contains(list, v) {
				continue
			}
			switch use.(type) {
			case *ssa.Phi, *ssa.ChangeType, *ssa.ChangeInterface, *ssa.MakeInterface, *ssa.TypeAssert, *ssa.FieldAddr, *ssa.UnOp, *ssa.Extract:
				list = append(list, v)
			}
		}
	}
	return list
}

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
