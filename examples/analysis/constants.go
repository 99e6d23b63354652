// This file defines constant propagation as an analysis of a user's own: of each variable a
// value is known or nothing; where control flow meets, what is known on all ways.
package main

import (
	"github.com/ijit/ijit/systems/eca"
	"github.com/ijit/ijit/systems/eca/cpa"
)

// A state says what is known of the first variables.
type state [32]struct {
	value int32
	known bool
}

func (s *state) get(v *eca.Var) (int32, bool) {
	if v.ID < len(s) {
		return s[v.ID].value, s[v.ID].known
	}
	return 0, false
}

func (s *state) set(v *eca.Var, value int32, known bool) {
	if v.ID < len(s) {
		s[v.ID].value, s[v.ID].known = value, known
	}
}

// post appends the state after an operation, if there is one.
func post(dst []state, s state, op cpa.Op) []state {
	before := s
	switch op := op.(type) {
	case *cpa.Assume:
		if n, known := cpa.Eval(op.Cond, before.get); known && n == 0 {
			return dst // nobody gets here
		}
	case *cpa.Assign:
		for i, v := range op.Vars {
			n, known := cpa.Eval(op.Values[i], before.get)
			s.set(v, n, known)
		}
	case *cpa.Choose:
		s.set(op.Var, 0, false)
	}
	return append(dst, s)
}

// join returns what both states know.
func join(new, old state) state {
	for i := range old {
		if old[i] != new[i] {
			old[i] = state{}[i]
		}
	}
	return old
}

// constants is the analysis.
func constants(a *cpa.Automaton) cpa.Analysis[state] {
	d := cpa.Analysis[state]{Post: post, Merge: join, Stop: cpa.Covered(join)}
	for _, v := range a.Vars {
		d.Initial.set(v, v.Init, true)
	}
	return d
}
