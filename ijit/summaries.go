// This file defines how procedure summaries answer: for sequential programs, with
// recursion.

package ijit

import (
	"errors"

	"github.com/ijit/ijit/algorithms/bebop"
)

// summarise runs bebop and fills in the result.
func (c *check) summarise() error {
	c.asWritten()
	c.progress.Phase = "explore"
	c.result.Via, c.result.Counted = "", "location"
	r, err := bebop.Check(c.ctx, c.Program, c.summariesOptions())
	if e := (*bebop.UnsupportedError)(nil); errors.As(err, &e) {
		c.result.Reason, c.result.Detail = Unsupported, err.Error()
		p := c.property(e.Stmt.PC, "start_thread", "")
		c.result.Property = &p
		return nil
	}
	if err != nil {
		return err
	}
	a := decision{
		verdict: r.Verdict, reason: r.Reason, detail: r.Detail, complete: r.Complete,
		states: r.Stats.Vertices, depth: r.Stats.Depth, found: r.Findings,
		stats: Stats{
			Fired: int64(r.Stats.Iterations), StoreBytes: int(r.Stats.Bytes),
			Variables: r.Stats.Variables, PeakNodes: r.Stats.PeakNodes,
		},
	}
	if r.Trace != nil {
		a.execution = r.Trace
	}
	if c.Options.Summaries && r.Complete {
		c.result.Summaries = summaries(r)
	}
	if err := c.conclude(a); err != nil {
		return err
	}
	return c.certifySequential(r)
}

// summariesOptions says what bebop is asked.
func (c *check) summariesOptions() bebop.Options {
	o := bebop.Options{
		All:      c.All,
		Trace:    true,
		MaxBytes: int64(c.Memory),
		Progress: func(s bebop.Stats) {
			c.progress.Depth, c.progress.States = s.Depth, s.Vertices
			c.report()
		},
		Summaries: c.Options.Summaries,
	}
	if c.Label != "" {
		o.Targets = []int{}
		for _, p := range c.properties {
			o.Targets = append(o.Targets, p.PC)
		}
	}
	return o
}

// A Summary is what a procedure does: lines "condition: effect", one for each case.
type Summary struct {
	Proc  string
	Cases []string
}

func summaries(r *bebop.Result) []Summary {
	var out []Summary
	for _, s := range r.Summaries() {
		x := Summary{Proc: s.Proc.Name}
		for c := range s.Cases() {
			x.Cases = append(x.Cases, c.String())
		}
		out = append(out, x)
	}
	return out
}
