// This file defines executions: they are found backwards, a call that returns only
// when somebody asks, and told forwards.

package getafix

import (
	"cmp"
	"context"
	"math/big"
	"slices"

	"github.com/ijit/ijit/bdd"
)

// A Trace is an execution from the beginning of the program to a target. What happens
// inside of calls that return is worked out when it is asked for, and once for all
// calls that do the same. A Trace is for one goroutine.
type Trace struct {
	*tracer
	finding Finding
	limits  bdd.Options
	legs    [][]stop // one for each procedure on the stack, main first
}

// newTrace goes back from the first finding.
func newTrace(r *run) (*Trace, error) {
	t := &Trace{
		tracer:  &tracer{space: r.space, rounds: r.rounds, excursions: map[tuple]*excursion{}},
		finding: r.answer.Findings[0],
		limits:  bdd.Options{MaxNodes: r.MaxNodes, MaxBytes: r.MaxBytes},
	}
	t.resume(r.ctx)
	n := t.base.program.Nodes[t.finding.PC]
	states := t.m.Exists(r.first.states, t.places)
	x, round, ok := t.earliest(t.module(n.Proc), place(n.Proc, n.PC), states, len(t.rounds))
	for ok {
		leg, first, err := t.walk(x, round)
		if err != nil {
			return nil, err
		}
		t.legs = append(t.legs, leg)
		if first == 0 {
			slices.Reverse(t.legs)
			return t, nil
		}
		x, round, ok = t.caller(leg[0].tuple, first)
	}
	return nil, cmp.Or(t.m.Err(), errNoWayBack)
}

// resume makes the manager work for a new question.
func (t *Trace) resume(ctx context.Context) {
	t.limits.Context = ctx
	t.m.SetOptions(t.limits)
	t.m.ClearErr()
}

// Len returns the number of steps of the trace, the failing one included.
func (t *Trace) Len(ctx context.Context) (*big.Int, error) {
	t.resume(ctx)
	n := new(big.Int)
	for _, leg := range t.legs {
		n.Add(n, big.NewInt(int64(len(leg))))
		for _, s := range leg {
			if s.inside == nil {
				continue
			}
			if err := t.count(s.inside); err != nil {
				return nil, err
			}
			n.Add(n, s.inside.states)
		}
	}
	if !t.finding.Failed {
		n.Sub(n, big.NewInt(1))
	}
	return n, nil
}

// count counts the states of an excursion. It has a stack of its own: calls may be
// nested deeper than Go allows.
func (t *tracer) count(x *excursion) error {
	for todo := []*excursion{x}; len(todo) > 0; {
		x := todo[len(todo)-1]
		if x.states != nil {
			todo = todo[:len(todo)-1]
			continue
		}
		if err := t.expand(x); err != nil {
			return err
		}
		n, open := big.NewInt(int64(len(x.leg))), len(todo)
		for _, s := range x.leg {
			switch {
			case s.inside == nil:
			case s.inside.states == nil:
				todo = append(todo, s.inside)
			default:
				n.Add(n, s.inside.states)
			}
		}
		if len(todo) == open {
			x.states = n
			todo = todo[:open-1]
		}
	}
	return nil
}

// expand finds the leg of an excursion.
func (t *tracer) expand(x *excursion) (err error) {
	if x.leg == nil {
		x.leg, _, err = t.walk(x.exit, x.round)
	}
	return err
}

// A Kind says what the execution of a statement does.
type Kind int

const (
	Plain   Kind = iota // goes on in the procedure
	Call                // enters a procedure
	Return              // leaves the procedure for its caller
	Failure             // fails: the last step of a trace to an assertion
	Arrival             // nothing yet: the last step of a trace to a location
)

func (k Kind) String() string {
	return [...]string{"step", "call", "return", "failure", "arrival"}[k]
}

// A Step is a state on a trace, and what happens next.
type Step struct {
	PC    int
	Depth int // how many calls have not returned
	Kind  Kind
	// Globals and Locals have the values before the statement at PC is executed, by
	// index; the locals are those of the procedure that PC lies in.
	Globals, Locals []bool
}

// Walk calls yield with each step of the trace, from the beginning of the program on,
// until it returns false. Steps are made one at a time, and what happens inside equal
// calls is kept once, so a trace may be longer than memory. The slices of a Step are
// its own. The error says that ctx ended or a limit was met.
func (t *Trace) Walk(ctx context.Context, yield func(Step) bool) error {
	t.resume(ctx)
	w := walker{Trace: t}
	w.begin()
	for t.m.Err() == nil {
		s := w.step()
		if !yield(s) || s.Kind == Failure || s.Kind == Arrival {
			break
		}
		if err := w.advance(s.Kind); err != nil {
			return err
		}
		t.m.SafePoint()
	}
	return t.m.Err()
}
