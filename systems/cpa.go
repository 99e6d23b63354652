// This file defines how configurable program analyses answer: for sequential programs,
// with their calls inlined.

package systems

import (
	"errors"

	"github.com/ijit/ijit/internal/show/executions"
	"github.com/ijit/ijit/internal/show/trace"
	"github.com/ijit/ijit/systems/eca/cpa"
)

// configurable runs the analysis of Options.Analysis and fills in the result.
func (c *check) configurable() error {
	c.result.Via, c.result.Counted = "", "element"
	if !c.inline() {
		c.unsupported()
		return nil
	}
	c.asInlined()
	c.progress.Phase, c.progress.Counted = "explore", "element"
	o := cpa.Options{
		Analysis: c.Analysis,
		All:      c.All,
		MaxBytes: int64(c.Memory),
		Progress: func(s cpa.Stats) {
			c.progress.Depth, c.progress.States = s.Turns, s.Reached
			c.report()
		},
	}
	if c.Label != "" {
		o.Labelled, _ = c.code.Labelled(c.Label)
	}
	r, err := cpa.Check(c.ctx, c.code, o)
	if e := (*cpa.UnsupportedError)(nil); errors.As(err, &e) {
		c.refuses(err, c.written(e.Node.PC), "start_thread")
		return nil
	}
	if err != nil {
		return err
	}
	c.result.States, c.result.MaxThreads = r.Stats.Reached, 1
	c.result.Verdict, c.result.Depth = r.Verdict, r.Stats.Turns
	c.result.Reason, c.result.Detail = r.Reason, r.Detail
	found := r.Findings
	c.relabel(found)
	c.verdicts(found, r.Complete)
	if r.Trace != nil {
		c.traced(executions.Symbolic(trace.NewCode(c.code, c.inlined), r.Trace, c.Atomicity))
		c.result.Depth, c.result.Property = found[0].Depth, c.blame(found[0].PC)
	}
	if err := c.certifySequential(nil); err != nil || r.Trace == nil {
		return err
	}
	return c.replay()
}
