// This file defines tracer, which finds what part of a circuit determines some
// wires and cuts it out.

package allsat

import "slices"

// A tracer answers questions about cones: the nodes that determine a wire. The
// time is that of the cone, not of the circuit, so that taking a large formula
// apart into many small ones is not quadratic.
type tracer struct {
	circuit *circuit
	round   int
	seen    []int  // the last round in which a node was reached
	moved   []wire // where extract put a node
}

func newTracer(c *circuit) *tracer {
	return &tracer{circuit: c, seen: make([]int, c.nodes()), moved: make([]wire, c.nodes())}
}

// cone returns the nodes that determine the roots in increasing order.
func (t *tracer) cone(roots []wire) []int {
	t.round++
	var nodes []int
	reach := func(w wire) {
		if n := w.node(); t.seen[n] != t.round {
			t.seen[n] = t.round
			nodes = append(nodes, n)
		}
	}
	for _, r := range roots {
		reach(r)
	}
	for i := 0; i < len(nodes); i++ {
		if g := t.circuit.gateAt(nodes[i]); g != nil {
			reach(g.a)
			reach(g.b)
			if g.kind == gateMux {
				reach(g.c)
			}
		}
	}
	slices.Sort(nodes)
	return nodes
}

// support returns the variables that the roots mention in increasing order.
func (t *tracer) support(roots []wire) []int {
	var vars []int
	for _, n := range t.cone(roots) {
		if t.circuit.isInput(n) {
			vars = append(vars, t.circuit.vars[n-1])
		}
	}
	slices.Sort(vars)
	return vars
}

// extract returns the cone of the roots as a circuit of its own with inputs in
// the given order, and the roots in it.
func (t *tracer) extract(roots []wire, vars []int) (*circuit, []wire) {
	input := make(map[int]wire)
	for i, v := range vars {
		input[v] = wire(1+i) << 1
	}
	to := func(w wire) wire { return t.moved[w.node()] ^ w&1 }
	out := &circuit{vars: vars}
	for _, n := range t.cone(roots) {
		if g := t.circuit.gateAt(n); g != nil {
			out.gates = append(out.gates, gate{kind: g.kind, a: to(g.a), b: to(g.b), c: to(g.c)})
			t.moved[n] = wire(out.nodes()-1) << 1
		} else if t.circuit.isInput(n) {
			t.moved[n] = input[t.circuit.vars[n-1]]
		}
	}
	var moved []wire
	for _, r := range roots {
		moved = append(moved, to(r))
	}
	return out, moved
}
