// This file defines traces of sequential programs, from executions with calls.

package trace

import (
	"context"
	"slices"

	"github.com/ijit/ijit/algorithms/bebop"
	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/parser"
)

// An Execution is one that has calls, told in full.
type Execution interface {
	Walk(ctx context.Context, yield func(bebop.Step) bool) error
}

// Sequential shows an execution of a sequential program.
func Sequential(ctx context.Context, p *parser.Program, x Execution, atomicity image.Atomicity) (*Trace, error) {
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
		step.Passing = atomicity == image.Big && (n.Section != nil || inside > 0)
		out.Steps = append(out.Steps, step)
	}
	err := x.Walk(ctx, func(s bebop.Step) bool {
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
