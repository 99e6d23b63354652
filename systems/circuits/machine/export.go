// This file defines what of a finite state machine other formats can say.

package machine

import (
	"errors"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/parser/ltl"
	"github.com/ijit/ijit/systems/circuits/tester"
)

// Bad returns the literal that no run may reach if a property is to hold. Only properties of
// states have one, and formulas that say as much; the error says that this one is none.
func Bad(c *aig.Circuit, p Property) (aig.Lit, error) {
	if p.Unsupported != "" {
		return aig.False, errors.New(p.Unsupported)
	}
	q, ok := invariant(c, p)
	switch {
	case !ok:
		return aig.False, errors.New("it is no property of states")
	case p.Formula != nil && !total(c):
		return aig.False, errors.New("it is about infinite fair runs, and states may have none; INVARSPEC asks about states")
	}
	return q.Bad, nil
}

// Justice returns the literals that no fair run may have infinitely often, if the property is
// to hold and says just that.
func Justice(c *aig.Circuit, p Property) ([]aig.Lit, error) {
	if p.Unsupported != "" {
		return nil, errors.New(p.Unsupported)
	}
	var lits []aig.Lit
	var often func(f *ltl.Formula) bool // f is a conjunction of G F p
	often = func(f *ltl.Formula) bool {
		if f.Op == ltl.OpAnd {
			return often(f.Left) && often(f.Right)
		}
		if f.Op != ltl.OpGlobally || f.Left.Op != ltl.OpFinally || !ltl.Propositional(f.Left.Left) {
			return false
		}
		lits = append(lits, literal(c, f.Left.Left))
		return true
	}
	if p.Formula == nil || !often(ltl.Positive(ltl.Not(p.Formula))) {
		return nil, errors.New("it is not of the form !(G F p & G F q & ...) or F G p; --property adds a tester for a formula of LTL")
	}
	return lits, nil
}

// Tested returns the part of the circuit that a formula rests on, with a tester of its negation,
// and literals that a fair run of it has infinitely often if and only if the formula does not hold
// on the run.
func Tested(c *aig.Circuit, p Property) (*aig.Circuit, []aig.Lit, error) {
	switch {
	case p.Unsupported != "":
		return nil, nil, errors.New(p.Unsupported)
	case !ltl.Linear(p.Formula):
		return nil, nil, errors.New("it has path quantifiers")
	}
	cone, p := reduce(c, p)
	d := *cone.Circuit
	n := len(d.Fairness)
	tester.Add(&d, ltl.Not(p.Formula))
	lits := d.Fairness[n:]
	d.Fairness = d.Fairness[:n:n]
	if len(lits) == 0 {
		lits = []aig.Lit{aig.True}
	}
	return &d, lits, nil
}

// Cone returns the part of the circuit that a property rests on.
func Cone(c *aig.Circuit, p Property) *aig.Circuit {
	cone, _ := reduce(c, p)
	return cone.Circuit
}
