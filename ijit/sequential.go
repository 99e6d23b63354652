// This file defines how the answers for sequential programs are told: what was decided,
// and executions with calls.

package ijit

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"github.com/ijit/ijit/algorithms/bebop"
	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/parser"
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

// An execution with calls, those that return told in full.
type execution interface {
	Len(context.Context) (*big.Int, error)
	Walk(ctx context.Context, yield func(bebop.Step) bool) error
}

// unwind writes the execution down, if it is not too long for that.
func (c *check) unwind(t execution) error {
	c.progress.Phase = "trace"
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
	case c.unfinished(err, written):
		c.result.Detail, err = "no execution: "+c.result.Detail, nil
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
		if last.Kind == bebop.Plain && from.Branches() {
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
