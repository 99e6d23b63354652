// This file tests folding.

package allsat

import (
	"testing"

	"github.com/ijit/ijit/internal/testing/campaign"
)

// TestFold makes of formulas the sets of values that they have, and the formulas
// themselves.
func TestFold(t *testing.T) {
	campaign.Alone(t)
	for i, tree := range smallTrees() {
		if !campaign.Due(t, i%4, 4) {
			continue
		}
		f := tree.formula()
		same := Fold(f, Algebra[*Formula]{
			Const: Const, Star: Star, Var: Var, Not: Not,
			And: func(x, y *Formula) *Formula { return And(x, y) },
			Or:  func(x, y *Formula) *Formula { return Or(x, y) },
			Xor: Xor, Ite: Ite,
		})
		if same.String() != f.String() {
			t.Fatalf("%v becomes %v", f, same)
		}
		for val := range uint64(4) {
			get := func(v int) Value { return ValueOf(val>>v&1 != 0) }
			if got, want := same.Eval(get), tree.values(val); got != want {
				t.Fatalf("%v under %b: %v, want %v", f, val, got, want)
			}
		}
	}
	// Several arguments.
	x, y, z := Var(0), Var(1), Var(2)
	for want, f := range map[string]*Formula{
		"((xy)z)": And(x, y, z), "((x|!y)|z)": Or(x, Not(y), z), "((x^y)?(yz):z)": Ite(Xor(x, y), And(y, z), z),
	} {
		got := Fold(f, Algebra[string]{
			Var: func(i int) string { return string(rune('x' + i)) },
			Not: func(s string) string { return "!" + s },
			And: func(a, b string) string { return "(" + a + b + ")" },
			Or:  func(a, b string) string { return "(" + a + "|" + b + ")" },
			Xor: func(a, b string) string { return "(" + a + "^" + b + ")" },
			Ite: func(c, a, b string) string { return "(" + c + "?" + a + ":" + b + ")" },
		})
		if got != want {
			t.Errorf("%v becomes %s, want %s", f, got, want)
		}
	}
}
