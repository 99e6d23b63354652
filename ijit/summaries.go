// This file defines how procedure summaries answer: for sequential programs, with
// recursion.

package ijit

import (
	"errors"
	"slices"

	"github.com/ijit/ijit/algorithms/bebop"
	"github.com/ijit/ijit/parser"
)

// bebopName is the name of the algorithm of procedure summaries.
const bebopName = "bebop"

// maxTrace is how many steps of an execution are written down. Recursive programs
// have short programs for very long ones.
const maxTrace = 1 << 18

// sequential reports whether the program has calls but no threads, so that
// procedure summaries are what auto wants.
func (c *check) sequential() bool {
	return c.start.copies == 1 && c.target == nil && len(c.Program.Calls()) > 0 && !spawns(c.Program)
}

// spawns reports whether some statement creates a thread.
func spawns(p *parser.Program) bool {
	return slices.ContainsFunc(p.Nodes, func(n *parser.Node) bool {
		return len(n.Out) > 0 && n.Out[0].Kind == parser.SpawnEdge
	})
}

// recursive returns the name of the algorithm if it is one for sequential programs
// with procedures as they are, calls not inlined; else "".
func (c *check) recursive() string {
	switch {
	case c.Algorithm == autoName && c.sequential():
		return bebopName
	case c.Algorithm == bebopName, formulaOf(c.Algorithm) != "":
		return c.Algorithm
	}
	return ""
}

// prepareSummaries finds the properties. Whether a statement of a procedure can be
// reached depends on calls, so all count.
func (c *check) prepareSummaries() error {
	switch {
	case c.start.copies != 1:
		return usage("--initial %s: %s is for one thread", c.start.text, c.recursive())
	case c.target != nil:
		return usage("--target %s: %s answers for assertions and labels", c.Options.Target, c.recursive())
	}
	c.code = c.Program
	for _, n := range c.Program.Nodes {
		if n.Stmt == nil || n.Stmt.PC != n.PC {
			continue
		}
		assert, ok := n.Stmt.Op.(*parser.Assert)
		switch {
		case c.Label != "" && slices.ContainsFunc(n.Stmt.Labels, func(l *parser.Label) bool { return l.Name == c.Label }):
			c.properties = append(c.properties, c.property(n.PC, "label", c.Label))
		case c.Label == "" && ok:
			c.properties = append(c.properties, c.property(n.PC, "assert", parser.ExprString(assert.Cond, c.Program.File.Dialect)))
		}
	}
	if c.Label != "" && len(c.properties) == 0 {
		return c.noLabel()
	}
	return nil
}

// summarise runs bebop and fills in the result.
func (c *check) summarise() error {
	c.progress.Phase = "explore"
	c.result.Via, c.result.Counted = "", "location"
	if c.Algorithm != bebopName {
		c.result.By = bebopName
	}
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
