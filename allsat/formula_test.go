// This file tests formulas: constructors, values, star elimination, printing.

package allsat

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// smallTrees returns all formulas with one operator over 0, 1, *, x0 and x1, and
// all with one of these as an argument of a second operator.
func smallTrees() []*tree {
	leaves := []*tree{leaf("0"), leaf("1"), leaf("*"), variable(0), variable(1)}
	var ones []*tree
	apply := func(sink *[]*tree, op string, choices ...[]*tree) {
		var rec func(args []*tree)
		rec = func(args []*tree) {
			if len(args) == len(choices) {
				*sink = append(*sink, node(op, slices.Clone(args)...))
				return
			}
			for _, c := range choices[len(args)] {
				rec(append(args, c))
			}
		}
		rec(nil)
	}
	for _, op := range operatorNames() {
		choices := make([][]*tree, operators[op])
		for i := range choices {
			choices[i] = leaves
		}
		apply(&ones, op, choices...)
	}
	twos := slices.Concat(leaves, ones)
	for _, op := range operatorNames() {
		for at := range operators[op] {
			choices := make([][]*tree, operators[op])
			for i := range choices {
				choices[i] = []*tree{leaf("*"), variable(1)}
			}
			choices[at] = ones
			apply(&twos, op, choices...)
		}
	}
	return twos
}

// checkValues compares everything that evaluates t with trying all choices.
func checkValues(t *testing.T, tr *tree, val uint64) {
	t.Helper()
	f := tr.formula()
	want := tr.values(val)
	get := func(v int) Value { return ValueOf(val>>v&1 != 0) }
	if got := f.Eval(get); got != want {
		t.Fatalf("%v under %b: Eval = %v, want %v", tr, val, got, want)
	}
	for _, b := range []bool{false, true} {
		if got := f.MayBe(b).Eval(get); got != ValueOf(want.May(b)) {
			t.Fatalf("%v under %b: MayBe(%v) = %v, but the values are %v", tr, val, b, got, want)
		}
	}
}

func TestValuesOfSmallFormulas(t *testing.T) {
	trees := smallTrees()
	if len(trees) < 5000 {
		t.Fatalf("only %d formulas", len(trees))
	}
	for i := 0; i < len(trees); i += every(t) {
		for val := range uint64(4) {
			checkValues(t, trees[i], val)
		}
	}
}

func TestValuesOfRandomFormulas(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 3000 / every(t) {
		stars := 5
		tr := randomSource(r).tree(12, 1+r.IntN(40), &stars)
		for range 4 {
			checkValues(t, tr, r.Uint64N(1<<12))
		}
	}
}

// A set for each variable gives a set that contains every value the formula has
// for members of these sets.
func TestEvalOfOpenVariables(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 1))
	for range 2000 {
		stars := 3
		tr := randomSource(r).tree(4, 1+r.IntN(12), &stars)
		sets := make([]Value, 4)
		for i := range sets {
			sets[i] = Value(1 + r.IntN(3))
		}
		got := tr.formula().Eval(func(v int) Value { return sets[v] })
		for val := range uint64(16) {
			inside := true
			for v, s := range sets {
				inside = inside && s.May(val>>v&1 != 0)
			}
			if inside && got|tr.values(val) != got {
				t.Fatalf("%v under %v: %v lacks %v", tr, sets, got, tr.values(val))
			}
		}
	}
}

func TestStarsInSharedPartsChooseIndependently(t *testing.T) {
	s := Or(Var(0), Star())
	f := Xor(s, s)
	zero := func(int) Value { return Zero }
	if got := f.Eval(zero); got != Both {
		t.Errorf("(x0|*) ^ (x0|*) has values %v if x0 is 0, want {0,1}", got)
	}
	if got := f.MayBe(true).Eval(zero); got != One {
		t.Errorf("MayBe(true) is %v, want {1}", got)
	}
}

func TestMayBeHasNoStars(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	for range 1000 {
		stars := 6
		tr := randomSource(r).tree(4, 1+r.IntN(20), &stars)
		for _, b := range []bool{false, true} {
			if f := tr.formula().MayBe(b); strings.Contains(f.String(), "*") {
				t.Fatalf("%v: MayBe(%v) = %v", tr, b, f)
			}
		}
	}
}

// The parts of a formula with stars are used twice each; the result must not
// double with every level.
func TestMayBeIsLinear(t *testing.T) {
	f := Choose(Var(0), Var(1))
	for i := range 1000 {
		f = Xor(f, Choose(Var(i), Var(i+1)))
		f = Ite(f, Or(Star(), Var(i)), And(Star(), Var(i+1)))
	}
	before, after := len(newWalk(f).parts), len(newWalk(f.MayBe(true)).parts)
	if after > 10*before {
		t.Errorf("%d parts became %d", before, after)
	}
	if s := f.MayBe(true).String(); len(s) > 100*after {
		t.Errorf("%d bytes for %d parts", len(s), after)
	}
}

func TestString(t *testing.T) {
	x, y, z := Var(0), Var(1), Var(2)
	shared := And(x, y)
	for range 10 {
		shared = Ite(z, Xor(shared, x), Xor(shared, y))
	}
	for _, c := range []struct {
		f    *Formula
		want string
	}{
		{Const(true), "1"},
		{Const(false), "0"},
		{Star(), "*"},
		{Not(Star()), "*"},
		{Not(Not(x)), "x0"},
		{And(x, Or(y, Not(z))), "x0 & (x1 | !x2)"},
		{Or(And(x, y), z), "x0 & x1 | x2"},
		{Not(And(x, y)), "!(x0 & x1)"},
		{And(And(x, y), z), "x0 & x1 & x2"},
		{And(x, Star(), Star()), "x0 & *"},
		{And(), "1"},
		{Or(), "0"},
		{And(x, Const(false)), "0"},
		{Or(x, Const(false)), "x0"},
		{Xor(x, Xor(y, z)), "x0 ^ (x1 ^ x2)"},
		{Xor(Not(x), y), "x0 = x1"},
		{Eq(x, Const(true)), "x0"},
		{Eq(x, Star()), "*"},
		{Eq(And(x, y), Eq(y, z)), "x0 & x1 ^ (x1 ^ x2)"},
		{And(Eq(x, y), z), "(x0 = x1) & x2"},
		{Implies(x, y), "!x0 | x1"},
		{Ite(x, y, z), "x0 ? x1 : x2"},
		{Ite(Not(x), y, z), "x0 ? x2 : x1"},
		{Ite(x, Const(true), z), "x0 | x2"},
		{Choose(x, y), "x0 | !x1 & *"},
		{Choose(Const(false), Const(false)), "*"},
		{Choose(x, Const(true)), "x0"},
	} {
		if diff := cmp.Diff(c.want, c.f.String()); diff != "" {
			t.Errorf("String (-want +got):\n%s", diff)
		}
	}
	if s := shared.String(); !strings.HasPrefix(s, "let t3 = x0 & x1; ") || len(s) > 1000 {
		t.Errorf("a formula with much sharing prints as %s", s)
	}
}

func TestVars(t *testing.T) {
	f := Or(And(Var(70), Var(3)), Ite(Var(3), Star(), Not(Var(0))))
	if diff := cmp.Diff([]int{0, 3, 70}, f.Vars()); diff != "" {
		t.Errorf("Vars (-want +got):\n%s", diff)
	}
}

func TestValueString(t *testing.T) {
	for v, want := range map[Value]string{None: "{}", Zero: "{0}", One: "{1}", Both: "{0,1}"} {
		if got := v.String(); got != want {
			t.Errorf("%d: %s, want %s", v, got, want)
		}
	}
}
