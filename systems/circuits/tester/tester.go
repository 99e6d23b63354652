// This file defines Add.

// Package tester makes a formula of linear temporal logic a part of a circuit, so that
// whether it holds on a run is a question about the circuit.
package tester

import (
	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/parser/ltl"
)

// Add restricts a circuit to the runs on which a formula without path quantifiers holds; the
// atoms of the formula are literals of the circuit. The fair infinite runs of the circuit are
// then those on which it holds. On a finite run it holds, whatever follows (the bounded
// semantics without a loop), if there is such a run in the last frame of which end holds.
//
// This is the tableau of Clarke, Grumberg and Hamaguchi, "Another Look at LTL Model
// Checking", CAV 1994, of the negation normal form: an input guesses whether a
// formula holds in the next frame, and a latch carries the guess there, where it must be
// right. That what is awaited comes about is a matter of fairness. A formula of the past is a latch
// with its value in the frame before. What is added to the circuit has no name and comes last.
func Add(c *aig.Circuit, f *ltl.Formula) (end aig.Lit) {
	t := builder{c, aig.True}
	holds := map[*ltl.Formula]aig.Lit{}
	root := aig.True
	for _, f := range ltl.Subformulas(ltl.Positive(f)) {
		left, right := holds[f.Left], holds[f.Right]
		switch f.Op {
		case ltl.OpTrue:
			root = aig.True
		case ltl.OpAtom:
			root = aig.Lit(f.Atom)
		case ltl.OpNot:
			root = left.Not()
		case ltl.OpAnd:
			root = c.And(left, right)
		case ltl.OpOr:
			root = c.Or(left, right)
		case ltl.OpNext:
			root = t.next(func(aig.Lit) aig.Lit { return left })
		case ltl.OpFinally:
			root = t.until(aig.True, left)
		case ltl.OpGlobally:
			root = t.release(aig.False, left)
		case ltl.OpUntil:
			root = t.until(left, right)
		case ltl.OpRelease:
			root = t.release(left, right)
		case ltl.OpYesterday:
			root = t.before(aig.Zero, func(aig.Lit) aig.Lit { return left })
		case ltl.OpWeakYesterday:
			root = t.before(aig.One, func(aig.Lit) aig.Lit { return left })
		case ltl.OpOnce:
			root = t.since(aig.True, left)
		case ltl.OpHistorically:
			root = t.triggered(aig.False, left)
		case ltl.OpSince:
			root = t.since(left, right)
		case ltl.OpTriggered:
			root = t.triggered(left, right)
		}
		holds[f] = root
	}
	c.Initial = append(c.Initial, root)
	return t.end
}

type builder struct {
	*aig.Circuit
	end aig.Lit // no guess says that something holds in the next frame
}

// next returns a guess of what formula, which may mention the guess, is in the next frame.
func (t *builder) next(formula func(guess aig.Lit) aig.Lit) (guess aig.Lit) {
	guess = t.Input("")
	claim := t.Latch("", aig.Any)
	t.SetNext(len(t.Latches)-1, guess)
	t.Constraints = append(t.Constraints, t.Equal(claim, formula(guess)))
	t.end = t.And(t.end, guess.Not())
	return guess
}

// until returns whether left holds until right does.
func (t *builder) until(left, right aig.Lit) (u aig.Lit) {
	t.next(func(guess aig.Lit) aig.Lit {
		u = t.Or(right, t.And(left, guess))
		return u
	})
	t.Fairness = append(t.Fairness, t.Implies(u, right))
	return u
}

// release returns whether right holds up to where left does.
func (t *builder) release(left, right aig.Lit) (r aig.Lit) {
	t.next(func(guess aig.Lit) aig.Lit {
		r = t.And(right, t.Or(left, guess))
		return r
	})
	return r
}

// before returns what formula, which may mention the result, was in the frame before.
func (t *builder) before(first aig.First, formula func(before aig.Lit) aig.Lit) aig.Lit {
	before := t.Latch("", first)
	t.SetNext(len(t.Latches)-1, formula(before))
	return before
}

// since returns whether left has held since right did.
func (t *builder) since(left, right aig.Lit) (s aig.Lit) {
	t.before(aig.Zero, func(before aig.Lit) aig.Lit {
		s = t.Or(right, t.And(left, before))
		return s
	})
	return s
}

// triggered returns whether right has held since left did, or always.
func (t *builder) triggered(left, right aig.Lit) (s aig.Lit) {
	t.before(aig.One, func(before aig.Lit) aig.Lit {
		s = t.And(right, t.Or(left, before))
		return s
	})
	return s
}
