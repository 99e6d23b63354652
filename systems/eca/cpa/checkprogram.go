// This file defines how the targets of a sequential Boolean program are decided, and the
// executions to them.

package cpa

import (
	"context"
	"slices"

	"github.com/ijit/ijit/bdd/reach"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/eca"
)

// Options says what to look for in a Boolean program, by which analysis.
type Options struct {
	Analysis string // one of [Names]; "" for the default
	// Labelled are the program counters to be reached; nil for assertions that may fail.
	Labelled []int
	// All asks not to stop at the first target.
	All      bool
	MaxBytes int64
	Progress func(Stats)
}

// A Result is the answer of Check.
type Result struct {
	Analysis string
	Verdict  verdict.Verdict
	Reason   verdict.Reason // why not Complete
	Detail   string
	Findings []verdict.Finding // the first is what Trace leads to
	Trace    *reach.Trace
	Complete bool // what is not among the findings cannot be reached
	Stats    Stats
}

// Check decides whether a Boolean program without calls can reach a target. The error is that
// of [OfProgram]; limits make the verdict Unknown instead.
func Check(ctx context.Context, p *parser.Program, o Options) (*Result, error) {
	a, err := OfProgram(p, o.Labelled)
	if err != nil {
		return nil, err
	}
	r := &Result{Analysis: o.Analysis}
	a.Blocks()
	if r.Analysis == "" {
		r.Analysis = a.Default()
	}
	wanted := slices.Repeat([]bool{true}, len(a.Targets))
	d := a.decide(ctx, question{
		name: r.Analysis, wanted: wanted, first: !o.All, maxBytes: o.MaxBytes, progress: o.Progress,
		confirm: func(target int, way []move, _ bool) bool {
			t, ok := a.trace(p, way, target)
			if !ok {
				return false
			}
			f := verdict.Finding{PC: a.Targets[target].PC, Failed: o.Labelled == nil, Depth: len(t.Steps)}
			if r.Findings = append(r.Findings, f); r.Trace == nil {
				r.Trace = t
			}
			return true
		},
	})
	r.Stats = d.stats
	missed := d.complete && d.count() > len(r.Findings)
	r.Complete = d.complete && !missed || len(r.Findings) == len(a.Targets)
	switch {
	case len(r.Findings) > 0:
		r.Verdict = verdict.Unsafe
	case r.Complete:
		r.Verdict = verdict.Safe
	}
	if r.Reason, r.Detail = d.reason, d.detail; missed {
		r.Reason, r.Detail = verdict.Bound, "the abstraction by "+r.Analysis+" reaches targets to which no execution was found"
	}
	return r, nil
}

// trace executes a path to a target, and returns false if it cannot be executed.
func (a *Automaton) trace(p *parser.Program, way []move, target int) (*reach.Trace, bool) {
	values := make([]int32, len(a.Vars))
	for i, v := range a.Vars {
		values[i] = begins(v)
	}
	state := func(pc int) reach.State {
		locals := len(p.File.Globals)
		return reach.State{Globals: truths(values[:locals]), Threads: []reach.Thread{{
			ID: 1, PC: pc, Locals: truths(values[locals : locals+len(p.Nodes[pc].Proc.Locals)]),
		}}}
	}
	t := &reach.Trace{}
	at := a.Locations[0]
	var edge *parser.Edge
	arrive := func() {
		switch {
		case edge == nil:
			t.Initial = state(p.Start)
		case edge.Kind == parser.FailEdge:
			t.Steps = append(t.Steps, reach.Step{Thread: 1, Edge: edge, Fails: true, State: state(edge.From)})
		default:
			t.Steps = append(t.Steps, reach.Step{Thread: 1, Edge: edge, State: state(edge.To)})
		}
	}
	for i, m := range way {
		if m.op == nil {
			if i > 0 {
				arrive()
			}
			if m.edge.From != at {
				return nil, false
			}
			at = m.edge.To
			edge, _ = m.edge.origin.(*parser.Edge)
			continue
		}
		if !execute(values, m) {
			return nil, false
		}
	}
	arrive()
	return t, slices.Contains(at.Targets, target)
}

// execute does an operation, and returns false if it cannot be done.
func execute(values []int32, m move) bool {
	at := func(v *eca.Var) interval { return interval{int64(values[v.ID]), int64(values[v.ID])} }
	switch op := m.op.(type) {
	case *Assume:
		return !expr{op.Cond}.over(at).is(0)
	case *Assign:
		var results []int32
		for _, e := range op.Values {
			results = append(results, int32(expr{e}.over(at).lo))
		}
		for i, v := range op.Vars {
			values[v.ID] = results[i]
		}
	case *Choose:
		if !slices.Contains(op.Values, m.value) {
			return false
		}
		values[op.Var.ID] = m.value
	}
	return true // what is forgotten may stay
}

func truths(values []int32) []bool {
	out := make([]bool, len(values))
	for i, v := range values {
		out[i] = v != 0
	}
	return out
}
