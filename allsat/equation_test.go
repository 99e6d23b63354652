// This file tests that equations say what the formula does.

package allsat_test

import (
	"testing"

	"github.com/ijit/ijit/allsat"
)

// TestEquation compares x = e, taken from a formula, with the formula.
func TestEquation(t *testing.T) {
	x, y, z := allsat.Var(0), allsat.Var(1), allsat.Var(2)
	for _, f := range []*allsat.Formula{
		x, allsat.Not(x), allsat.Xor(x, y), allsat.Xor(y, allsat.Not(x)), allsat.Eq(x, y), allsat.Eq(allsat.Not(x), y),
		allsat.Eq(allsat.And(y, z), x), allsat.Xor(allsat.Or(y, z), allsat.Not(x)),
	} {
		v, e, ok := f.Equation(func(v int) bool { return v == 0 })
		if !ok || v != 0 {
			t.Errorf("%v: no equation", f)
			continue
		}
		for bits := range 8 {
			env := func(v int) allsat.Value { return allsat.ValueOf(bits>>v&1 != 0) }
			if want, got := f.Eval(env), allsat.Eq(x, e).Eval(env); got != want {
				t.Errorf("%v is not x = %v", f, e)
			}
		}
	}
	for _, f := range []*allsat.Formula{y, allsat.Not(y), allsat.Xor(y, z), allsat.And(x, y), allsat.Not(allsat.Or(x, y)), allsat.Star()} {
		if v, e, ok := f.Equation(func(v int) bool { return v == 0 }); ok {
			t.Errorf("%v: variable %d = %v", f, v, e)
		}
	}
	f := allsat.And(allsat.And(x, y), allsat.And(allsat.Or(x, z), allsat.Not(z)))
	if n := len(f.Conjuncts()); n != 4 {
		t.Errorf("%v has %d conjuncts", f, n)
	}
}
