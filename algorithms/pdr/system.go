// This file defines the part of a circuit on which an answer depends.

package pdr

import (
	"slices"

	"github.com/ijit/ijit/allsat/aig"
)

// A system is a copy of what a bad literal, constraints, and what holds of steps and first
// frames rest on.
type system struct {
	*aig.Graph
	latches     []latch
	inputs      []aig.Lit
	inputOf     []int     // by number of an input: its number in the circuit
	constraints []aig.Lit // hold in all frames
	steps       []aig.Lit // hold in frames that are left
	bad         aig.Lit
	// later is the number of a latch that is false in first frames only, or -1. It is there
	// if something else than resets is asked of first frames.
	later int

	circuit *aig.Circuit
}

// A latch is one of the circuit, or later.
type latch struct {
	lit, next aig.Lit
	reset     aig.Lit // False, True, or else any
	of        int     // its number in the circuit, or -1
}

func newSystem(c *aig.Circuit, bad aig.Lit) *system {
	s := &system{Graph: aig.NewGraph(), later: -1, circuit: c}
	roots := slices.Concat([]aig.Lit{bad}, c.Constraints, c.Steps, c.Initial)
	needed := cone(c, roots)
	to := make([]aig.Lit, c.Len()) // by node; False for node 0
	for i, in := range c.Inputs {
		if needed[in.Lit.Node()] {
			l := s.NewInput()
			to[in.Lit.Node()] = l
			s.inputs = append(s.inputs, l)
			s.inputOf = append(s.inputOf, i)
		}
	}
	for i, x := range c.Latches {
		if needed[x.Lit.Node()] {
			l := s.NewInput()
			to[x.Lit.Node()] = l
			s.latches = append(s.latches, latch{lit: l, reset: x.Reset, of: i})
		}
	}
	for n := range to {
		if left, right, ok := c.Fanins(n); ok && needed[n] {
			to[n] = s.And(to[left.Node()].NotIf(left.Negated()), to[right.Node()].NotIf(right.Negated()))
		}
	}
	copied := func(l aig.Lit) aig.Lit { return to[l.Node()].NotIf(l.Negated()) }
	for i := range s.latches {
		s.latches[i].next = copied(c.Latches[s.latches[i].of].Next)
	}
	for _, l := range c.Constraints {
		s.constraints = append(s.constraints, copied(l))
	}
	for _, l := range c.Steps {
		s.steps = append(s.steps, copied(l))
	}
	s.bad = copied(bad)
	if len(c.Initial) > 0 {
		later := s.NewInput()
		s.later = len(s.latches)
		s.latches = append(s.latches, latch{lit: later, next: aig.True, reset: aig.False, of: -1})
		for _, l := range c.Initial {
			s.constraints = append(s.constraints, s.Or(later, copied(l)))
		}
	}
	return s
}

// cone marks the nodes that literals rest on, through latches too.
func cone(c *aig.Circuit, roots []aig.Lit) []bool {
	next := make([]aig.Lit, c.Len()) // by node of a latch
	for _, x := range c.Latches {
		next[x.Lit.Node()] = x.Next
	}
	needed := make([]bool, c.Len())
	for len(roots) > 0 {
		n := roots[len(roots)-1].Node()
		roots = roots[:len(roots)-1]
		if needed[n] {
			continue
		}
		needed[n] = true
		if left, right, ok := c.Fanins(n); ok {
			roots = append(roots, left, right)
		} else {
			roots = append(roots, next[n]) // the constant, if n is no latch
		}
	}
	return needed
}

// begins reports whether some state of a cube agrees with the resets.
func (s *system) begins(c cube) bool {
	return !slices.ContainsFunc(c.lits, s.never)
}

// never reports whether the reset of a latch makes a literal false.
func (s *system) never(l literal) bool {
	reset := s.latches[l.latch()].reset
	return reset <= aig.True && (reset == aig.True) == (l&1 != 0)
}
