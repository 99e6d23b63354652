// This file defines how procedure summaries answer: for sequential programs, with
// recursion.

package systems

import (
	"errors"
	"slices"
	"time"

	"github.com/ijit/ijit/systems/recursion/bebop"
)

// summarise runs bebop and fills in the result.
func (c *check) summarise() error {
	c.asWritten()
	c.progress.Phase = "explore"
	c.result.Via, c.result.Counted = "", "location"
	r, err := bebop.Check(c.ctx, c.Program, c.summariesOptions())
	if e := (*bebop.UnsupportedError)(nil); errors.As(err, &e) {
		c.refuses(err, e.Stmt.PC, "start_thread")
		return nil
	}
	if err != nil {
		return err
	}
	a := decision{
		verdict: r.Verdict, reason: r.Reason, detail: r.Detail, complete: r.Complete,
		states: r.Stats.Vertices, depth: r.Stats.Depth, found: r.Findings,
		stats: summaryStats(r),
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

// summaryStats takes over what bebop has measured.
func summaryStats(r *bebop.Result) Stats {
	return Stats{
		Fired: int64(r.Stats.Iterations), StoreBytes: int(r.Stats.Bytes),
		Variables: r.Stats.Variables, PeakNodes: r.Stats.PeakNodes,
	}
}

// summariesOptions says what bebop is asked.
func (c *check) summariesOptions() bebop.Options {
	o := bebop.Options{
		All:      c.All,
		Trace:    true,
		Localize: !c.Exact,
		MaxBytes: int64(c.room()),
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

// summariseLabels decides labels of a C program in one run of bebop.
func (c *check) summariseLabels(f *CProgram, list []int) (map[int]*Result, error) {
	begin := time.Now()
	c.progress.Phase = "explore"
	o := c.summariesOptions()
	o.All, o.Trace, o.Traces, o.Targets = true, false, true, []int{}
	named := map[string][]int{}
	for _, n := range c.Program.Nodes {
		if n.Stmt == nil || n.Stmt.PC != n.PC {
			continue
		}
		for _, l := range n.Stmt.Labels {
			named[l.Name] = append(named[l.Name], n.PC)
		}
	}
	for _, i := range list {
		o.Targets = append(o.Targets, named[f.Labels[i].Name]...)
	}
	run, err := bebop.Check(c.ctx, c.Program, o)
	if err != nil {
		return nil, err
	}
	answers := map[int]*Result{}
	for _, i := range list {
		d := c.fork(c.ctx, c.Progress)
		d.asked, d.Label = i, f.Labels[i].Name
		r := &d.result
		r.States, r.Counted, r.Via = run.Stats.Vertices, "location", ""
		r.Stats = summaryStats(run)
		at := slices.IndexFunc(run.Findings, func(f bebop.Finding) bool { return slices.Contains(named[d.Label], f.PC) })
		switch {
		case at >= 0:
			r.Verdict = Unsafe
			x, err := run.TraceTo(run.Findings[at])
			if err == nil {
				err = d.unwind(x)
			}
			if err != nil && !d.unfinished(err, written) {
				return nil, err
			}
		case run.Complete:
			r.Verdict = Safe
		default:
			r.Reason, r.Detail = run.Reason, run.Detail
		}
		f.judge(d, time.Since(begin).Seconds())
		d.because()
		answers[i] = r
	}
	return answers, nil
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
