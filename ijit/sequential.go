// This file defines how the answers for sequential programs are reported.

package ijit

import (
	"context"
	"fmt"
	"math/big"

	"github.com/ijit/ijit/ijit/trace"
	"github.com/ijit/ijit/internal/verdict"
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
	r.Verdict, r.Reason, r.Detail = d.verdict, d.reason, d.detail
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

// An execution is one that has calls, written out.
type execution interface {
	trace.Execution
	Len(context.Context) (*big.Int, error)
}

// written is when a limit may be met that leaves an answer without its trace.
const written = "the execution to the error was written down"

// unwind writes the execution down, if it is not too long for that.
func (c *check) unwind(x execution) error {
	c.progress.Phase = "trace"
	n, err := x.Len(c.ctx)
	if err == nil && n.Cmp(big.NewInt(maxTrace)) > 0 {
		c.result.Detail = fmt.Sprintf("the execution to the error has %d steps, too many to be written down", n)
		return nil
	}
	var out *trace.Trace
	if err == nil {
		out, err = trace.Sequential(c.ctx, c.Program, x, c.Atomicity)
	}
	switch {
	case err == nil:
		// The search counts rounds, in which what is inside of a call takes as long as it
		// took to find out.
		c.result.Trace, c.result.Depth = out, len(out.Steps)
	case c.unfinished(err, written):
		c.result.Detail, err = "no execution: "+c.result.Detail, nil
	}
	return err
}
