// This file defines how threads go on after an interruption, in summaries over several
// rounds.

package summary

import (
	"slices"

	"github.com/ijit/ijit/bdd"
)

// resume lets a thread go on after an interruption.
func (s *Summaries) resume(p *Place, d int, set bdd.Node) {
	m := p.Module
	set = s.M.Rename(set, s.M.NewRenaming(Pick(s.Now.Globals, m.Own), Pick(s.Ends[2*d], m.Own)))
	set = s.possible(m, d+1, set)
	s.Add(p, d+1, s.M.And(set, s.Equal(s.Now.Globals, s.Ends[2*d+1], m.Own)))
}

// possible restricts a set to those interruptions of which number d can have been.
func (s *Summaries) possible(m *Module, d int, set bdd.Node) bdd.Node {
	known := min(d, s.History)
	return s.M.And(set, s.Shift(m.resume[known], 2*known, 2*(d-known)))
}

// ResumeAll lets all threads go on that can in the next context.
func (s *Summaries) ResumeAll() {
	possible := slices.Clone(s.Resumptions)
	for d := range possible {
		possible[d] = s.cartesian(possible[d], 2*d)
	}
	for _, m := range s.Modules {
		var rest []bdd.Var
		for _, e := range s.Ends {
			rest = append(rest, Pick(e, m.Rest)...)
		}
		drop := s.M.NewVarSet(rest...)
		for d, set := range possible {
			m.resume[d] = s.M.Exists(set, drop)
		}
	}
	for _, p := range s.Places {
		previous := p.previous
		p.previous = slices.Clone(p.States)
		for d, set := range previous[:s.Most] {
			if p.Resumes && set != bdd.False {
				s.resume(p, d, set)
			}
		}
		s.M.SafePoint(previous...)
	}
}

// cartesianShare is how much of what its projections say a relation between ends says that
// is replaced by their product.
const cartesianShare = 0.75

// cartesian returns the product of the projections of a relation to each of the first n
// ends, if the relation says little more: measured by the logarithms of the numbers of their
// values. Summaries need not be exact (interfaces are), and where globals at the ends have
// little to do with each other, the rest of that makes diagrams large.
func (s *Summaries) cartesian(relation bdd.Node, n int) bdd.Node {
	var all []bdd.Var
	for _, e := range s.Ends[:n] {
		all = append(all, Pick(e, s.Shared)...)
	}
	set := s.M.NewVarSet(all...)
	bits := func(f bdd.Node, set bdd.VarSet) float64 {
		if count := s.M.Count(f, set); count != nil {
			return float64(count.BitLen())
		}
		return 0
	}
	product, sum := bdd.True, 0.0
	for _, e := range s.Ends[:n] {
		vars := s.M.NewVarSet(Pick(e, s.Shared)...)
		projection := s.M.Exists(relation, s.M.Minus(set, vars))
		product, sum = s.M.And(product, projection), sum+bits(projection, vars)
	}
	if relation != bdd.False && bits(relation, set) >= cartesianShare*sum {
		return product
	}
	return relation
}

// AnyReachable returns what is known of some globals with which threads are interrupted, in
// a frame. It is for thread-modular summaries.
func (s *Summaries) AnyReachable(globals []int, frame []bdd.Var) bdd.Node {
	set := s.M.Exists(s.Reachable, s.M.NewVarSet(Pick(s.Now.Globals, Minus(s.Shared, globals))...))
	return s.M.Rename(set, s.M.NewRenaming(Pick(s.Now.Globals, globals), Pick(frame, globals)))
}
