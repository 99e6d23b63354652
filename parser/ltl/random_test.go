// This file defines random formulas for tests.

package ltl_test

import (
	"math/rand/v2"

	"github.com/ijit/ijit/parser/ltl"
)

// random returns a formula over some atoms, at most depth operators deep.
func random(r *rand.Rand, depth, atoms int) *ltl.Formula {
	if depth == 0 || r.IntN(8) == 0 {
		if r.IntN(12) == 0 {
			return ltl.True()
		}
		return ltl.Atom(r.IntN(atoms))
	}
	sub := func() *ltl.Formula { return random(r, depth-1, atoms) }
	one := []func(*ltl.Formula) *ltl.Formula{ltl.Not, ltl.Next, ltl.Finally, ltl.Globally, ltl.Yesterday, ltl.WeakYesterday, ltl.Once, ltl.Historically}
	two := []func(f, g *ltl.Formula) *ltl.Formula{ltl.And, ltl.Or, ltl.Until, ltl.Release, ltl.Since, ltl.Triggered, ltl.Iff, ltl.WeakUntil, ltl.Implies, ltl.Xor}
	if i := r.IntN(len(one) + len(two)); i < len(one) {
		return one[i](sub())
	} else {
		return two[i-len(one)](sub(), sub())
	}
}
