// This file defines which formulas of CTL are formulas of LTL as well.

package smv

import "github.com/ijit/ijit/parser/ltl"

// linear returns the formula of LTL that a formula of CTL is equivalent to, if it is seen to be
// in the common fragment: deterministic ACTL, whose path quantifiers can be left out (Maidl, "The
// Common Fragment of CTL and LTL", FOCS 2000). So it is decided by more algorithms, and what
// refutes it is one run.
//
// The formula must say nothing of first states from which no fair run begins: for LTL they do
// not count.
func linear(f *ltl.Formula) (*ltl.Formula, bool) {
	r := fragment{}.of(ltl.Positive(f))
	return r.formula, r.formula != nil && r.runs
}

// A fragment has the answers for the parts of a formula.
type fragment map[*ltl.Formula]linearPart

// A linearPart is what is known of a part of a formula.
type linearPart struct {
	formula *ltl.Formula // without path quantifiers; nil if it is not deterministic
	state   bool         // it is propositional
	runs    bool         // it holds in all states from which no run begins
}

// of returns what is known of a formula in negation normal form. A formula is deterministic if
// a proposition says which of two ways it is to hold.
func (m fragment) of(f *ltl.Formula) linearPart {
	if r, ok := m[f]; ok {
		return r
	}
	r := m.part(f)
	m[f] = r
	return r
}

func (m fragment) part(f *ltl.Formula) (r linearPart) {
	switch f.Op {
	case ltl.OpTrue, ltl.OpAtom, ltl.OpNot:
		return linearPart{f, true, false}
	case ltl.OpAnd, ltl.OpOr:
		a, b := m.of(f.Left), m.of(f.Right)
		r.state = a.state && b.state
		if r.runs = a.runs && b.runs; f.Op == ltl.OpOr {
			r.runs = a.runs || b.runs
		}
		if a.formula != nil && b.formula != nil && (f.Op == ltl.OpAnd || a.state || b.state) {
			r.formula = &ltl.Formula{Op: f.Op, Left: a.formula, Right: b.formula}
		}
	case ltl.OpForAll:
		r.runs = true
		g := f.Left
		a := m.of(g.Left)
		var b linearPart
		if g.Right != nil {
			b = m.of(g.Right)
		}
		switch {
		case g.Op == ltl.OpNext, g.Op == ltl.OpGlobally, g.Op == ltl.OpFinally && a.state,
			g.Op == ltl.OpUntil && b.state, g.Op == ltl.OpRelease && a.state:
			if a.formula != nil && (g.Right == nil || b.formula != nil) {
				r.formula = &ltl.Formula{Op: g.Op, Left: a.formula, Right: b.formula}
			}
		}
	}
	return r
}
