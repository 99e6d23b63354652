// This file defines what of a finite state machine other formats can say.

package machine

import (
	"errors"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/parser/ltl"
)

// Bad returns the literal that no run may reach if a property is to hold. Only properties of
// states have one; the error says that this one is none.
func Bad(c *aig.Circuit, p Property) (aig.Lit, error) {
	if p.Unsupported != "" {
		return aig.False, errors.New(p.Unsupported)
	}
	q, ok := invariant(c, p)
	if !ok {
		return aig.False, errors.New("it is no property of states")
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
		return nil, errors.New("it does not have the form !(G F p & G F q & ...) or F G p")
	}
	return lits, nil
}

// Cone returns the part of the circuit that a property rests on.
func Cone(c *aig.Circuit, p Property) *aig.Circuit {
	cone, _ := reduce(c, p)
	return cone.Circuit
}
