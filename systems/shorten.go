// This file defines how a long execution to an error is followed by a search for one that people can read.

package systems

import (
	"context"
	"slices"
	"time"

	"github.com/ijit/ijit/internal/verdict"
)

const (
	// An execution of so many steps by so many threads is read as it is.
	readableSteps   = 20
	readableThreads = 4
	// The search for a shorter one takes as long as the answer took, between these bounds.
	leastShortening = 100 * time.Millisecond
	mostShortening  = time.Second
)

// shorten looks for an execution with fewer threads, then with fewer steps, where that of the answer is long and by an
// algorithm that does not look for short ones. If there was no time to find the shortest, the answer says so.
func (c *check) shorten() error {
	r := &c.result
	by := r.By
	if by == "" {
		by = r.Algorithm
	}
	i := slices.IndexFunc(c.records, func(a Algorithm) bool { return a.Name == by })
	switch {
	case r.Verdict != Unsafe || r.Trace == nil || i < 0 || !c.records[i].long:
		return nil
	case r.Depth <= readableSteps && r.Trace.MostThreads() <= readableThreads:
		return nil
	}
	r.Longer = true
	if c.algorithm.Name != "auto" || c.All || c.AsFound {
		return nil // another algorithm was not asked for
	}
	ctx, cancel := context.WithTimeout(c.ctx, min(max(time.Since(c.begin), leastShortening), mostShortening))
	defer cancel()
	for i := range c.records {
		a := &c.records[i]
		if !a.auto.short || !a.auto.takes(c) {
			continue
		}
		d := c.fork(ctx, c.Progress)
		d.result.By = a.Name
		var err error
		if verdict.Guard(a.Name, func() { err = a.run(d) }) != nil || err != nil {
			return err
		}
		c.peak = max(c.peak, d.peak, d.meter.Peak())
		switch s := &d.result; {
		case s.Verdict != Unsafe || s.Trace == nil:
		case shorter(s, r):
			s.Stats.Sides, s.Faults = r.Stats.Sides, r.Faults
			c.result = *s
		default:
			r.Longer = false
		}
		return nil
	}
	return nil
}

// shorter reports whether the execution of x has fewer threads than that of y, or as many and fewer steps.
func shorter(x, y *Result) bool {
	n, m := x.Trace.MostThreads(), y.Trace.MostThreads()
	return n < m || n == m && x.Depth < y.Depth
}
