// This file defines tests of all functions of three variables against truth
// tables.

package bdd

import (
	"fmt"
	"math/bits"
	"testing"

	"github.com/ijit/ijit/internal/testing/campaign"
)

// A truth is the truth table of a function of three variables: bit i is its value
// at the valuation whose bit v is the value of variable v.
type truth = uint8

var projections = [3]truth{0xAA, 0xCC, 0xF0}

// all holds the diagrams of all functions of three variables.
type all struct {
	*Manager
	vars  []Var
	nodes [256]Node
	truth map[Node]truth
}

// inOrders runs a test in three orders of the variables.
func inOrders(t *testing.T, test func(t *testing.T, a *all)) {
	for i, exchanges := range [][]int{nil, {0, 1}, {0, 1, 0}} {
		if !campaign.Due(t, i, 3) {
			continue
		}
		t.Run(fmt.Sprint(exchanges), func(t *testing.T) {
			a := newAll(t)
			a.Collect(a.nodes[:]...)
			s := a.newSifter(a.nodes[:])
			for _, p := range exchanges {
				s.exchange(p, false)
			}
			s.finish()
			test(t, a)
		})
	}
}

func newAll(t testing.TB) *all {
	a := &all{Manager: New(Options{}), truth: make(map[Node]truth)}
	a.vars = a.NewVars(3)
	for f := range 256 {
		n := False
		for i := range 8 {
			if f>>i&1 != 0 {
				n = a.Or(n, a.Conj(a.Lit(0, i&1 != 0), a.Lit(1, i&2 != 0), a.Lit(2, i&4 != 0)))
			}
		}
		a.nodes[f] = n
		if g, twice := a.truth[n]; twice {
			t.Fatalf("functions %08b and %08b have the same node", f, g)
		}
		a.truth[n] = truth(f)
	}
	return a
}

// want fails if n is not the diagram of the truth table.
func (a *all) want(t *testing.T, what string, n Node, want truth, args ...any) {
	t.Helper()
	if got, ok := a.truth[n]; !ok || got != want {
		t.Fatalf("%s%v: have %08b (known: %t), want %08b", what, args, got, ok, want)
	}
}

// cofactor returns f with variable v fixed.
func cofactor(f truth, v int, value bool) truth {
	p := projections[v]
	shift := 1 << v
	if value {
		return f&p | f&p>>shift
	}
	return f&^p | f&^p<<shift
}

func existsTruth(f truth, set int) truth {
	for v := range 3 {
		if set>>v&1 != 0 {
			f = cofactor(f, v, false) | cofactor(f, v, true)
		}
	}
	return f
}

// substituted returns f with gs in the places of the variables.
func substituted(f truth, gs [3]truth) truth {
	var r truth
	for i := range 8 {
		j := 0
		for v := range 3 {
			j |= int(gs[v]>>i&1) << v
		}
		r |= f >> j & 1 << i
	}
	return r
}

func TestBinaryOnAllFunctions(t *testing.T) { inOrders(t, testBinary) }

func testBinary(t *testing.T, a *all) {
	for i, f := range a.nodes {
		for j, g := range a.nodes {
			x, y := truth(i), truth(j)
			a.want(t, "and", a.And(f, g), x&y, x, y)
			a.want(t, "or", a.Or(f, g), x|y, x, y)
			a.want(t, "xor", a.Xor(f, g), x^y, x, y)
			a.want(t, "diff", a.Diff(f, g), x&^y, x, y)
			a.want(t, "implies", a.Implies(f, g), ^x|y, x, y)
			a.want(t, "equiv", a.Equiv(f, g), ^(x ^ y), x, y)
			if got := a.Leq(f, g); got != (x&^y == 0) {
				t.Fatalf("leq %08b %08b: %t", x, y, got)
			}
			if got := a.Disjoint(f, g); got != (x&y == 0) {
				t.Fatalf("disjoint %08b %08b: %t", x, y, got)
			}
			for v := range 3 {
				gs := projections
				gs[v] = y
				a.want(t, "compose", a.Compose(f, Var(v), g), substituted(x, gs), x, v, y)
			}
			if y == 0 {
				a.want(t, "constrain", a.Constrain(f, g), 0, x, y)
				a.want(t, "restrict", a.Restrict(f, g), 0, x, y)
				continue
			}
			c, r := a.truth[a.Constrain(f, g)], a.Restrict(f, g)
			if c&y != x&y {
				t.Fatalf("constrain %08b %08b = %08b", x, y, c)
			}
			if want := constrained(x, y, a.Order()); c != want {
				t.Fatalf("constrain %08b %08b = %08b, want %08b", x, y, c, want)
			}
			if a.truth[r]&y != x&y {
				t.Fatalf("restrict %08b %08b = %08b", x, y, a.truth[r])
			}
			if a.Minus(a.Support(r), a.Support(f)) != 0 {
				t.Fatalf("restrict %08b %08b has new variables", x, y)
			}
		}
	}
}

