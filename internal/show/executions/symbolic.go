// This file defines traces of searches whose threads have identities already.

package executions

import (
	"github.com/bits-and-blooms/bitset"

	"github.com/ijit/ijit/bdd/reach"
	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/internal/show/trace"
)

// Symbolic shows an execution of threads that have identities.
func Symbolic(c *trace.Code, t *reach.Trace, atomicity image.Atomicity) *trace.Trace {
	out := &trace.Trace{SharedNames: c.SharedNames(), Initial: state(c, &t.Initial)}
	for i := range t.Steps {
		s := &t.Steps[i]
		next := -1
		for _, x := range s.State.Threads {
			if x.ID == s.Thread && !s.Fails {
				next = x.PC
			}
		}
		pc := s.Edge.From
		step := c.Step(pc, next)
		step.Thread, step.Fails, step.Created, step.Ended, step.Woken = s.Thread, s.Fails, s.Created, s.Ended, s.Woken
		step.State = state(c, &s.State)
		if atomicity == image.Big && !s.Fails {
			for _, x := range s.State.Threads {
				step.Passing = step.Passing || c.Inside(x.PC)
			}
		}
		out.Steps = append(out.Steps, step)
	}
	return out
}

func state(c *trace.Code, s *reach.State) trace.State {
	out := trace.State{Shared: trace.Ints(s.Globals)}
	for _, x := range s.Threads {
		th := c.Thread(x.PC, setOf(x.Locals))
		th.ID = x.ID
		out.Threads = append(out.Threads, th)
	}
	return out
}

// setOf is the set of what is true.
func setOf(bs []bool) *bitset.BitSet {
	set := bitset.New(uint(len(bs)))
	for i, b := range bs {
		set.SetTo(uint(i), b)
	}
	return set
}
