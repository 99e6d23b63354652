// This file defines what is known of how often loops are executed that are not unrolled: whether at all.

package extract

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ijit/ijit/systems/golang/code"
	"github.com/ijit/ijit/systems/golang/graph"
)

// With any number of goroutines, numbers that the code leaves open have no value. A pool works if it has a worker, which the code
// takes care of: n = max(n, 1), or if n < 1 { n = 1 }. So an integer that bounds a loop is zero, less or more; tests and arithmetic
// keep what is known of that, and a counter of the loop is either below the least number of iterations that follows, or not.

// tellSign lets it be told apart of integers that the code leaves open whether they are zero, less or more, and reports whether
// there are such.
func (x *Extractor) tellSign(v graph.Val) bool {
	done := false
	if x.options.Rolled || x.options.Races {
		return false
	}
	for _, a := range v.Set {
		if o := a.Origin; a.Kind == graph.Other && a.N == 0 && o != nil && len(o.Deps) == 0 && !o.Length && !x.signed[o.Key] {
			x.signed[o.Key], done = true, true
		}
	}
	return done
}

// signs returns the atoms of an integer of which only the sign is known.
func (x *Extractor) signs(t types.Type, src *graph.Origin) graph.Set {
	s := graph.Single(x.Int(0)).With(x.Atom(graph.AtomKey{Kind: graph.Other, N: 1, Origin: src}))
	if !code.IsUnsigned(t) {
		s = s.With(x.Atom(graph.AtomKey{Kind: graph.Other, N: -1, Origin: src}))
	}
	return s
}

// narrowed returns the value that an integer has where a block is left by an edge, or in the block if that is -1: without what the
// tests of it on the way there do not let through. Tests of counters are left out: some loops are left too early.
func (x *Extractor) narrowed(v ssa.Value, b *ssa.BasicBlock, edge int) graph.Val {
	val := x.Value(v, "")
	for b != nil {
		if test := x.tested(v, b); test != nil && edge >= 0 {
			if q := x.Value(test.Y, "").One(); q != nil {
				val = val.Mapped(func(p *graph.Atom) *graph.Atom {
					if Relation(test.Op, p, q) == graph.TruthOf(edge == 1) {
						return nil
					}
					return p
				})
			}
		}
		to := b
		if b, edge = b.Idom(), -1; b != nil && len(to.Preds) == 1 {
			edge = slices.Index(b.Succs, to)
		}
	}
	return val
}

// tested returns the comparison of an integer at the end of a block, nil if there is none.
func (x *Extractor) tested(v ssa.Value, b *ssa.BasicBlock) *ssa.BinOp {
	branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok || slices.ContainsFunc(x.fr.info.Around[b], func(l *code.Loop) bool { return l.Counter(b) != nil }) {
		return nil
	}
	if test, ok := branch.Cond.(*ssa.BinOp); ok && test.X == v {
		return test
	}
	return nil
}

// countTo lets the counter of a loop that is not unrolled be told apart below the least number of iterations that it is known to
// have, if it has any.
func (x *Extractor) countTo(l *code.Loop, test *ssa.BinOp) {
	for counter, bound := range map[ssa.Value]ssa.Value{test.X: test.Y, test.Y: test.X} {
		phi := l.CounterOf(counter)
		for _, a := range x.Value(bound, "").Set {
			if phi != nil && a.Kind == graph.Other && a.N > 0 && x.countedTo[phi] == 0 {
				x.countedTo[phi] = a.N
			}
		}
	}
}

// counted returns the value of a counter without what its loop does not tell apart.
func (x *Extractor) counted(phi *ssa.Phi, v graph.Val) graph.Val {
	most := x.countedTo[phi]
	if most == 0 {
		return v
	}
	return v.Mapped(func(a *graph.Atom) *graph.Atom {
		if a.N >= most && (a.Kind == graph.Int || a.Kind == graph.Other) {
			return x.boundedBelow(most)
		}
		return a
	})
}

// countUp gives a counter of a loop that is not unrolled the numbers up to the constant at which it ends, which would need a pass
// for each otherwise.
func (x *Extractor) countUp(to *graph.Loc, phi *ssa.Phi, v graph.Val) {
	first := v.One()
	if first == nil || first.Kind != graph.Int || x.countedTo[phi] > 0 || !x.fr.info.Heads(phi.Block()) {
		return
	}
	around := x.fr.info.Around[phi.Block()]
	if end := around[len(around)-1].CountsTo(phi); end != nil {
		if last := x.Value(end, "").One(); last != nil && last.Kind == graph.Int {
			x.Grow(to, x.between(first.N, min(last.N, first.N+graph.MaxConstants)))
		}
	}
}
