// This file tests which branches are decided, slices, and the text of conditions.

package lower

import (
	"strings"
	"testing"

	"github.com/ijit/ijit/internal/testing/randgo"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// TestFold has nodes that say "panic" where a branch is decided so that nobody comes there, and "end" where somebody may.
func TestFold(t *testing.T) {
	const locals = "chan c, local x f t, local y a b c\n"
	for name, text := range map[string]string{
		"the condition holds":               locals + "set x = t; if x = t -> p q; p: end; q: panic",
		"it does not":                       locals + "set x = f; if x = t -> p q; p: panic; q: end",
		"the first value":                   locals + "if x = t -> p q; p: panic; q: end",
		"what was asked holds":              locals + "set x = *; if x = t -> p q; p: if x = t -> q r; q: end; r: panic",
		"what was asked does not":           locals + "set x = *; if x = t -> p q; p: end; q: if x = f -> p r; r: panic",
		"it is asked before a step":         locals + "set x = *; if x = t -> p q; p: send c; if x = t -> q r; q: end; r: panic",
		"one of two values is a third":      locals + "set y = *; if y = a -> p q; p: end; q: if y = b -> p r; r: end",
		"another value before it is asked":  locals + "set x = *; if x = t -> p q; p: set x = *; if x = t -> q r; q: end; r: end",
		"two values meet":                   locals + "set ok = *; if ok = true -> p q; p: set x = t -> r; q: set x = f; r: if x = t -> u v; u: end; v: end",
		"the same value twice":              locals + "set ok = *; if ok = true -> p q; p: set x = t -> r; q: set x = t; r: if x = t -> u v; u: end; v: panic",
		"no way leads to another value":     locals + "set x = t; if x = t -> p q; p: if x = t -> r s; q: set x = f -> p; r: end; s: panic",
		"nor does one of the other side":    locals + "set x = f; if x = t -> q p; p: if x = f -> r s; q: set x = t -> p; r: end; s: panic",
		"a shared variable is anyone's":     "var v f t\nset v = t; if v = t -> p q; p: end; q: end",
		"a shared variable that was asked":  "var v f t\nif v = t -> p q; p: if v = t -> q r; q: end; r: end",
		"both, one of which does not":       locals + "set y = *; if x = t and y = a -> p q; p: panic; q: end",
		"either, one of which does":         locals + "set x = t; set y = *; if x = t or y = a -> p q; p: end; q: panic",
		"not":                               locals + "set x = t; if not x = t -> p q; p: panic; q: end",
		"a value by a condition that holds": locals + "set x = t; set y = if x = t then b else c; if y = b -> p q; p: end; q: panic",
		"a value by one that does not":      locals + "set y = if x = t then b else c; if y = c -> p q; p: end; q: panic",
		"data decide":                       locals + "if -> p q; p: end; q: end",
	} {
		b := randgo.Parse(t, text).Bodies[0]
		var before []skeleton.Op
		for _, n := range b.Nodes {
			before = append(before, n.Op)
		}
		fold(b, nil)
		reached := map[int]bool{}
		var visit func(int)
		visit = func(i int) {
			if reached[i] {
				return
			}
			reached[i] = true
			for _, next := range b.Nodes[i].Next {
				visit(next)
			}
		}
		visit(0)
		for i, op := range before {
			switch {
			case op == skeleton.Panic && reached[i]:
				t.Errorf("%s: node %d is reached", name, i)
			case op == skeleton.End && !reached[i]:
				t.Errorf("%s: node %d is not reached", name, i)
			}
		}
	}
}

// TestSlice leaves out an access that no other goroutine has to the variable, and what no branch depends on.
func TestSlice(t *testing.T) {
	p := randgo.Parse(t, "local x f t\nset x = t; set ok = *; write; if ok = true -> p q; p: panic; q: end")
	b := slice(p, Options{Races: true}).Bodies[0]
	if b.Nodes[2].Op != skeleton.Step || len(b.Nodes[0].Do) != 0 || len(b.Nodes[1].Do) != 1 {
		t.Errorf("%v, assignments %v and %v", b.Nodes[2].Op, b.Nodes[0].Do, b.Nodes[1].Do)
	}
	if n := p.Bodies[0].Nodes; n[2].Op != skeleton.Access || len(n[0].Do) != 1 {
		t.Error("the program was changed")
	}
}

func TestFormula(t *testing.T) {
	for want, have := range map[string]string{
		"1 0 * x !x":  strings.Join([]string{not("0"), not("1"), not("*"), not("!x"), not("x")}, " "),
		"1":           and(),
		"x":           and("x", "1"),
		"0 0":         and("x", "0", "y") + " " + or(),
		"(x & y)":     and("x", "1", "y"),
		"(x | y)":     or("x", "0", "y"),
		"x y x":       strings.Join([]string{choose("1", "x", "y"), choose("0", "x", "y"), choose("c", "x", "x")}, " "),
		"(c ? x : y)": choose("c", "x", "y"),
		"(c ? * : *)": choose("c", "*", "*"),
	} {
		if have != want {
			t.Errorf("%q, want %q", have, want)
		}
	}
	a, b := plain("x := 1"), plain("y := 1")
	if c := test("1", code{a}, code{b}); len(c) != 1 || c[0] != a {
		t.Error("a branch whose condition holds stays one")
	}
	if c := test("0", code{a}, code{b}); len(c) != 1 || c[0] != b {
		t.Error("a branch whose condition does not hold stays one")
	}
	if c := test("x", code{a}, code{a}); len(c) != 1 || c[0] != a {
		t.Error("a branch with the same on both sides stays one")
	}
	if c := test("x", code{a}, code{b}); len(c) != 1 || c[0].cond != "x" {
		t.Error("a branch is none any more")
	}
}
