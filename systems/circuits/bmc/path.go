// This file defines the frames of a run in a solver.

package bmc

import (
	"context"
	"slices"
	"time"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/allsat/sat"
	"github.com/ijit/ijit/internal/verdict"
)

// A path is a growing sequence of frames of a circuit, as clauses in a solver.
type path struct {
	*aig.Unrolling
	circuit *aig.Circuit
	clauses *aig.Clauses
	solver  *sat.Solver
	options Options
	open    bool // the first state is any state
	frames  int
	begin   time.Time
	err     error // why the last answer was Unknown
}

// newPath returns a path without frames.
func newPath(c *aig.Circuit, open bool, o Options) *path {
	p := &path{Unrolling: aig.Unroll(c, open), circuit: c, options: o, open: open, begin: time.Now()}
	p.solver = sat.New(sat.Options{Memory: o.Memory})
	p.clauses = aig.NewClauses(p.Graph, p.solver)
	return p
}

// variable returns a new variable of the solver, or any one if there is no memory and so no
// answer.
func (p *path) variable() sat.Lit { return max(1, sat.Lit(p.solver.NewVar())) }

// lit returns a literal of a frame in the solver.
func (p *path) lit(l aig.Lit, frame int) sat.Lit { return p.clauses.Lit(p.At(l, frame)) }

// extend adds a frame, which the frame before is left to by a step.
func (p *path) extend() { p.extendUnless() }

// extendUnless is extend for a path that matters only if all of the literals are false.
func (p *path) extendUnless(over ...sat.Lit) {
	k := p.frames
	p.frames++
	hold := func(lits []aig.Lit, frame int) {
		for _, l := range lits {
			p.solver.Add(append(over, p.lit(l, frame))...)
		}
	}
	if k > 0 {
		hold(p.circuit.Steps, k-1)
	} else if !p.open {
		hold(p.circuit.Initial, 0)
	}
	hold(p.circuit.Constraints, k)
}

// solve decides whether there is a path under assumptions.
func (p *path) solve(ctx context.Context, assumptions ...sat.Lit) sat.Status {
	if p.err = ctx.Err(); p.err == nil && p.options.Memory > 0 && p.bytes() > p.options.Memory {
		p.err = sat.ErrMemory
	}
	if p.err != nil {
		return sat.Unknown
	}
	if len(p.options.Command) > 0 {
		return p.ask(ctx, assumptions)
	}
	status := p.solver.Solve(ctx, assumptions...)
	p.err = p.solver.Err()
	return status
}

// impossible reports whether the last answer Unsat did not need an assumption. An external
// solver does not say.
func (p *path) impossible(assumptions ...sat.Lit) bool {
	return len(p.options.Command) == 0 && !slices.ContainsFunc(assumptions, func(l sat.Lit) bool { return slices.Contains(p.solver.Failed(), l) })
}

// bytes is about what frames and clauses take.
func (p *path) bytes() int64 {
	return p.solver.Stats().Bytes + int64(p.Len())*24 + int64(p.frames)*int64(p.circuit.Len())*4
}

// event says that a bound has been decided, with the help of other paths.
func (p *path) event(bound int, others ...*path) {
	if p.options.Event == nil {
		return
	}
	e := Event{Bound: bound, Time: time.Since(p.begin)}
	for _, q := range append(others, p) {
		s := q.solver.Stats()
		e.Variables += s.Variables
		e.Clauses += s.Clauses
		e.Conflicts += s.Conflicts
	}
	p.options.Event(e)
}

// last reports whether no bound behind this one is to be asked about.
func (p *path) last(bound int) bool { return p.options.Bound > 0 && bound >= p.options.Bound }

// result returns an answer.
func (p *path) result(v verdict.Verdict, bound int) Result {
	return Result{Verdict: v, Bound: bound, Stats: Stats{p.frames, p.Len(), p.solver.Stats()}}
}

// unknown returns the answer that a limit is reached; bound is the last one decided.
func (p *path) unknown(bound int) Result {
	r := p.result(verdict.Unknown, bound)
	switch r.Reason = verdict.ReasonOf(p.err, sat.ErrMemory, sat.ErrLiteral); {
	case p.err == nil:
		r.Reason = verdict.Bound
	case r.Reason == verdict.NoReason:
		r.Reason, r.Err = verdict.Unsupported, p.err
	}
	return r
}

// unsafe returns a counterexample: the first frames of the solver's model.
func (p *path) unsafe(bound, loop int) Result {
	r := p.result(verdict.Unsafe, bound)
	r.Run = &aig.Run{First: make([]bool, len(p.circuit.Latches)), Loop: loop}
	for i, l := range p.circuit.Latches {
		r.Run.First[i] = p.value(l.Lit, 0, l.Reset == aig.True)
	}
	for frame := range bound + 1 {
		values := make([]bool, len(p.circuit.Inputs))
		for i, in := range p.circuit.Inputs {
			values[i] = p.value(in.Lit, frame, false)
		}
		r.Run.Inputs = append(r.Run.Inputs, values)
	}
	return r
}

// value returns the value of a literal in the solver's model. A literal that nothing rests
// on has the other value.
func (p *path) value(l aig.Lit, frame int, other bool) bool {
	if m, ok := p.Built(l, frame); ok {
		return p.clauses.Value(m)
	}
	return other
}
