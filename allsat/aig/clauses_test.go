// This file defines tests of clauses of a graph.

package aig_test

import (
	"math/rand/v2"
	"testing"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/allsat/sat"
)

// A solver without memory has no variable for a node, and the answer is that it has none.
func TestClausesWithoutMemory(t *testing.T) {
	g := aig.NewGraph()
	l := g.NewInput()
	for range 1000 {
		l = g.And(l, g.NewInput())
	}
	s := sat.New(sat.Options{Memory: 10000})
	x := aig.NewClauses(g, s).Lit(l)
	if got := s.Solve(t.Context(), x); got != sat.Unknown || s.Err() != sat.ErrMemory {
		t.Errorf("%v: %v", got, s.Err())
	}
}

// TestClauses compares the clauses of random graphs with their values: nodes are asked for in any
// order, while the graph grows, and values of all nodes are read from models.
func TestClauses(t *testing.T) {
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 1))
		g := aig.NewGraph()
		s := sat.New(sat.Options{})
		c := aig.NewClauses(g, s)
		lits := []aig.Lit{aig.True}
		var inputs [5]aig.Lit
		for i := range inputs {
			inputs[i] = g.NewInput()
			lits = append(lits, inputs[i])
		}
		lit := func() aig.Lit { return lits[rng.IntN(len(lits))].NotIf(rng.IntN(2) == 0) }
		for range 8 {
			for range 5 {
				switch rng.IntN(4) {
				case 0:
					lits = append(lits, g.Xor(lit(), lit()))
				case 1:
					lits = append(lits, g.Mux(lit(), lit(), lit()))
				case 2:
					lits = append(lits, g.All(lit(), lit(), lit(), lit()))
				case 3:
					lits = append(lits, g.And(lit(), lit()))
				}
			}
			asked := lit()
			x := c.Lit(asked)
			var assumed []sat.Lit
			for _, in := range inputs {
				y := c.Lit(in)
				if rng.IntN(2) == 0 {
					y = -y
				}
				assumed = append(assumed, y)
			}
			if s.Solve(t.Context(), assumed...) != sat.Sat {
				t.Fatalf("seed %d: inputs cannot have these values", seed)
			}
			values := make([]bool, g.Len())
			for _, in := range inputs {
				values[in.Node()] = c.Value(in)
			}
			at := func(l aig.Lit) bool { return values[l.Node()] != l.Negated() }
			for n := range values {
				if left, right, ok := g.Fanins(n); ok {
					values[n] = at(left) && at(right)
				}
				if l := aig.Lit(2*n + rng.IntN(2)); c.Value(l) != at(l) {
					t.Fatalf("seed %d: node %d is %t", seed, n, c.Value(l))
				}
			}
			if !at(asked) {
				x = -x
			}
			// The clauses define it: no other value is possible.
			if s.Solve(t.Context(), append(assumed, -x)...) != sat.Unsat {
				t.Fatalf("seed %d: a literal has another value", seed)
			}
		}
	}
}

// TestClausesOfOperators counts the variables of operators: one each, without inner nodes.
func TestClausesOfOperators(t *testing.T) {
	for name, build := range map[string]func(g *aig.Graph, x []aig.Lit) aig.Lit{
		"xor": func(g *aig.Graph, x []aig.Lit) aig.Lit { return g.Xor(x[0], x[1]) },
		"mux": func(g *aig.Graph, x []aig.Lit) aig.Lit { return g.Mux(x[0], x[1], x[2]) },
		"all": func(g *aig.Graph, x []aig.Lit) aig.Lit { return g.All(x...) },
		"any": func(g *aig.Graph, x []aig.Lit) aig.Lit { return g.Any(x...) },
	} {
		g := aig.NewGraph()
		var x []aig.Lit
		s := sat.New(sat.Options{})
		c := aig.NewClauses(g, s)
		for range 8 {
			x = append(x, g.NewInput())
			c.Lit(x[len(x)-1])
		}
		c.Lit(build(g, x))
		if n := s.Stats().Variables; n != 9 {
			t.Errorf("%s: %d variables", name, n)
		}
	}
}