// constrained is the definition: f at the nearest valuation in c, where a variable
// higher in the order weighs more than all below.
func constrained(f, c truth, order []Var) truth {
	var r truth
	for i := range 8 {
		best, dist := -1, 8
		for j := range 8 {
			d := 0
			for _, v := range order {
				d = 2*d + (i^j)>>v&1
			}
			if c>>j&1 != 0 && d < dist {
				best, dist = j, d
			}
		}
		r |= f >> best & 1 << i
	}
	return r
}

func TestIteOnAllFunctions(t *testing.T) { inOrders(t, testIte) }

func testIte(t *testing.T, a *all) {
	step := 7
	if testing.Short() {
		step = 11
	}
	for i := 0; i < 256; i += step {
		for j, g := range a.nodes {
			for k := 0; k < 256; k += 5 {
				x, y, z := truth(i), truth(j), truth(k)
				a.want(t, "ite", a.Ite(a.nodes[i], g, a.nodes[k]), x&y|^x&z, x, y, z)
			}
		}
	}
}

func TestUnaryOnAllFunctions(t *testing.T) { inOrders(t, testUnary) }

func testUnary(t *testing.T, a *all) {
	for i, f := range a.nodes {
		x := truth(i)
		a.want(t, "not", a.Not(f), ^x, x)
		for set := range 8 {
			s := a.setOf(set)
			a.want(t, "exists", a.Exists(f, s), existsTruth(x, set), x, set)
			a.want(t, "forall", a.Forall(f, s), ^existsTruth(^x, set), x, set)
		}
		for v := range 3 {
			for _, value := range []bool{false, true} {
				a.want(t, "cofactor", a.Cofactor(f, Var(v), value), cofactor(x, v, value), x, v, value)
			}
		}
		// All maps of variables to variables, injective or not.
		for code := range 27 {
			to := []Var{Var(code % 3), Var(code / 3 % 3), Var(code / 9)}
			gs := [3]truth{projections[to[0]], projections[to[1]], projections[to[2]]}
			a.want(t, "rename", a.Rename(f, a.NewRenaming(a.vars, to)), substituted(x, gs), x, to)
		}
		var support int
		for v := range 3 {
			if cofactor(x, v, false) != cofactor(x, v, true) {
				support |= 1 << v
			}
		}
		if a.Support(f) != a.setOf(support) {
			t.Fatalf("support of %08b: %v", x, a.Vars(a.Support(f)))
		}
		if n := a.Count(f, a.setOf(7)); n.Int64() != int64(bits.OnesCount8(x)) {
			t.Fatalf("count of %08b: %v", x, n)
		}
		for j := range 8 {
			if got := a.Eval(f, func(v Var) bool { return j>>v&1 != 0 }); got != (x>>j&1 != 0) {
				t.Fatalf("%08b at %03b: %t", x, j, got)
			}
		}
	}
}

func (a *all) setOf(bits int) VarSet {
	var vars []Var
	for v := range 3 {
		if bits>>v&1 != 0 {
			vars = append(vars, Var(v))
		}
	}
	return a.NewVarSet(vars...)
}

func TestProductsOnAllFunctions(t *testing.T) { inOrders(t, testProducts) }

func testProducts(t *testing.T, a *all) {
	step := 7
	if testing.Short() {
		step = 11
	}
	var renamings []Renaming
	var tos [][]Var
	for code := range 27 {
		to := []Var{Var(code % 3), Var(code / 3 % 3), Var(code / 9)}
		tos = append(tos, to)
		renamings = append(renamings, a.NewRenaming(a.vars, to))
	}
	for i := 0; i < 256; i += step {
		for j, g := range a.nodes {
			x, y := truth(i), truth(j)
			for set := range 8 {
				want := existsTruth(x&y, set)
				s := a.setOf(set)
				a.want(t, "andExists", a.AndExists(a.nodes[i], g, s), want, x, y, set)
				k := (i + j + set) % 27
				to := tos[k]
				gs := [3]truth{projections[to[0]], projections[to[1]], projections[to[2]]}
				a.want(t, "image", a.Image(a.nodes[i], g, s, renamings[k]), substituted(want, gs), x, y, set, to)
			}
		}
	}
}
