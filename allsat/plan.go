// This file defines plan, the compiled form of a part that is searched.

package allsat

// A plan is a circuit with what the search needs to know of it. It is immutable.
type plan struct {
	circuit *circuit
	roots   []wire // all required to be 1
	unknown []place
	known   []place
	// readers lists the gates that read node n at first[n] to first[n+1]-1.
	readers []uint32
	first   []uint32
}

// newPlan returns the plan for a circuit whose first inputs, width in number, are
// the unknown variables.
func newPlan(c *circuit, roots []wire, width int) *plan {
	p := &plan{
		circuit: c,
		roots:   roots,
		unknown: places(c.vars[:width]),
		known:   places(c.vars[width:]),
		first:   make([]uint32, c.nodes()+1),
	}
	each := func(visit func(reader, node int)) {
		for i := range c.gates {
			g := &c.gates[i]
			reader := 1 + len(c.vars) + i
			visit(reader, g.a.node())
			visit(reader, g.b.node())
			if g.kind == gateMux {
				visit(reader, g.c.node())
			}
		}
	}
	each(func(_, node int) { p.first[node+1]++ })
	for n := range c.nodes() {
		p.first[n+1] += p.first[n]
	}
	next := make([]uint32, c.nodes())
	copy(next, p.first)
	p.readers = make([]uint32, p.first[c.nodes()])
	each(func(reader, node int) {
		p.readers[next[node]] = uint32(reader)
		next[node]++
	})
	return p
}

// readersOf returns the gates that read a node.
func (p *plan) readersOf(node int) []uint32 { return p.readers[p.first[node]:p.first[node+1]] }
