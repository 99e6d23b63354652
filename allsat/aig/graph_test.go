// This file defines tests of graphs.

package aig_test

import (
	"testing"

	"github.com/ijit/ijit/allsat/aig"
)

// table returns the truth table of a literal over three inputs, as eight bits.
func table(g *aig.Graph, inputs [3]aig.Lit, l aig.Lit) uint8 {
	values := make([]uint8, g.Len())
	for i, in := range inputs {
		values[in.Node()] = [...]uint8{0xAA, 0xCC, 0xF0}[i]
	}
	at := func(l aig.Lit) uint8 { return values[l.Node()] ^ -uint8(l&1) }
	for n := range values {
		if left, right, ok := g.Fanins(n); ok {
			values[n] = at(left) & at(right)
		}
	}
	return at(l)
}

// TestOperators applies each operator to all functions of three variables. They are
// disjunctions of minterms, or negations of such.
func TestOperators(t *testing.T) {
	g := aig.NewGraph()
	inputs := [3]aig.Lit{g.NewInput(), g.NewInput(), g.NewInput()}
	var functions [256]aig.Lit
	for f := range functions {
		var minterms []aig.Lit
		for row := range 8 {
			if f>>row&1 != 0 {
				minterms = append(minterms, g.All(inputs[0].NotIf(row&1 == 0), inputs[1].NotIf(row&2 == 0), inputs[2].NotIf(row&4 == 0)))
			}
		}
		functions[f] = g.Any(minterms...)
	}
	for f := 1; f < len(functions); f += 2 {
		functions[f] = functions[255-f].Not() // the other form
	}
	values := func(l aig.Lit) uint8 { return table(g, inputs, l) }
	for f, l := range functions {
		if values(l) != uint8(f) {
			t.Fatalf("function %08b is %08b", f, values(l))
		}
	}
	type result struct {
		l    aig.Lit
		want uint8
		name string
	}
	var results []result
	check := func(name string, l aig.Lit, want int) { results = append(results, result{l, uint8(want), name}) }
	for a, x := range functions {
		for b, y := range functions {
			check("and", g.And(x, y), a&b)
			check("or", g.Or(x, y), a|b)
			check("xor", g.Xor(x, y), a^b)
			check("equal", g.Equal(x, y), ^(a ^ b))
			check("implies", g.Implies(x, y), ^a|b)
			c := (a*31 + b*17) & 255
			check("mux", g.Mux(functions[c], x, y), c&a|^c&b)
			check("all", g.All(x, y, functions[c]), a&b&c)
			check("any", g.Any(functions[c], x, y), a|b|c)
		}
	}
	node := make([]uint8, g.Len())
	for i, in := range inputs {
		node[in.Node()] = [...]uint8{0xAA, 0xCC, 0xF0}[i]
	}
	at := func(l aig.Lit) uint8 { return node[l.Node()] ^ -uint8(l&1) }
	for n := range node {
		if left, right, ok := g.Fanins(n); ok {
			if left.Node() >= n || right.Node() >= n {
				t.Fatalf("node %d has fan-ins %d and %d", n, left, right)
			}
			node[n] = at(left) & at(right)
		}
	}
	for _, r := range results {
		if at(r.l) != r.want {
			t.Fatalf("%s: %08b, want %08b", r.name, at(r.l), r.want)
		}
	}
	if g.All() != aig.True || g.Any() != aig.False {
		t.Error("operators of no literals")
	}
}

// TestHashing checks that equal conjunctions are one node, over the growth of the table.
func TestHashing(t *testing.T) {
	g := aig.NewGraph()
	var in []aig.Lit
	for range 100 {
		in = append(in, g.NewInput())
	}
	build := func() (lits []aig.Lit) {
		for i, a := range in {
			for _, b := range in[:i] {
				lits = append(lits, g.And(a, b.Not()))
			}
		}
		return lits
	}
	first := build()
	n := g.Len()
	for i, l := range build() {
		if l != first[i] {
			t.Fatalf("conjunction %d is %d, was %d", i, l, first[i])
		}
	}
	if g.Len() != n || g.Ands() != 4950 {
		t.Errorf("%d nodes after %d, %d conjunctions", g.Len(), n, g.Ands())
	}
}
