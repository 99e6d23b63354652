// This file defines Check: what it takes from a program to an answer.

package reach

import (
	"context"
	"fmt"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/parser"
)

// Check decides whether an error can be reached. The error it returns is about wrong
// options, or is a [CallError]; limits, the end of ctx among them, are part of the
// result. The program may be parsed without templates.
func Check(ctx context.Context, p *parser.Program, o Options) (*Result, error) {
	if err := o.check(p); err != nil {
		return nil, err
	}
	m := bdd.New(bdd.Options{MaxNodes: o.MaxNodes, MaxBytes: o.MaxBytes, Context: ctx})
	c := &check{ctx: ctx, m: m, Options: o}
	s, err := NewSystem(m, p, o.Threads)
	switch {
	case m.Err() != nil:
		return &c.Result, c.limit()
	case err != nil:
		return nil, err
	}
	if err := c.run(s); err != nil {
		return nil, err
	}
	return &c.Result, nil
}

// check finds what is wrong with options.
func (o *Options) check(p *parser.Program) error {
	switch {
	case o.Threads < 1:
		return fmt.Errorf("reach: at most %d threads; there is at least one", o.Threads)
	case o.Copies < Many || o.Copies > o.Threads:
		return fmt.Errorf("reach: %d copies of main with at most %d threads", o.Copies, o.Threads)
	case o.Strategy < Auto || o.Strategy > Chaining:
		return fmt.Errorf("reach: there is no strategy %d", int(o.Strategy))
	}
	if o.Places != nil && len(o.Places) != len(p.Nodes) {
		return fmt.Errorf("reach: places of %d locations, and the program has %d", len(o.Places), len(p.Nodes))
	}
	for _, pc := range o.Labels {
		if pc < 0 || pc >= len(p.Nodes) {
			return fmt.Errorf("reach: the program has no location %d", pc)
		}
	}
	return nil
}

// A check is one run of [Check].
type check struct {
	Options
	Result
	ctx context.Context
	m   *bdd.Manager
}

// run searches, and for [Auto] once more if there is an error. Its own error is one of
// this package.
func (c *check) run(s *System) error {
	if c.Places != nil {
		return c.leaked(s)
	}
	first := newSearch(s, c.Options, c.Options.Strategy != Frontier)
	if !c.All {
		first.enough = 1
	}
	first.explore()
	c.search = first
	if err := c.limit(); err != nil {
		return err
	}
	if err := c.conclude(first); err != nil {
		return err
	}
	first.roots.Unregister()
	if c.Options.Strategy != Auto || c.Verdict != Unsafe || c.Err != nil {
		return nil
	}
	second := newSearch(s, c.Options, false)
	second.enough = len(first.found)
	second.explore()
	findings, trace, err := second.findings()
	if c.m.Err() != nil {
		return c.limit() // what there is stays: an error, but not the nearest one
	}
	if err != nil {
		return err
	}
	c.Findings, c.Trace, c.Shortest, c.Stats = findings, trace, true, second.stats()
	c.Depth = c.Stats.Depth
	return nil
}

// limit clears the error of a manager that met a limit, and notes it. An error that
// is no limit is returned.
func (c *check) limit() error {
	err := c.m.Err()
	if err == nil {
		return nil
	}
	c.m.ClearErr()
	if c.Err != nil { // the first limit counts
		return nil
	}
	if c.Reason = verdict.ReasonOf(err, bdd.ErrNodes, bdd.ErrMemory); c.Reason == NoReason {
		return err
	}
	c.Err = err
	return nil
}

// conclude fills in what is known when a search is over. If that meets a limit, or the
// search did, it is done without limits but for memory: it is little in comparison,
// and worth more than a bare verdict.
func (c *check) conclude(r *search) error {
	switch {
	case len(r.found) > 0:
		c.Verdict = Unsafe
	case c.Err == nil:
		c.Verdict = Safe
	}
	c.Cut = r.cut || c.Copies == Many
	c.Refused = verdict.NoPC
	if r.cut {
		c.Refused = r.refused(r.m.And(r.reached, r.blocked))
	}
	if c.Err != nil {
		c.m.SetOptions(bdd.Options{MaxBytes: c.MaxBytes})
	}
	counted := r.reached
	if !c.Small {
		counted = r.m.Diff(counted, r.locked())
	}
	if n := r.Count(counted); n != nil {
		c.States = n
	}
	for n := range r.slots {
		if !r.m.Disjoint(r.reached, r.atLeast(n+1)) && r.m.Err() == nil {
			c.MaxThreads = n + 1
		}
	}
	findings, trace, err := r.findings()
	c.Stats = r.stats()
	c.Depth = c.Stats.Depth
	if c.m.Err() == nil {
		c.Findings, c.Trace, c.Shortest = findings, trace, !r.chaining
		return err
	}
	again := c.Err == nil
	if err := c.limit(); err != nil || !again {
		return err
	}
	return c.conclude(r)
}
