// This file defines the part of a circuit on which an answer depends.

package pdr

import (
	"slices"

	"github.com/ijit/ijit/allsat/aig"
)

// A system is the cone of influence of the bad literal, without Initial and Fairness.
type system struct {
	*aig.Cone
	bad aig.Lit
	// later is the number of a latch that is false in first frames only, the last one. It is -1
	// if nothing is asked of first frames but their resets.
	later int
	whole []aig.Lit // by latch but later: the latch of the whole circuit
}

func newSystem(c *aig.Circuit, bad aig.Lit) *system {
	finite := *c
	finite.Fairness = nil // nothing is asked of infinite runs
	s := &system{Cone: aig.NewCone(&finite, bad), later: -1}
	s.bad, _ = s.Lit(bad)
	for _, x := range c.Latches {
		if _, ok := s.Lit(x.Lit); ok {
			s.whole = append(s.whole, x.Lit)
		}
	}
	if len(s.Initial) > 0 {
		s.later = len(s.Latches)
		later := s.Latch("", aig.Zero)
		s.SetNext(s.later, aig.True)
		for _, l := range s.Initial {
			s.Constraints = append(s.Constraints, s.Or(later, l))
		}
		s.Initial, s.Resets = nil, nil
	}
	return s
}

// begins reports whether some state of a cube agrees with the resets.
func (s *system) begins(c cube) bool {
	return !slices.ContainsFunc(c.lits, s.never)
}

// never reports whether the reset of a latch makes a literal false.
func (s *system) never(l literal) bool {
	x := s.Latches[l.latch()]
	return x.Reset != x.Lit && (x.Reset == aig.True) == (l&1 != 0)
}
