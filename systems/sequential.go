// This file defines how the answers for sequential programs are reported.

package systems

import (
	"context"
	"errors"
	"fmt"

	"github.com/ijit/ijit/internal/show/executions"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/systems/recursion/bebop"
)

// A decision is the answer of an algorithm for sequential programs.
type decision struct {
	verdict   Verdict
	reason    Reason
	detail    string
	complete  bool // what was not found cannot be reached
	states    int
	depth     int
	stats     Stats
	found     []verdict.Finding // the first one is what the execution leads to
	execution execution         // nil if there is none
}

// conclude fills in the result.
func (c *check) conclude(d decision) error {
	r := &c.result
	r.Verdict, r.Reason = d.verdict, d.reason
	if d.verdict != Unsafe || d.execution == nil {
		r.Detail = d.detail // else on what is left open
	}
	r.States, r.Depth, r.MaxThreads, r.Stats = d.states, d.depth, 1, d.stats
	c.verdicts(d.found, d.complete)
	if d.verdict != Unsafe {
		return nil
	}
	r.Depth, r.Property = d.found[0].Depth, c.blame(d.found[0].PC)
	if d.execution == nil {
		return nil
	}
	if err := c.unwind(d.execution); err != nil || r.Trace == nil {
		return err
	}
	return c.replay()
}

// An execution is one that can be asked for: see [bebop.Trace].
type execution interface {
	Execution(ctx context.Context, limit int) (*bebop.Execution, error)
	Outline(ctx context.Context, limit int) (*bebop.Execution, error)
}

// maxTrace is how many steps of an execution are written down. Recursive programs
// have short programs for very long ones.
const maxTrace = 1 << 20

// written is when a limit may be met that leaves an answer without its trace.
const written = "the execution to the error was written down"

// unwind writes the execution down, if it is not too long for that.
func (c *check) unwind(x execution) error {
	c.progress.Phase = "trace"
	steps, err := x.Execution(c.ctx, maxTrace)
	if errors.Is(err, bebop.ErrTooLong) {
		c.untold = Bound
		c.result.Detail = fmt.Sprintf("the execution to the error is shown without what happens in calls that return: that is more than %d steps", maxTrace)
		steps, err = x.Outline(c.ctx, maxTrace)
	}
	switch {
	case err == nil:
		c.traced(executions.Sequential(c.Program, steps, c.Atomicity))
		// The search counts rounds, in which what is inside of a call takes as long as it
		// took to find out.
		if n := c.result.Trace.Len(); n.IsInt64() {
			c.result.Depth = int(n.Int64())
			if c.All && c.result.Property != nil { // one of Properties
				c.result.Property.Depth = c.result.Depth
			}
		}
	case errors.Is(err, bebop.ErrTooLong):
		c.result.Detail, err = fmt.Sprintf("the execution to the error has more than %d steps, too many to be written down", maxTrace), nil
	case c.unfinished(err, written):
		c.result.Detail, err = "no execution: "+c.result.Detail, nil
	}
	return err
}
