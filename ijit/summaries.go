// This file defines how procedure summaries answer: for sequential programs, with
// recursion.

package ijit

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/algorithms/bebop"
	"github.com/ijit/ijit/image"
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
	c.noCertificate("bebop makes none")
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
	r, err := bebop.Check(c.ctx, c.Program, o)
	if e := (*bebop.UnsupportedError)(nil); errors.As(err, &e) {
		c.result.Reason, c.result.Detail = algorithms.Unsupported, err.Error()
		p := c.property(e.Stmt.PC, "start_thread", "")
		c.result.Property = &p
		return nil
	}
	if err != nil {
		return err
	}
	c.result.Verdict, c.result.Reason, c.result.Detail = r.Verdict, r.Reason, r.Detail
	c.result.States = r.Stats.Vertices
	c.result.Depth, c.result.MaxThreads = r.Stats.Depth, 1
	c.result.Stats.Fired = int64(r.Stats.Iterations)
	c.result.Stats.StoreBytes = int(r.Stats.Bytes)
	c.result.Stats.Variables, c.result.Stats.PeakNodes = r.Stats.Variables, r.Stats.PeakNodes
	var found []algorithms.Finding
	for _, f := range r.Findings {
		found = append(found, algorithms.Finding{Label: uint32(f.PC), Depth: f.Depth})
	}
	c.verdicts(found, r.Complete)
	if c.Options.Summaries && r.Complete {
		c.result.Summaries = summaries(r)
	}
	if r.Verdict != Unsafe {
		return nil
	}
	c.result.Depth = r.Findings[0].Depth
	c.result.Property = c.blame(uint32(r.Findings[0].PC))
	if r.Trace == nil {
		return nil
	}
	if err := c.unwind(r.Trace); err != nil || c.result.Trace == nil {
		return err
	}
	return c.replay()
}

// An execution with calls, those that return told in full.
type execution interface {
	Len(context.Context) (*big.Int, error)
	Walk(ctx context.Context, yield func(bebop.Step) bool) error
}

// unwind writes the execution down, if it is not too long for that.
func (c *check) unwind(t execution) error {
	n, err := t.Len(c.ctx)
	if err == nil && n.Cmp(big.NewInt(maxTrace)) > 0 {
		c.result.Detail = fmt.Sprintf("the execution to the error has %d steps, too many to be written down", n)
		return nil
	}
	var out *Trace
	if err == nil {
		out, err = c.hierarchical(t)
	}
	switch {
	case err == nil:
		// The search counts rounds, in which what is inside of a call takes as long as it
		// took to find out.
		c.result.Trace, c.result.Depth = out, len(out.Steps)
	case c.ctx.Err() != nil:
		c.result.Detail = "the time was up while the execution to the error was written down"
		err = nil
	}
	return err
}

// hierarchical writes an execution with calls down.
func (c *check) hierarchical(t execution) (*Trace, error) {
	p := c.Program
	globals := names(p.File.Globals)
	locals := map[*parser.Proc][]string{}
	out := &Trace{SharedNames: globals}
	var callers []*Frame
	inside := 0 // how many of them are in an atomic section
	var last *bebop.Step
	// take turns the step before s, which leads to the state of s, into one of out.
	take := func(s bebop.Step) {
		n := p.Nodes[s.PC]
		if locals[n.Proc] == nil {
			locals[n.Proc] = names(n.Proc.Locals)
		}
		state := State{Shared: ints(s.Globals), Threads: []Thread{{
			ID: 1, PC: s.PC, Proc: n.Proc.Name, Names: locals[n.Proc], Locals: ints(s.Locals), Callers: callers,
		}}}
		if last == nil {
			out.Initial = state
			return
		}
		from := p.Nodes[last.PC]
		step := Step{Thread: 1, PC: last.PC, Pos: from.Pos, Statement: from.Text(p.File.Dialect), State: state}
		if from.Stmt != nil {
			step.Origin = from.Stmt.Origin
		}
		if last.Kind == bebop.Plain && branches(from) {
			step.Goes = n.Pos
		}
		step.Passing = c.Atomicity == image.Big && (n.Section != nil || inside > 0)
		out.Steps = append(out.Steps, step)
	}
	err := t.Walk(c.ctx, func(s bebop.Step) bool {
		take(s)
		switch s.Kind {
		case bebop.Call:
			n := p.Nodes[s.PC]
			callers = append(slices.Clip(callers), &Frame{PC: s.PC, Proc: n.Proc.Name, Names: locals[n.Proc], Locals: ints(s.Locals)})
			if n.Section != nil {
				inside++
			}
		case bebop.Return:
			last := len(callers) - 1
			if p.Nodes[callers[last].PC].Section != nil {
				inside--
			}
			callers = slices.Clip(callers[:last])
		case bebop.Failure:
			last = &s
			take(s)
			out.Steps[len(out.Steps)-1].Fails = true
			out.Steps[len(out.Steps)-1].Passing = false
		}
		last = &s
		return true
	})
	return out, err
}

// inSection reports whether a thread is inside an atomic section.
func (s *State) inSection(p *parser.Program) bool {
	return slices.ContainsFunc(s.Threads, func(t Thread) bool {
		return p.Nodes[t.PC].Section != nil ||
			slices.ContainsFunc(t.Callers, func(f *Frame) bool { return p.Nodes[f.PC].Section != nil })
	})
}

func ints(bs []bool) []int {
	vs := make([]int, len(bs))
	for i, b := range bs {
		if b {
			vs[i] = 1
		}
	}
	return vs
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
