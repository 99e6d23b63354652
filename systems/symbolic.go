// This file defines how symbolic reachability answers, for a bounded number of
// threads.

package systems

import (
	"context"
	"errors"

	"github.com/ijit/ijit/bdd/reach"
	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/internal/show/executions"
	"github.com/ijit/ijit/internal/show/trace"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/systems/circuits/machine"
)

// symbolic explores sets of states and fills in the result: with a bound on threads or, if
// none is asked for, with more and more of them.
func (c *check) symbolic() error {
	if c.circuits() {
		return engine(machine.Diagrams).run(c)
	}
	if !c.inline() {
		c.unsupported()
		return nil
	}
	c.asInlined()
	c.progress.Phase = "explore"
	c.result.Via = ""
	r, err := c.reachBound()
	if err != nil {
		return err
	}
	c.result.Verdict = r.Verdict
	if c.result.Reason = r.Reason; r.Verdict == Unknown {
		c.result.Detail = detail(r)
	}
	c.result.Cut = c.bounded() && r.Cut
	if c.bounded() && r.Refused != verdict.NoPC {
		c.refuse(r.Refused)
	}
	c.result.Depth, c.result.MaxThreads = r.Depth, r.MaxThreads
	c.result.Stats.Fired = int64(r.Stats.Images)
	c.result.Stats.StoreBytes = int(r.Stats.Bytes)
	c.result.Stats.Variables, c.result.Stats.PeakNodes = r.Stats.Variables, r.Stats.Nodes
	c.result.Counted, c.result.States = "node", r.Stats.Nodes
	if r.States != nil {
		c.result.Stats.SymbolicStates = r.States.String()
	}
	found := r.Findings
	c.relabel(found)
	c.verdicts(found, r.Reason == verdict.NoReason)
	switch r.Verdict {
	case Safe:
		return c.certifyReached(r)
	case Unknown:
		return nil
	}
	c.result.Depth = found[0].Depth
	if r.Trace != nil {
		c.traced(executions.Symbolic(trace.NewCode(c.code, c.inlined), r.Trace, c.Atomicity))
	}
	c.result.Property = c.blame(found[0].PC)
	if r.Trace == nil {
		return nil
	}
	if c.Leak {
		c.result.Stuck = []int{r.Trace.Last}
		c.result.Property = c.leaked(c.result.Property)
		c.noCertificate("there are no certificates about leaks")
	} else {
		c.certifyTrace()
	}
	return c.replay()
}

// reachBound explores with the bound on threads. Without one it raises a bound until that
// decides: an error is one for any number of threads, and so is safety where no thread is
// kept from being created.
func (c *check) reachBound() (*reach.Result, error) {
	if c.bounded() {
		return c.reach(c.Threads, c.room())
	}
	for n := max(2, int(c.start.copies)); ; n++ {
		r, err := c.reach(n, c.room())
		if err != nil || r.Verdict != Safe || !r.Cut {
			return r, err
		}
	}
}

// reach explores the program with calls inlined and at most so many threads.
func (c *check) reach(threads int, memory uint64) (*reach.Result, error) {
	var places []int
	if c.Leak {
		places = c.places.of
	}
	o := reach.Options{
		Threads:  threads,
		Copies:   c.start.number(),
		Small:    c.Atomicity == image.Small,
		All:      c.All,
		Deadlock: c.Deadlock,
		MaxBytes: int64(memory),
		Places:   places,
		Together: c.meeting,
		Watch: func(s reach.Stats) {
			c.progress.Depth = s.Depth
			c.report()
		},
	}
	if c.Label != "" {
		o.Labels = []int{}
		for pc := range c.watched {
			o.Labels = append(o.Labels, pc)
		}
	}
	return reach.Check(c.ctx, c.code, o)
}

// detail says why nothing was decided, where that is more than the reason.
func detail(r *reach.Result) string {
	if r.Err == nil || errors.Is(r.Err, context.Canceled) || errors.Is(r.Err, context.DeadlineExceeded) {
		return ""
	}
	return r.Err.Error()
}
