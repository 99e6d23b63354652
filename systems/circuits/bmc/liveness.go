// This file defines the way from liveness to safety.

package bmc

import (
	"fmt"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/parser/ltl"
	"github.com/ijit/ijit/systems/circuits/tester"
)

// LivenessToSafety returns a circuit of which a run can reach a frame in which bad holds if and
// only if there is a counterexample to f, as [Check] has it; infinite says the same as
// [Options].Infinite. So what decides safety decides f (Biere, Artho, Schuppan, "Liveness
// Checking as Safety Checking", FMICS 2002; with past: Schuppan and Biere, "Efficient Reduction
// of Finite State Model Checking to Reachability Analysis", STTT 2004). back makes a
// counterexample to f of a run to bad, and nil of any other.
//
// The new circuit is c beside a tester of the negation of f. A state is saved, once and at any
// time, and when it comes again after a fair loop, that is a counterexample. Of a property
// of which finite runs are counterexamples enough, no state is saved. Inputs and
// latches of the new circuit begin with those of c.
func LivenessToSafety(c *aig.Circuit, f *ltl.Formula, infinite bool) (safety *aig.Circuit, bad aig.Lit, back func(*aig.Run) *aig.Run) {
	s, f := duplicate(c, f)
	end := tester.Add(s, ltl.Not(f))
	save, again := aig.False, aig.False
	if infinite || !ltl.Safe(f) {
		save, again = recur(s)
	}
	s.Fairness = nil
	if infinite {
		end = aig.False
	}
	return s, s.Or(end, again), func(r *aig.Run) *aig.Run {
		v, err := aig.Replay(s, r)
		if err != nil {
			return nil
		}
		run := &aig.Run{First: r.First[:len(c.Latches)], Loop: -1}
		frames := v.Len()
		switch {
		case v.Last(end):
		case v.Last(again):
			frames-- // the last one has the saved state
			for run.Loop = 0; !v.At(save, run.Loop); run.Loop++ {
			}
		default:
			return nil
		}
		for _, inputs := range r.Inputs[:frames] {
			run.Inputs = append(run.Inputs, inputs[:len(c.Inputs)])
		}
		return run
	}
}

// duplicate returns a copy of a circuit, and a formula about it.
func duplicate(c *aig.Circuit, f *ltl.Formula) (*aig.Circuit, *ltl.Formula) {
	var lits []aig.Lit
	for _, in := range c.Inputs {
		lits = append(lits, in.Lit)
	}
	for _, l := range c.Latches {
		lits = append(lits, l.Lit)
	}
	k, f := tester.Cone(c, f, lits...)
	return k.Circuit, f
}

// recur adds to a circuit that a state is saved when input save is true for the first time, and
// returns whether it has come again after a loop on which all of Fairness has held.
func recur(s *aig.Circuit) (save, again aig.Lit) {
	latch := func(name string, next func(aig.Lit) aig.Lit) aig.Lit {
		i := len(s.Latches)
		l := s.Latch(name, aig.Zero)
		s.SetNext(i, next(l))
		return l
	}
	latches := s.Latches
	save = s.Input("save")
	saved := latch("saved", func(l aig.Lit) aig.Lit { return s.Or(l, save) })
	begin, on := s.And(save, saved.Not()), s.Or(save, saved) // of the loop
	all := []aig.Lit{saved}
	for _, l := range latches {
		if l.Next != l.Lit { // else it cannot change
			all = append(all, s.Equal(l.Lit, latch("saved "+l.Name, func(old aig.Lit) aig.Lit { return s.Mux(begin, l.Lit, old) })))
		}
	}
	for i, f := range s.Fairness {
		all = append(all, latch(fmt.Sprint("seen ", i), func(seen aig.Lit) aig.Lit { return s.And(on, s.Or(seen, f)) }))
	}
	return save, s.All(all...)
}
