// This file defines how a clause comes to exclude more states.

package pdr

import (
	"slices"

	"github.com/ijit/ijit/allsat/sat"
)

// strengthen excludes a cube, to which no step leads from frame k-1 but from the cube itself,
// and as many states more as it can, from frame k and from later ones. It returns the last of
// these.
func (s *search) strengthen(c cube, k int) int {
	c = s.generalize(c, k)
	for s.err == nil && k < len(s.frames)-1 {
		status, failed := s.reached(c, k+1, true)
		if status != sat.Unsat {
			break
		}
		c, k = failed, k+1
	}
	if s.err == nil {
		s.add(c, k)
		for _, l := range c.lits {
			s.activity[l]++
		}
	}
	return k
}

// generalize leaves literals out of a cube as long as no step leads to it. Literals of few
// clauses are tried first: those that many clauses have are likely to be needed.
func (s *search) generalize(c cube, k int) cube {
	order := slices.Clone(c.lits)
	slices.SortStableFunc(order, func(l, m literal) int { return s.activity[l] - s.activity[m] })
	for _, l := range order {
		i, ok := slices.BinarySearch(c.lits, l)
		if !ok || len(c.lits) == 1 {
			continue
		}
		d := c.without(i)
		if s.sys.begins(d) {
			continue
		}
		status, failed := s.reached(d, k, true)
		if s.err != nil {
			return c
		}
		if status == sat.Unsat {
			c = failed
		}
	}
	return c
}
