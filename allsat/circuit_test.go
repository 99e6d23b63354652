// This file tests circuits: their invariants, and that equal gates are one.

package allsat

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// check returns what is wrong with a circuit, nil if nothing is.
func (c *circuit) check() error {
	seen := make(map[gate]bool)
	for i, g := range c.gates {
		n := 1 + len(c.vars) + i
		for _, w := range []wire{g.a, g.b, g.c} {
			if w.node() >= n {
				return fmt.Errorf("node %d reads node %d", n, w.node())
			}
		}
		switch {
		case seen[g]:
			return fmt.Errorf("node %d is a copy of another", n)
		case g.a.node() == 0 || g.b.node() == 0 || g.a.node() == g.b.node():
			return fmt.Errorf("node %d is trivial", n)
		case g.kind == gateXor && (g.a|g.b)&1 != 0, g.kind == gateMux && (g.a|g.b)&1 != 0:
			return fmt.Errorf("node %d has a negated wire", n)
		case g.kind == gateMux && (g.c.node() == 0 || g.c.node() == g.a.node() || g.c.node() == g.b.node()):
			return fmt.Errorf("node %d is a simpler gate in disguise", n)
		case g.kind != gateMux && g.c != wireFalse:
			return fmt.Errorf("node %d has a third wire", n)
		}
		seen[g] = true
	}
	return nil
}

func TestCircuitsAreSound(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 1))
	for range 2000 {
		stars := 4
		f := randomSource(r).tree(6, r.IntN(40), &stars).formula()
		b := newBuilder(f.Vars())
		roots := []wire{b.formula(f.MayBe(false)), b.formula(f.MayBe(true))}
		if err := b.check(); err != nil {
			t.Fatalf("%v: %v\n%v", f, err, &b.circuit)
		}
		tr := newTracer(&b.circuit)
		vars := tr.support(roots)
		slices.Reverse(vars)
		c, moved := tr.extract(roots, vars)
		if err := c.check(); err != nil {
			t.Fatalf("%v: extracted: %v\n%v", f, err, c)
		}
		// Without stars "may be 0" and "may be 1" are opposites, and the
		// circuit knows.
		if stars == 4 && !f.stars && moved[0] != moved[1]^1 {
			t.Fatalf("%v has no star, but wires %d and %d", f, moved[0], moved[1])
		}
	}
}

func TestCircuitString(t *testing.T) {
	b := newBuilder([]int{3, 5, 9})
	x := And(Var(3), Not(Var(5)))
	b.formula(Or(Xor(x, Var(9)), Ite(Var(9), x, Not(Var(3)))))
	want := "n1 = x3 & !x5\nn2 = x9 ^ n1\nn3 = x9 ? n1 : !x3\nn4 = !n2 & !n3\n"
	if diff := cmp.Diff(want, b.circuit.String()); diff != "" {
		t.Errorf("String (-want +got):\n%s", diff)
	}
}

func TestQueryString(t *testing.T) {
	x := variables(sequence(0, 30))
	f := And(Eq(x[0], x[10]), fold(Xor, x[11:30]), Eq(x[1], Or(x[10:28]...)), Or(x[2], x[3], x[4], x[5], x[6], x[7], x[8]))
	got := Compile(f, sequence(0, 10)).String()
	want := "10 unknown, 1 free; search of 7, 0 known, 6 gates; sweep of 0, 19 known, 18 gates; " +
		"sweep of 1, 18 known, 18 gates; table of 1 by 1 known"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("String (-want +got):\n%s", diff)
	}
}
