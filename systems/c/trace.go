// This file defines executions for those who show them.

package c

import (
	"slices"
	"strings"

	"github.com/ijit/ijit/internal/show/trace"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/c/execution"
	"github.com/ijit/ijit/systems/c/form"
	"github.com/ijit/ijit/systems/c/refinement"
	"github.com/ijit/ijit/systems/c/word"
)

// newTrace returns an execution with the values of all variables that are words.
func newTrace(p *form.Program, begin *execution.State, steps []execution.Step) *trace.Trace {
	t := &trace.Trace{Initial: show(p, begin)}
	for _, g := range p.Globals {
		t.SharedNames = append(t.SharedNames, p.Terms.Name(g.Variable))
	}
	for i := range steps {
		s := &steps[i]
		step := newStep(s.Thread, s.Edge)
		step.State = show(p, s.State)
		step.Ended = step.State.Thread(s.Thread) == nil
		if s.Edge.Start >= 0 {
			step.Created = s.State.Created
		}
		t.Steps = append(t.Steps, step)
	}
	return t
}

// newPath returns a path without values.
func newPath(p *form.Program, path *refinement.Path) *trace.Trace {
	begin := trace.State{Threads: []trace.Thread{{ID: 1, Proc: p.Automata[0].Name}}}
	t := &trace.Trace{Initial: begin}
	number := map[int]int{1: 1} // threads by the order in which edges start them
	for _, s := range path.Steps {
		step := newStep(number[s.Thread], s.Edge)
		step.Fails = false
		if s.Created > 0 {
			step.Created = len(number) + 1
			number[s.Created] = step.Created
			begin.Threads = append(slices.Clone(begin.Threads), trace.Thread{ID: step.Created, Proc: p.Automata[s.Edge.Start].Name})
		}
		step.State = begin
		t.Steps = append(t.Steps, step)
	}
	return t
}

func newStep(thread int, e *form.Edge) trace.Step {
	return trace.Step{Thread: thread, Pos: parser.Pos{Line: e.Origin.Line, Col: e.Origin.Col}, Statement: e.Origin.Text, Fails: e.Check != form.None}
}

func show(p *form.Program, s *execution.State) trace.State {
	number := func(v word.Variable, x uint64) int {
		if p.Terms.Signed(v) {
			w := p.Terms.VariableWidth(v)
			return int(int64(x<<(64-w)) >> (64 - w))
		}
		return int(x)
	}
	var r trace.State
	for i, g := range p.Globals {
		r.Shared = append(r.Shared, number(g.Variable, s.Globals[i]))
	}
	for _, t := range s.Threads {
		f := p.Automata[t.Automaton]
		shown := trace.Thread{ID: t.ID, PC: t.Node, Proc: f.Name}
		for i, v := range f.Locals {
			shown.Names = append(shown.Names, strings.TrimPrefix(p.Terms.Name(v), f.Name+"."))
			shown.Locals = append(shown.Locals, number(v, t.Locals[i]))
		}
		r.Threads = append(r.Threads, shown)
	}
	return r
}
