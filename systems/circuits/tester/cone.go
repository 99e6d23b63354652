// This file defines Cone.

package tester

import (
	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/parser/ltl"
)

// Cone returns the part of a circuit that a formula and other literals rest on, and the formula
// about it.
func Cone(c *aig.Circuit, f *ltl.Formula, others ...aig.Lit) (*aig.Cone, *ltl.Formula) {
	lits := others
	for _, p := range ltl.Subformulas(f) {
		if p.Op == ltl.OpAtom {
			lits = append(lits, aig.Lit(p.Atom))
		}
	}
	k := aig.NewCone(c, lits...)
	return k, ltl.Map(f, func(atom int) *ltl.Formula {
		l, _ := k.Lit(aig.Lit(atom))
		return ltl.Atom(int(l))
	})
}
