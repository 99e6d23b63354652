// This file defines and-inverter graphs.

package aig

import "slices"

// A Lit is a node of a graph or its negation: twice the number of the node, plus one for
// the negation. Node 0 is the constant. These are the literals of AIGER.
type Lit uint32

// Constants.
const (
	False Lit = 0
	True  Lit = 1
)

// Node returns the number of the literal's node.
func (l Lit) Node() int { return int(l >> 1) }

// Negated reports whether the literal is the negation of its node.
func (l Lit) Negated() bool { return l&1 != 0 }

// Not returns the negation.
func (l Lit) Not() Lit { return l ^ 1 }

// NotIf returns the negation if b holds, else l.
func (l Lit) NotIf(b bool) Lit {
	if b {
		return l ^ 1
	}
	return l
}

// A Graph is a combinational circuit of inputs, conjunctions and negations. Equal
// conjunctions are one node, and the fan-ins of a node have smaller numbers than the node,
// so a loop over the nodes meets them in an order of evaluation. The zero value is not a
// graph, see [NewGraph].
type Graph struct {
	nodes []gate
	table []uint32 // nodes by their fan-ins, open addressing; 0 is free
	ands  int
}

// A gate is a node: its fan-ins, the larger one first. For an input both are noGate.
type gate struct{ left, right Lit }

const noGate = ^Lit(0)

// NewGraph returns a graph that has the constant only.
func NewGraph() *Graph {
	return &Graph{nodes: []gate{{noGate, noGate}}, table: make([]uint32, 64)}
}

// clone returns a graph of the same nodes.
func (g *Graph) Clone() *Graph {
	return &Graph{nodes: slices.Clone(g.nodes), table: slices.Clone(g.table), ands: g.ands}
}

// Len returns the number of nodes, that of the constant included.
func (g *Graph) Len() int { return len(g.nodes) }

// Ands returns the number of conjunctions.
func (g *Graph) Ands() int { return g.ands }

// Fanins returns the two sides of a conjunction. ok is false for an input and for the
// constant.
func (g *Graph) Fanins(node int) (left, right Lit, ok bool) {
	n := g.nodes[node]
	return n.left, n.right, n.left != noGate
}

// NewInput adds an input and returns it.
func (g *Graph) NewInput() Lit {
	g.nodes = append(g.nodes, gate{noGate, noGate})
	return Lit(len(g.nodes)-1) << 1
}

// And returns the conjunction of two literals.
func (g *Graph) And(a, b Lit) Lit {
	if a < b {
		a, b = b, a
	}
	switch {
	case b == False || a == b.Not():
		return False
	case b == True || a == b:
		return a
	}
	if l, ok := g.simplify(a, b); ok {
		return l
	}
	if 2*g.ands >= len(g.table) {
		g.grow()
	}
	at := g.find(gate{a, b})
	if n := g.table[at]; n != 0 {
		return Lit(n) << 1
	}
	g.table[at] = uint32(len(g.nodes))
	g.nodes = append(g.nodes, gate{a, b})
	g.ands++
	return Lit(len(g.nodes)-1) << 1
}

// simplify applies the rules that look one level further down and add no node: absorption,
// contradiction and resolution (Brummayer and Biere, "Local Two-Level And-Inverter Graph
// Minimization without Blowup", 2006).
func (g *Graph) simplify(a, b Lit) (Lit, bool) {
	for range 2 {
		if c, d, ok := g.Fanins(a.Node()); ok {
			switch {
			case !a.Negated() && (b == c.Not() || b == d.Not()):
				return False, true
			case !a.Negated() && (b == c || b == d):
				return a, true
			case a.Negated() && (b == c.Not() || b == d.Not()):
				return b, true
			case a.Negated() && b == c:
				return g.And(b, d.Not()), true
			case a.Negated() && b == d:
				return g.And(b, c.Not()), true
			}
		}
		a, b = b, a
	}
	return 0, false
}

// near is how many places of the table, from the one of its larger fan-in, a gate may have.
// Neighbours in a circuit are built and found one after the other, so these are mostly in the
// cache, while a place by a hash is not.
const near = 8

// find returns where in the table a gate is, or belongs: near the place of its larger fan-in,
// or, where that has too many fan-outs, by a hash.
func (g *Graph) find(n gate) uint32 {
	mask := uint32(len(g.table) - 1)
	at := uint32(n.left) & mask
	for range near {
		if k := g.table[at]; k == 0 || g.nodes[k] == n {
			return at
		}
		at = (at + 1) & mask
	}
	at = uint32((uint64(n.left)*0x9E3779B97F4A7C15+uint64(n.right)*0xC2B2AE3D27D4EB4F)>>32) & mask
	for g.table[at] != 0 && g.nodes[g.table[at]] != n {
		at = (at + 1) & mask
	}
	return at
}

func (g *Graph) grow() {
	old := g.table
	g.table = make([]uint32, 2*len(old))
	for _, n := range old {
		if n != 0 {
			g.table[g.find(g.nodes[n])] = n
		}
	}
}

// Or returns the disjunction of two literals.
func (g *Graph) Or(a, b Lit) Lit { return g.And(a.Not(), b.Not()).Not() }

// Implies returns whether a implies b.
func (g *Graph) Implies(a, b Lit) Lit { return g.And(a, b.Not()).Not() }

// Xor returns whether two literals differ.
func (g *Graph) Xor(a, b Lit) Lit {
	switch {
	case a <= True:
		return b.NotIf(a == True)
	case b <= True:
		return a.NotIf(b == True)
	}
	return g.And(g.And(a, b).Not(), g.And(a.Not(), b.Not()).Not())
}

// Equal returns whether two literals are equal.
func (g *Graph) Equal(a, b Lit) Lit { return g.Xor(a, b).Not() }

// Mux returns t if c holds, else e.
func (g *Graph) Mux(c, t, e Lit) Lit {
	switch {
	case t == e:
		return t
	case t == e.Not():
		return g.Equal(c, t)
	}
	return g.And(g.And(c, t).Not(), g.And(c.Not(), e).Not()).Not()
}

// All returns the conjunction of literals, True for none. It is a balanced tree.
func (g *Graph) All(lits ...Lit) Lit {
	switch len(lits) {
	case 0:
		return True
	case 1:
		return lits[0]
	}
	m := len(lits) / 2
	return g.And(g.All(lits[:m]...), g.All(lits[m:]...))
}

// Any returns the disjunction of literals, False for none.
func (g *Graph) Any(lits ...Lit) Lit {
	switch len(lits) {
	case 0:
		return False
	case 1:
		return lits[0]
	}
	m := len(lits) / 2
	return g.Or(g.Any(lits[:m]...), g.Any(lits[m:]...))
}
