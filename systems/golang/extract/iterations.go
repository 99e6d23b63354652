// This file defines what is known of how often loops are executed that are not unrolled: whether at all.

package extract

import (
	"golang.org/x/tools/go/ssa"

	"github.com/ijit/ijit/systems/golang/code"
	"github.com/ijit/ijit/systems/golang/graph"
)

// With any number of goroutines, numbers that the code leaves open have no value. But one that is known to be at least
// one, as max(n, 1) and the length of a slice that is not empty, says that a loop has an iteration: a counter of the
// loop is either below the least number of iterations that follows, or not.

// countTo lets the counter of a loop that is not unrolled be told apart below the least number of iterations that it is
// known to have, if it has any.
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
