// This file defines the states in which no thread can move.

package reach

import "github.com/ijit/ijit/bdd"

// deadlocks returns the states in which no thread can move, although one has not come to
// its end. If an atomic section is one step, a thread can begin it only if it can come out
// of it, and a state inside is no state.
func (s *System) deadlocks(big bool) bdd.Node {
	live := bdd.False
	for slot := range s.slots {
		for _, pc := range s.pcs[1:] {
			if len(s.program.Nodes[pc].Out) > 0 {
				live = s.m.Or(live, s.at(slot, pc))
			}
		}
	}
	ends := s.m.Or(s.Errors(), s.blocked) // steps that lead to no state
	if !big {
		return s.m.Diff(live, s.m.Or(ends, s.Pre(bdd.True)))
	}
	moves := s.m.Or(ends, s.Pre(s.m.Not(s.locked())))
	for inside := s.m.And(moves, s.locked()); inside != bdd.False && s.m.Err() == nil; {
		more := s.m.Diff(s.Pre(inside), moves)
		moves = s.m.Or(moves, more)
		inside = s.m.And(more, s.locked())
	}
	return s.m.Conj(live, s.m.Not(s.locked()), s.m.Not(moves))
}
