// This file defines the translation of models to formats that other tools read: circuits to
// AIGER, and questions about them to DIMACS and QDIMACS.

package systems

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"time"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/allsat/aig/aiger"
	"github.com/ijit/ijit/allsat/aig/cnf"
	"github.com/ijit/ijit/internal/show/trace"
	"github.com/ijit/ijit/systems/circuits/machine"
)

// An Export is a circuit with properties: that of a finite state machine, or of a program with
// a bounded number of threads.
type Export struct {
	circuit    *aig.Circuit
	properties []machine.Property
	one        bool   // property was asked for by its name or number
	named      bool   // properties without a name stay without one
	memory     uint64 // for clauses
}

// Export makes a circuit. The options are those of a check with bmc; those of how to search do
// not matter. Without [Options.Property] and [Options.LTL] it has all properties.
func (m *Model) Export(ctx context.Context, o Options) (*Export, error) {
	if m.is(tables) {
		return nil, usage("%s: a transition system is not translated further", m.Name)
	}
	o.Algorithm = "bmc"
	q, err := ask(m, o)
	if err != nil {
		return nil, err
	}
	e, err := m.Form.(circular).export(newCheck(ctx, q, time.Now()))
	if err == nil {
		e.memory = o.Memory
	}
	return e, err
}

// export takes what is asked of the machine.
func (m StateMachine) export(c *check) (*Export, error) {
	asked := c.Form.(StateMachine)
	list, err := asked.wanted(&c.question)
	if err != nil {
		return nil, err
	}
	kind, _ := c.Options.formula()
	e := &Export{circuit: asked.Circuit, one: c.Options.Property != "" || kind != "", named: m.Witness != nil}
	for _, i := range list {
		e.properties = append(e.properties, asked.Properties[i])
	}
	return e, nil
}

func (BooleanProgram) export(c *check) (*Export, error) {
	if !c.inline() {
		return nil, fmt.Errorf("%s: %w", c.Name, c.notInlined)
	}
	c.asInlined()
	p, err := c.circuit(false)
	if err != nil {
		return nil, err
	}
	p.Property.Property = trace.Property{File: c.Name, Kind: "bad", Name: "error", Text: "error"}
	if c.LTL != "" {
		p.Property.Property = trace.Property{File: c.Name, Kind: "ltl", Text: c.LTL}
	}
	return &Export{circuit: p.Circuit, properties: []machine.Property{p.Property}, one: true}, nil
}

// called returns what a property is called in messages.
func called(p *machine.Property) string {
	if p.Name != "" {
		return p.Name
	}
	return p.Text
}

// WriteAIGER writes the circuit in the format AIGER 1.9, as text or binary: properties of
// states are bad states, and a formula that something does not happen infinitely often is a
// justice property. If one property was asked for, the formula may be any one of LTL: a tester
// of it becomes part of the circuit. It returns a line about each property that is left out.
func (e *Export) WriteAIGER(w io.Writer, binary bool, comment string) (left []string, err error) {
	d := *e.circuit
	d.Outputs, d.Bads, d.Justices = nil, nil, nil
	for i := range e.properties {
		p := &e.properties[i]
		name := p.Name
		if name == "" && !e.named {
			name = p.Text
		}
		if bad, err := machine.Bad(&d, *p); err == nil {
			d.Bads = append(d.Bads, aig.Named{Name: name, Lit: bad})
			continue
		}
		lits, err := machine.Justice(&d, *p)
		if err != nil && e.one {
			var tested *aig.Circuit
			if tested, lits, err = machine.Tested(&d, *p); err == nil {
				d = *tested
				d.Outputs, d.Bads, d.Justices = nil, nil, nil
			}
		}
		if err != nil {
			left = append(left, fmt.Sprintf("%s is not translated: %v", called(p), err))
			continue
		}
		d.Justices = append(d.Justices, aig.Justice{Name: name, Lits: lits})
	}
	if len(d.Bads)+len(d.Justices) == 0 {
		return nil, usage("there is nothing to write: %s", left[0])
	}
	return left, aiger.Write(w, &d, binary, comment)
}

// DIMACS returns the formula that has a model if and only if the property, one of states,
// is violated in the frame number bound, from 0.
func (e *Export) DIMACS(ctx context.Context, bound int) (*cnf.Formula, error) {
	if len(e.properties) > 1 {
		return nil, usage("a formula is about one property, and there are %d; choose with --property", len(e.properties))
	}
	p := &e.properties[0]
	bad, err := machine.Bad(e.circuit, *p)
	if err != nil {
		return nil, usage("%s: %v; bounded questions about others are asked by ijit check --algorithm bmc --bound K --sat-cmd CMD", called(p), err)
	}
	return within(cnf.Bound(ctx, e.circuit, bad, bound, e.most()))
}

// QDIMACS returns the quantified formula that is true if and only if the states that are
// reached in bound+1 steps can be reached in at most bound steps, so that no state needs more:
// the diameter question of Biere and others (TACAS 1999). It is about the part of the circuit
// that the property rests on, if there is one.
func (e *Export) QDIMACS(ctx context.Context, bound int) (*cnf.Formula, error) {
	c := e.circuit
	if e.one {
		c = machine.Cone(c, e.properties[0])
	}
	return within(cnf.Diameter(ctx, c, false, bound, e.most()))
}

// bytesOfClause is how many bytes a clause takes.
const bytesOfClause = 100

// most returns how many clauses there may be, 0 for no limit.
func (e *Export) most() int { return int(min(e.memory/bytesOfClause, math.MaxInt)) }

// within says of a formula with too many clauses that memory is what it lacks.
func within(f *cnf.Formula, err error) (*cnf.Formula, error) {
	if errors.Is(err, cnf.ErrLimit) {
		err = fmt.Errorf("%w: %w", ErrMemory, err)
	}
	return f, err
}
