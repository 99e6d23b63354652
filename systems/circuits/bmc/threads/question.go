// This file defines what is asked of states and steps, as literals.

package threads

import (
	"slices"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/bdd/reach"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/parser/ltl"
)

// Fails returns where an assertion at one of the locations fails in the step that is taken
// next. An error in frame k is thus one of k + 1 steps.
func (s *System) Fails(pcs ...int) aig.Lit {
	var lits []aig.Lit
	for _, pc := range pcs {
		for ; pc < len(s.step.fails); pc += len(s.program.Nodes) {
			lits = append(lits, s.step.fails[pc]) // False for none
		}
	}
	return s.Any(lits...)
}

// Reached returns where a thread is at one of [Options.Labels], or the last step went by one
// inside of an atomic section. An error in frame k is one of k steps.
func (s *System) Reached() aig.Lit {
	there := s.passed
	for _, t := range s.now.slots {
		there = s.Or(there, s.at(t, s.Labels))
	}
	return there
}

// at returns where the thread in a slot is at one of the locations.
func (s *System) at(t slot, pcs []int) aig.Lit {
	return member(s.Graph, t.pc, func(code int) bool {
		return code != nowhere && code < len(s.pcs) && slices.Contains(pcs, s.pcs[code])
	})
}

// Covers returns where the shared variables are those of a state, and there are at least
// its threads, one of them inside of an atomic section or none. Their identities do not
// matter. What threads have more locals than their procedures is false in all states.
func (s *System) Covers(c *reach.State, inside bool) aig.Lit {
	is := []aig.Lit{s.lock.NotIf(!inside)}
	same := func(lits []aig.Lit, values []bool) aig.Lit {
		all := []aig.Lit{}
		for i, v := range values {
			all = append(all, lits[i].NotIf(!v))
		}
		return s.All(all...)
	}
	is = append(is, same(s.now.shared, c.Globals))
	for i, x := range c.Threads {
		like := func(y reach.Thread) bool { return y.PC == x.PC && slices.Equal(y.Locals, x.Locals) }
		if slices.ContainsFunc(c.Threads[:i], like) {
			continue
		}
		least := 0
		for _, y := range c.Threads {
			if like(y) {
				least++
			}
		}
		// more[k] is where there are at least k such threads in the slots so far.
		more := make([]aig.Lit, least+1)
		more[0] = aig.True
		for _, t := range s.now.slots {
			here := s.And(s.at(t, []int{x.PC}), same(t.local, x.Locals))
			for k := least; k > 0; k-- {
				more[k] = s.Or(more[k], s.And(here, more[k-1]))
			}
		}
		is = append(is, more[least])
	}
	return s.All(is...)
}

// Blocked returns where the bound on threads keeps a thread from creating another one in the
// step that is taken next, or the bound on recursion keeps it from calling a procedure. If no
// run comes there, what holds within the bounds holds without them.
func (s *System) Blocked() aig.Lit { return s.step.blocked }

// Refused returns where a bound keeps a thread from moving at the end of a run that comes to
// [System.Blocked]: the location of the statement, NoPC if it does not come there.
func (s *System) Refused(r *aig.Run) int {
	sim := aig.NewSimulator(s.Circuit)
	sim.Begin(r.First)
	for frame, inputs := range r.Inputs {
		if frame > 0 {
			sim.Step()
		}
		sim.Frame(inputs)
	}
	for _, x := range s.step.refused {
		if sim.Value(x.flag)&1 != 0 {
			return x.pc
		}
	}
	return verdict.NoPC
}

// Rounds reports whether a round of a loop in an atomic section takes a frame of its own,
// although the section is one step. A shortest run is then an execution that need not be a
// shortest one. It is so where no small number of rounds is known to be enough.
func (s *System) Rounds() bool { return !s.Small && len(s.cut) > 0 }

// Proposition returns where a proposition about the program holds.
func (s *System) Proposition(x *ltl.Proposition) aig.Lit {
	switch {
	case x.Thread == 0 && x.Variables != nil:
		return s.now.shared[x.Variables[0].Index]
	case x.Thread == 0:
		var some []aig.Lit
		for _, t := range s.now.slots {
			some = append(some, s.at(t, x.PCs))
		}
		return s.Any(some...)
	case x.Variables == nil:
		return s.at(s.now.slots[x.Thread-1], x.PCs)
	}
	t := s.now.slots[x.Thread-1]
	places := map[int][]int{} // locations by the index that the variable has there
	for _, pc := range s.pcs[1:] {
		proc, first := s.program.Nodes[pc].Proc, 0
		if s.Inlined != nil {
			stack := s.Inlined.Stack(pc)
			in := stack[len(stack)-1]
			proc, first = in.Proc, in.First
		}
		for _, v := range x.Variables {
			if v.Proc == proc {
				places[first+v.Index] = append(places[first+v.Index], pc)
			}
		}
	}
	var holds []aig.Lit
	for k, l := range t.local {
		if pcs := places[k]; pcs != nil {
			holds = append(holds, s.And(l, s.at(t, pcs)))
		}
	}
	return s.Any(holds...)
}
