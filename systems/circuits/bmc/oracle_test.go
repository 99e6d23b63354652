// This file defines the judge of the answers in tests: all runs, one after the other.

package bmc_test

import (
	"math/rand/v2"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/internal/testing/randcircuit"
	"github.com/ijit/ijit/parser/ltl"
)

// word is what a formula sees of a run.
func word(v *aig.Values, r *aig.Run) ltl.Word {
	return ltl.Word{Length: v.Len(), Loop: r.Loop, Value: func(atom, i int) bool { return v.At(aig.Lit(atom), i) }}
}

// refutes reports whether a run is a counterexample to a formula.
func refutes(c *aig.Circuit, f *ltl.Formula, r *aig.Run) bool {
	v, err := aig.Replay(c, r)
	return err == nil && ltl.Holds(ltl.Not(f), word(v, r))
}

// bits returns the n low bits of x.
func bits(x, n int) []bool {
	list := make([]bool, n)
	for i := range list {
		list[i] = x>>i&1 != 0
	}
	return list
}

// least returns the bound of a shortest counterexample, -1 for none up to a limit. Each
// run is tried.
func least(c *aig.Circuit, f *ltl.Formula, limit int) int {
	for bound := 0; bound <= limit; bound++ {
		if tryAll(c, f, &aig.Run{}, bound) {
			return bound
		}
	}
	return -1
}

func tryAll(c *aig.Circuit, f *ltl.Formula, r *aig.Run, more int) bool {
	if len(r.Inputs) == 0 {
		for x := range 1 << len(c.Latches) {
			r.First = bits(x, len(c.Latches))
			for in := range 1 << len(c.Inputs) {
				r.Inputs = [][]bool{bits(in, len(c.Inputs))}
				if tryAll(c, f, r, more) {
					return true
				}
			}
		}
		return false
	}
	if r.Loop = -1; more == 0 {
		for r.Loop < len(r.Inputs) {
			if refutes(c, f, r) {
				return true
			}
			r.Loop++
		}
		return false
	}
	if _, err := aig.Replay(c, r); err != nil {
		return false
	}
	for in := range 1 << len(c.Inputs) {
		longer := &aig.Run{First: r.First, Inputs: append(r.Inputs[:len(r.Inputs):len(r.Inputs)], bits(in, len(c.Inputs)))}
		if tryAll(c, f, longer, more-1) {
			return true
		}
	}
	return false
}

// tiny returns a circuit of which all short runs can be tried.
func tiny(seed uint64) *aig.Circuit {
	return randcircuit.New(seed, randcircuit.Config{Inputs: 1, Latches: 3, Gates: 8,
		Initial: true, Constraints: true, Steps: true, Fairness: true})
}

// formula returns a random formula about the inputs and latches of a circuit.
func formula(r *rand.Rand, c *aig.Circuit, depth int) *ltl.Formula {
	if depth == 0 || r.IntN(8) == 0 {
		var l aig.Lit
		if n := r.IntN(len(c.Inputs) + len(c.Latches)); n < len(c.Inputs) {
			l = c.Inputs[n].Lit
		} else {
			l = c.Latches[n-len(c.Inputs)].Lit
		}
		return ltl.Atom(int(l.NotIf(r.IntN(2) == 0)))
	}
	left, right := formula(r, c, depth-1), formula(r, c, depth-1)
	switch op := []ltl.Op{ltl.OpNot, ltl.OpAnd, ltl.OpOr, ltl.OpNext, ltl.OpFinally, ltl.OpGlobally, ltl.OpUntil, ltl.OpRelease,
		ltl.OpYesterday, ltl.OpWeakYesterday, ltl.OpOnce, ltl.OpHistorically, ltl.OpSince, ltl.OpTriggered}[r.IntN(14)]; {
	case op.Unary():
		return &ltl.Formula{Op: op, Left: left}
	default:
		return &ltl.Formula{Op: op, Left: left, Right: right}
	}
}
