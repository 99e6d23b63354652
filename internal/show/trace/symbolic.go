// This file defines traces of symbolic searches, whose threads have identities already.

package trace

import (
	"github.com/bits-and-blooms/bitset"

	"github.com/ijit/ijit/bdd/reach"
	"github.com/ijit/ijit/image"
)

// Symbolic shows an execution of threads that have identities.
func Symbolic(c *Code, t *reach.Trace, atomicity image.Atomicity) *Trace {
	out := &Trace{SharedNames: names(c.program.File.Globals), Initial: c.state(&t.Initial)}
	for i := range t.Steps {
		s := &t.Steps[i]
		next := -1
		for _, x := range s.State.Threads {
			if x.ID == s.Thread && !s.Fails {
				next = x.PC
			}
		}
		pc := s.Edge.From
		step := c.step(pc, next)
		step.Thread, step.Fails, step.Created, step.Ended, step.Woken = s.Thread, s.Fails, s.Created, s.Ended, s.Woken
		step.State = c.state(&s.State)
		if atomicity == image.Big && !s.Fails {
			for _, x := range s.State.Threads {
				step.Passing = step.Passing || c.program.Nodes[x.PC].Section != nil
			}
		}
		out.Steps = append(out.Steps, step)
	}
	return out
}

func (c *Code) state(s *reach.State) State {
	out := State{Shared: ints(s.Globals)}
	for _, x := range s.Threads {
		th := c.thread(x.PC, setOf(x.Locals))
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
