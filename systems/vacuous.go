// This file defines when there is nothing that an answer could be about: nothing is asked, no
// execution of a program begins, or a finite state machine has no runs that count.

package systems

import (
	"cmp"
	"slices"
	"time"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/internal/encode"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/parser/ltl"
	"github.com/ijit/ijit/systems/circuits/machine"
)

// asks reports whether the options ask more than whether what the model asserts holds.
func (o *Options) asks() bool {
	return o.Label != "" || o.Target != "" || o.Deadlock || o.Leak || o.LTL != "" || o.Cover || o.Summaries
}

// Asked returns a [UsageError] if neither a program nor the options ask anything, and the
// program has no label that could have been meant. [Model.Check] answers all the same: that
// nothing can fail.
func (m *Model) Asked(o Options) error {
	if o.asks() {
		return nil
	}
	return m.unasked(m)
}

// Why an answer is about no execution.
const (
	noExecution = "no execution begins"
	noAssertion = "nothing is asserted"
	noInitial   = "no initial state"
	noFair      = "no fair run"
	noInfinite  = "no infinite run"
)

// maxInitial is how many nodes of decision diagrams the initial states may take. Beyond, it is
// not known whether there are any.
const maxInitial = 1 << 20

// vacuous says why the answer about a program says nothing of its executions, "" if it does or
// that is not known. All that can keep an execution from beginning is what the procedure
// enforces that runs first; where threads begin by themselves, what each of them does.
func (c *check) vacuous() string {
	if !c.asks() && !asserts(c.Program) {
		return noAssertion
	}
	f := c.Program.File
	first := []*parser.Proc{f.Main}
	switch {
	case f.Init != nil:
		first = []*parser.Proc{f.Init}
	case f.Threads != nil:
		first = f.Threads
	}
	if slices.ContainsFunc(first, func(p *parser.Proc) bool { return p.Enforce == nil }) {
		return ""
	}
	m := bdd.New(bdd.Options{MaxNodes: maxInitial, Context: c.ctx})
	e := encode.New(m, c.Program, encode.Places{Now: encode.NewFrames(m, c.Program.Layout, 1)[0]})
	for _, p := range first {
		if m.And(e.Globals(), e.Entry(p)) != bdd.False || m.Err() != nil {
			return ""
		}
	}
	return noExecution
}

// vacuities says of the properties of a machine that are true which of them are so because there
// is no run that they are about: there is no initial state, or the property is a formula and no
// infinite run is fair.
func (m StateMachine) vacuities(c *check, answers map[int]*Result) error {
	var states, formulas []*Result // that are true
	for i, r := range answers {
		switch {
		case r.Verdict != Safe:
		case m.Properties[i].Formula == nil:
			states = append(states, r)
		default:
			formulas = append(formulas, r)
		}
	}
	if len(states)+len(formulas) == 0 {
		return nil
	}
	if begins, err := m.begins(c); err != nil {
		return err
	} else if !begins {
		c.vacate(append(states, formulas...), noInitial)
		return nil
	}
	if len(formulas) == 0 {
		return nil
	}
	why, err := m.endless(c)
	if err == nil && why != "" {
		c.vacate(formulas, why)
	}
	return err
}

// vacate notes why nothing is said by answers that a property is true.
func (c *check) vacate(answers []*Result, why string) {
	for _, r := range answers {
		r.Vacuous, r.Property.Found.Vacuous = why, why
		c.withdraw(r)
	}
}

// begins reports whether the machine has an initial state, or that is not known.
func (m StateMachine) begins(c *check) (bool, error) {
	a, err := machine.Check(c.ctx, m.Circuit, machine.Property{Bad: aig.True}, machine.BMC, machine.Options{Bound: 1, Memory: int64(c.room())})
	return a.Verdict != Safe, err
}

// endless says which infinite runs the machine does not have that formulas are about, "" if it has
// some or that is not known. The algorithm that decided the formulas gets as long as all took so far.
func (m StateMachine) endless(c *check) (string, error) {
	asked := *m.Machine
	asked.Properties = []machine.Property{{Formula: cmp.Or(asked.Unfair, ltl.False())}}
	d := *c
	d.Model = c.with(&asked)
	d.Certify, d.Progress = false, nil
	r, err := d.one(0, max(besideTime, time.Since(c.begin)), false)
	c.result.Faults = append(c.result.Faults, r.Faults...)
	switch {
	case err != nil || r.Verdict != Safe:
		return "", err
	case asked.Unfair != nil || len(asked.Fairness) > 0:
		return noFair, nil
	}
	return noInfinite, nil
}
