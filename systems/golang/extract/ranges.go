// This file defines loops over the indices of slices.

package extract

import (
	"golang.org/x/tools/go/ssa"

	"github.com/ijit/ijit/systems/golang/code"
	"github.com/ijit/ijit/systems/golang/graph"
)

// ranged returns the slice over whose indices a loop ranges; nil if it is no such loop.
func ranged(l *code.Loop) ssa.Value {
	b := l.Head
	test, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok || !l.Ends(b) {
		return nil
	}
	less, ok := test.Cond.(*ssa.BinOp)
	if !ok {
		return nil
	}
	bound, ok := less.Y.(*ssa.Call)
	if !ok {
		return nil
	}
	f, ok := bound.Call.Value.(*ssa.Builtin)
	if !ok || f.Name() != "len" {
		return nil
	}
	next := less.X.(*ssa.BinOp) // as Ends has found
	phi := next.X.(*ssa.Phi)
	if next.Y.(*ssa.Const).Int64() != 1 {
		return nil
	}
	for k, e := range phi.Edges {
		if c, ok := e.(*ssa.Const); !l.Blocks[b.Preds[k]] && (!ok || c.Int64() != -1) {
			return nil
		}
	}
	s := bound.Call.Args[0]
	if i, ok := s.(ssa.Instruction); ok && l.Blocks[i.Block()] {
		return nil
	}
	return s
}

// rangesOpen returns the condition that a loop over the indices of a slice goes on, at the end of its head, if of its
// length no more is known than whether it is nil: then the index does not matter. It is nil if that is not so.
func (x *Extractor) rangesOpen() graph.Cond {
	around := x.fr.info.Around[x.blk]
	if !x.options.AnyNumber || len(around) == 0 || around[len(around)-1].Head != x.blk {
		return nil
	}
	v := ranged(around[len(around)-1])
	if v == nil {
		return nil
	}
	s := x.Value(v, "")
	for _, a := range s.Set {
		if a.Kind != graph.Nil && lengthOf(a) != atLeast(0) {
			return nil
		}
	}
	return s.Is(func(a *graph.Atom) graph.Truth {
		if a.Kind == graph.Nil {
			return graph.No
		}
		return graph.Maybe
	})
}
