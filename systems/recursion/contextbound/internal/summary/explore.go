// This file defines how summaries are computed, place by place.

package summary

import (
	"container/heap"
	"slices"

	"github.com/ijit/ijit/bdd"
)

// Grow adds a set to what is known. It returns a simple set that has what is new and is
// part of what is known, and whether there is something new: the difference itself is
// often a larger diagram than either of the two.
func (s *Summaries) Grow(known *bdd.Node, set bdd.Node) (fresh bdd.Node, grown bool) {
	if s.M.Leq(set, *known) || s.M.Err() != nil {
		return bdd.False, false
	}
	before := *known
	*known = s.M.Or(before, set)
	return s.M.Restrict(*known, s.M.Not(before)), s.M.Err() == nil
}

// Add adds states to a place, d interruptions after the beginning.
func (s *Summaries) Add(p *Place, d int, set bdd.Node) {
	if s.M.Leq(set, p.States[d]) || s.M.Err() != nil {
		return
	}
	if p.States[d] == p.explored[d] {
		heap.Push(&s.queue, p.Rank*(s.Most+1)+d)
	}
	p.States[d] = s.M.Or(p.States[d], set)
}

// Enter lets a module begin with what a set over entry says.
func (s *Summaries) Enter(m *Module, set bdd.Node) {
	if fresh, grown := s.Grow(&m.Entered, set); grown {
		s.Add(m.Local[0], 0, s.M.And(fresh, m.identity))
	}
}

// Leaves returns what a module returns without an interruption: over entry, the globals now
// and what is returned.
func (s *Summaries) Leaves(m *Module) bdd.Node { return m.returned[0] }

// ReachesTarget reports whether some summary gets to the target.
func (s *Summaries) ReachesTarget() bool {
	return slices.ContainsFunc(s.Places, func(p *Place) bool {
		return p.Target && slices.ContainsFunc(p.States, func(f bdd.Node) bool { return f != bdd.False })
	})
}

// Interrupted returns the states of a module in which a thread can be interrupted, d
// interruptions after the beginning, without locals.
func (s *Summaries) Interrupted(m *Module, d int) bdd.Node {
	return s.union(m, d, func(p *Place) bool { return p.Stops }, s.M.NewVarSet(s.Now.Locals...))
}

// AtTarget returns where a module can have begun if the target is reached in it, d
// interruptions later.
func (s *Summaries) AtTarget(m *Module, d int) bdd.Node {
	return s.union(m, d, func(p *Place) bool { return p.Target }, s.M.NewVarSet(slices.Concat(s.Now.Locals, s.Now.Globals)...))
}

func (s *Summaries) union(m *Module, d int, choose func(*Place) bool, drop bdd.VarSet) bdd.Node {
	var sets []bdd.Node
	for _, p := range m.Places {
		if choose(p) {
			sets = append(sets, s.M.Exists(p.States[d], drop))
		}
	}
	return s.M.Disj(sets...)
}

// Latest returns the module with something new that calls those after it in the order of
// places, as far as there is no recursion; nil if there is nothing new. What is new is given
// by module.
func (s *Summaries) Latest(fresh []bdd.Node) *Module {
	var last *Module
	for i, f := range fresh {
		if m := s.Modules[i]; f != bdd.False && (last == nil || m.Local[0].Rank > last.Local[0].Rank) {
			last = m
		}
	}
	return last
}
