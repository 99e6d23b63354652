// This file defines finite state machines and what is asked of them.

package machine

import (
	"fmt"
	"io"
	"strconv"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/internal/show/trace"
	"github.com/ijit/ijit/parser/ltl"
	"github.com/ijit/ijit/systems/circuits/smv"
	"github.com/ijit/ijit/systems/circuits/tester"
)

// A Machine is a finite state machine.
type Machine struct {
	*aig.Circuit
	Properties []Property
	// Unfair is a formula that holds on the infinite runs that are not fair although Fairness of the
	// circuit is; nil if there are none.
	Unfair *ltl.Formula
	// Ask returns the machine with another question, in the terms of the input: a formula of a kind that Kinds has.
	Ask func(kind, formula string) (*Machine, error)
	// Kinds are the kinds of formulas that can be asked: ltl, and of models ctl and invar, which is an expression that holds in all states.
	Kinds []string
	// Waves shows a run in the terms of the input.
	Waves func(*aig.Run) *trace.Waves
	// Witness writes a run that violates a property, given by its number, as AIGER has it; it is
	// nil for what is no circuit of AIGER.
	Witness func(w io.Writer, property int, r *aig.Run) error

	model *smv.Model // nil for what is none
}

// A Property is asked of a machine: that no run has a frame in which a literal holds or, if
// there is a formula, that the formula holds on all infinite runs that are fair.
type Property struct {
	trace.Property
	Bad         aig.Lit
	Weight      []aig.Lit    // of frames on the way to Bad, see [bmc.Options]
	Formula     *ltl.Formula // its atoms are literals of the circuit
	Unsupported string       // why it cannot be checked, "" if it can
	Compute     *Computation // what is asked if it is a number, which only [Diagrams] finds: others do not support the property
	// GoesOn says that each finite run is the beginning of an infinite, fair one of what the
	// circuit stands for, be it one that the circuit does not have.
	GoesOn bool
}

// OfStates reports whether the property says that Bad never holds.
func (p *Property) OfStates() bool { return p.Formula == nil && p.Unsupported == "" }

// Named returns the numbers of the properties with a name, of all if it is "", or that of which it is the number from 1
// on. The error says what there is in the file.
func (m *Machine) Named(file, name string) (list []int, err error) {
	for i, p := range m.Properties {
		if name == "" || p.Name == name {
			list = append(list, i)
		}
	}
	all := len(m.Properties)
	n, err := strconv.Atoi(name)
	switch {
	case len(list) > 0:
		return list, nil
	case err == nil && 1 <= n && n <= all:
		return []int{n - 1}, nil
	case all > 0:
		return nil, fmt.Errorf("--property %s: %s has %d properties; give the name of one, or a number from 1 to %d", name, file, all, all)
	case m.Witness != nil:
		return nil, fmt.Errorf("%s has no properties to check; properties of a circuit are its bad states, justice properties or outputs", file)
	}
	return nil, fmt.Errorf("%s has no properties to check; write one in the file, such as INVARSPEC x != 3, or LTLSPEC G (request -> F grant)", file)
}

// reduce returns the part of the circuit that a property rests on, and the property in it.
func reduce(c *aig.Circuit, p Property) (*aig.Cone, Property) {
	if p.Formula == nil {
		cone := aig.NewCone(c, append([]aig.Lit{p.Bad}, p.Weight...)...)
		p.Bad, _ = cone.Lit(p.Bad)
		weight := make([]aig.Lit, len(p.Weight))
		for i, l := range p.Weight {
			weight[i], _ = cone.Lit(l)
		}
		p.Weight = weight
		return cone, p
	}
	var cone *aig.Cone
	cone, p.Formula = tester.Cone(c, p.Formula)
	return cone, p
}

// invariant returns the property as one about states, if the formula is.
func invariant(c *aig.Circuit, p Property) (Property, bool) {
	if p.Formula == nil {
		return p, true
	}
	q, ok := ltl.Invariant(p.Formula)
	if ok {
		p.Bad, p.Formula = literal(c, q).Not(), nil
	}
	return p, ok
}

// literal returns a propositional formula as a literal of the circuit.
func literal(c *aig.Circuit, f *ltl.Formula) aig.Lit {
	lits := map[*ltl.Formula]aig.Lit{}
	var last aig.Lit
	for _, f := range ltl.Subformulas(f) {
		switch f.Op {
		case ltl.OpTrue:
			last = aig.True
		case ltl.OpAtom:
			last = aig.Lit(f.Atom)
		case ltl.OpNot:
			last = lits[f.Left].Not()
		case ltl.OpAnd:
			last = c.And(lits[f.Left], lits[f.Right])
		case ltl.OpOr:
			last = c.Or(lits[f.Left], lits[f.Right])
		}
		lits[f] = last
	}
	return last
}

// total reports whether it can be seen that each finite run is the beginning of an infinite
// and fair one.
func total(c *aig.Circuit) bool { return len(c.Constraints)+len(c.Steps)+len(c.Fairness) == 0 }

// from returns the circuit that begins where a run ends, with the inputs of its last frame.
func from(c *aig.Circuit, r *aig.Run) *aig.Circuit {
	state, last := lastState(c, r), len(r.Inputs)-1
	d := *c
	d.Latches = append([]aig.Latch(nil), c.Latches...)
	d.Initial, d.Resets = nil, nil
	for i := range d.Latches {
		d.Latches[i].Reset = aig.False.NotIf(state[i])
	}
	for i, x := range c.Inputs {
		d.Initial = append(d.Initial, x.Lit.NotIf(!r.Inputs[last][i]))
	}
	return &d
}

// lastState returns the values of latches in the last frame of a run.
func lastState(c *aig.Circuit, r *aig.Run) []bool {
	state := make([]bool, len(c.Latches))
	if values, err := aig.Replay(c, r); err == nil {
		for i, x := range c.Latches {
			state[i] = values.Last(x.Lit)
		}
	}
	return state
}
