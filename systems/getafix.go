// This file defines how formulas of the fixed-point calculus answer: for sequential
// programs, with recursion.

package systems

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/recursion/bebop"
	"github.com/ijit/ijit/systems/recursion/getafix"
	"github.com/ijit/ijit/systems/recursion/slots"
)

// A formula is the name of one for sequential programs. It stands for an algorithm that
// is also for programs with threads, whatever the formula.
type formula string

// run evaluates the formula, or asks how many context switches lead to an error.
func (f formula) run(c *check) error {
	c.asWritten()
	if c.convention() || c.starts() {
		return c.interleave()
	}
	return c.evaluate(string(f))
}

// evaluate evaluates a formula and fills in the result.
func (c *check) evaluate(name string) error {
	c.progress.Phase = "explore"
	c.result.Via, c.result.Counted = "", "location"
	f, err := getafix.Find(name)
	if err != nil {
		return err
	}
	a, err := getafix.Decide(c.ctx, c.Program, getafix.Question{
		Formula:  f,
		Label:    c.Label,
		All:      c.All,
		MaxBytes: int64(c.Memory),
		Progress: func(f getafix.Figures) {
			c.progress.Depth, c.progress.States = f.Rounds, f.PeakNodes
			c.report()
		},
	})
	if err != nil {
		return c.threaded(err)
	}
	d := decision{
		verdict: a.Verdict, reason: a.Reason, detail: a.Detail, complete: a.Complete,
		states: a.Figures.Places, depth: a.Figures.Rounds, found: a.Findings,
		stats: Stats{
			Fired: int64(a.Figures.Rounds), StoreBytes: int(a.Figures.Bytes),
			Variables: a.Figures.Variables, PeakNodes: a.Figures.PeakNodes,
		},
	}
	if len(a.Findings) > 0 {
		if d.execution, d.detail, err = c.executionTo(a.Findings[0]); err != nil {
			return err
		}
	}
	if err := c.conclude(d); err != nil {
		return err
	}
	return c.certifySequential(nil)
}

// shortest is how long a shortest execution is looked for. A breadth-first search finds an
// error that is near however many states there are, but meets states one by one.
const shortest = time.Second

// executionTo returns an execution to what a formula has found. A formula says only that
// there is one; procedure summaries find it, as they do for schedules. If a limit keeps
// them from that, there is none, and the detail says why.
func (c *check) executionTo(f getafix.Finding) (x execution, detail string, err error) {
	c.progress.Phase = "trace"
	o := bebop.Options{Trace: true, MaxBytes: int64(c.Memory)}
	if f.Failed {
		o.Assertions = []int{f.PC}
	} else {
		o.Targets = []int{f.PC}
	}
	var r *bebop.Result
	for _, try := range []struct {
		order bebop.Order
		limit time.Duration
	}{{bebop.BreadthFirst, shortest}, {bebop.ReversePostOrder, maxInstance}} {
		o.Order = try.order
		ctx, cancel := context.WithTimeout(c.ctx, try.limit)
		r, err = bebop.Check(ctx, c.Program, o)
		cancel()
		switch {
		case err != nil:
			return nil, "", err
		case r.Trace != nil:
			return r.Trace, "", nil
		case r.Verdict == Safe:
			n := c.Program.Nodes[f.PC]
			return nil, "", fmt.Errorf("%s:%s: the formula reaches what procedure summaries do not: please report this", c.Name, n.Pos)
		}
	}
	c.untold = r.Reason
	return nil, "no execution was found: " + r.Detail, nil
}

// threaded makes an answer of an error that says that formulas do not take what the
// program does with threads.
func (c *check) threaded(err error) error {
	var n *parser.Node
	e, l := (*getafix.UnsupportedError)(nil), (*slots.LabelError)(nil)
	switch {
	case errors.As(err, &e):
		n = e.Node
	case errors.As(err, &l):
		n = l.Node
	default:
		return err
	}
	if c.refuses(err, n.PC, threadKind(n)); c.notInlined == nil {
		c.result.Detail += "; auto takes it, bfs and symbolic with a bound on the number of threads"
	}
	return nil
}

// threadKind says which statement about threads is at a location, "" if it is none.
func threadKind(n *parser.Node) string {
	if n.Wait {
		return "wait"
	}
	for _, x := range n.Out {
		switch x.Kind {
		case parser.SpawnEdge:
			return "start_thread"
		case parser.SignalEdge:
			return "signal"
		case parser.BroadcastEdge:
			return "broadcast"
		case parser.PassiveEdge:
			return "assignment"
		}
	}
	return ""
}
