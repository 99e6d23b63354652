// This file defines bounded model checking: one question for each bound.

package bmc

import (
	"context"
	"errors"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/allsat/sat"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/parser/ltl"
)

// CheckBad decides whether a run of at most so many steps ends in a frame in which bad
// holds, for larger and larger bounds. A counterexample is a shortest one, unless
// [Result.Longer] says otherwise. The verdict is Safe if from some bound on there are no
// runs at all, else Unknown when a limit is reached; for proofs see [Induction].
func CheckBad(ctx context.Context, c *aig.Circuit, bad aig.Lit, o Options) Result {
	p := newPath(c, false, o)
	if o.From > 0 {
		return (&deepening{path: p, question: &reach{p, bad}}).run(ctx)
	}
	return (&within{path: p, bad: bad}).run(ctx)
}

// Check decides for bounds 0, 1, 2 and so on whether f is false on a run of so many steps:
// on a finite one whatever follows, or on one whose last frame is left to an earlier state
// for ever, if the loop is fair. The atoms of f are literals of the circuit. What is found
// first is a shortest counterexample. The verdict is Safe if no run can be long enough for
// one, else Unknown when a limit is reached; for proofs see [LivenessToSafety].
func Check(ctx context.Context, c *aig.Circuit, f *ltl.Formula, o Options) Result {
	p := newPath(c, false, o)
	if !ltl.Linear(f) {
		p.err = errQuantifier
		return p.unknown(-1)
	}
	t := negation(f)
	var q question
	switch bad, invariant := t.reached(); {
	case invariant && !o.Infinite:
		q = &reachFormula{p, newStates(t, p.Unrolling), bad}
	case o.Encoding == Recursive:
		q = newRecursive(p, t)
	default:
		q = newLinear(p, t)
	}
	return (&deepening{path: p, question: q}).run(ctx)
}

var errQuantifier = errors.New("the formula has path quantifiers")

// A question is what is asked of a path for each bound.
type question interface {
	// extend adds a frame.
	extend()
	// counterexample returns a literal under which the path of so many steps is one.
	counterexample(bound int) sat.Lit
	// loop returns the frame that follows the last one in the solver's model, or -1.
	loop() int
}

// A deepening asks a question for one bound after the other.
type deepening struct {
	*path
	question
	bound int // the one to be decided
}

func (d *deepening) extend() { d.question.extend() }

func (d *deepening) run(ctx context.Context) Result {
	for {
		r, done := d.next(ctx)
		d.event(d.bound)
		switch {
		case done:
			return r
		case d.last(d.bound):
			return d.unknown(d.bound)
		}
		d.bound++
	}
}

// next decides the bound. If done is false, it has no counterexample.
func (d *deepening) next(ctx context.Context) (r Result, done bool) {
	k := d.bound
	d.extend()
	if k < d.options.From {
		return r, false
	}
	x := d.counterexample(k)
	switch d.solve(ctx, x) {
	case sat.Sat:
		return d.unsafe(k, d.loop()), true
	case sat.Unknown:
		return d.unknown(k - 1), true
	}
	if d.options.From == 0 && d.impossible(x) {
		return d.result(verdict.Safe, k), true
	}
	d.solver.Add(-x)
	return r, false
}

// A reach is the question whether a literal holds in the last frame.
type reach struct {
	*path
	bad aig.Lit
}

func (r *reach) counterexample(bound int) sat.Lit { return r.lit(r.bad, bound) }
func (r *reach) loop() int                        { return -1 }

// A reachFormula is the question whether a propositional formula holds in the last frame.
type reachFormula struct {
	*path
	states *states
	bad    int
}

func (r *reachFormula) counterexample(bound int) sat.Lit {
	return r.clauses.Lit(r.states.at(r.bad, bound))
}
func (r *reachFormula) loop() int { return -1 }
