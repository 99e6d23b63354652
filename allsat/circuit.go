// This file defines circuit, the compiled form of formulas without stars, and
// its evaluation for 64 valuations at once.

package allsat

// A circuit is a directed acyclic graph of gates over some input variables, with
// negation on the wires. Equal gates are the same gate, which is what makes "p
// may be 1" the negation of "p may be 0" again where p has no star. Xor and
// if-then-else are gates of their own: spelled out in conjunctions they would
// hide from the search that two known wires determine the third.
type circuit struct {
	vars  []int  // the variable of node 1+i
	gates []gate // node 1+len(vars)+i; its wires come from lower nodes
}

// A wire is node<<1, plus 1 if negated. Node 0 is the constant 0.
type wire uint32

const (
	wireFalse wire = 0
	wireTrue  wire = 1
)

func (w wire) node() int { return int(w >> 1) }

// when returns w if b, else its negation.
func (w wire) when(b bool) wire {
	if b {
		return w
	}
	return w ^ 1
}

type gateKind uint8

const (
	gateAnd gateKind = iota // a & b
	gateXor                 // a ^ b, a and b not negated
	gateMux                 // a ? b : c, a and b not negated
)

type gate struct {
	kind    gateKind
	a, b, c wire // c is wireFalse in gates with two wires
}

// A builder makes a circuit in which no gate occurs twice.
type builder struct {
	circuit
	input map[int]wire
	known map[gate]wire
}

// newBuilder returns a builder of circuits with these inputs.
func newBuilder(vars []int) *builder {
	b := &builder{
		circuit: circuit{vars: vars},
		input:   make(map[int]wire),
		known:   make(map[gate]wire),
	}
	for i, v := range vars {
		b.input[v] = wire(1+i) << 1
	}
	return b
}

// formula adds a formula without stars.
func (b *builder) formula(f *Formula) wire {
	w := newWalk(f)
	wires := make([]wire, 0, len(w.parts))
	for _, p := range w.parts {
		arg := func(i int) wire { return wires[w.index[p.args[i]]] }
		var x wire
		switch p.op {
		case opConst:
			x = wireFalse.when(p.v == 0)
		case opVar:
			x = b.input[p.v]
		case opNot:
			x = arg(0) ^ 1
		case opAnd, opOr:
			var xs []wire
			for i := range w.args(p) {
				xs = append(xs, wires[i].when(p.op == opAnd))
			}
			x = b.and(xs).when(p.op == opAnd)
		case opXor:
			x = b.xor(arg(0), arg(1))
		case opIte:
			x = b.mux(arg(0), arg(1), arg(2))
		}
		wires = append(wires, x)
	}
	return wires[len(wires)-1]
}

func (b *builder) gate(g gate) wire {
	x, ok := b.known[g]
	if !ok {
		b.gates = append(b.gates, g)
		x = wire(len(b.vars)+len(b.gates)) << 1
		b.known[g] = x
	}
	return x
}

// and builds a balanced tree: its depth is what the search walks down.
func (b *builder) and(xs []wire) wire {
	if len(xs) == 0 {
		return wireTrue
	}
	for len(xs) > 1 {
		n := 0
		for i := 0; i < len(xs); i += 2 {
			x := xs[i]
			if i+1 < len(xs) {
				x = b.and2(x, xs[i+1])
			}
			xs[n] = x
			n++
		}
		xs = xs[:n]
	}
	return xs[0]
}

func (b *builder) and2(x, y wire) wire {
	if x > y {
		x, y = y, x
	}
	switch {
	case x == wireFalse || x == y^1:
		return wireFalse
	case x == wireTrue || x == y:
		return y
	}
	return b.gate(gate{kind: gateAnd, a: x, b: y})
}

func (b *builder) or2(x, y wire) wire { return b.and2(x^1, y^1) ^ 1 }

func (b *builder) xor(x, y wire) wire {
	negated := (x^y)&1 != 0
	x, y = x&^1, y&^1
	if x > y {
		x, y = y, x
	}
	var z wire
	switch {
	case x == y:
		z = wireFalse
	case x == wireFalse:
		z = y
	default:
		z = b.gate(gate{kind: gateXor, a: x, b: y})
	}
	return z.when(!negated)
}

func (b *builder) mux(c, x, y wire) wire {
	if c&1 != 0 {
		c, x, y = c^1, y, x
	}
	// In the first branch c is 1, in the second it is 0.
	if x.node() == c.node() {
		x = wireTrue.when(x == c)
	}
	if y.node() == c.node() {
		y = wireFalse.when(y == c)
	}
	switch {
	case c == wireFalse:
		return y
	case x == y:
		return x
	case x == y^1:
		return b.xor(c, y)
	case x == wireTrue:
		return b.or2(c, y)
	case x == wireFalse:
		return b.and2(c^1, y)
	case y == wireTrue:
		return b.or2(c^1, x)
	case y == wireFalse:
		return b.and2(c, x)
	}
	negated := x&1 != 0
	if negated {
		x, y = x^1, y^1
	}
	return b.gate(gate{kind: gateMux, a: c, b: x, c: y}).when(!negated)
}

// nodes returns the number of nodes, which is the number of words sweep needs.
func (c *circuit) nodes() int { return 1 + len(c.vars) + len(c.gates) }

func (c *circuit) isInput(node int) bool { return node > 0 && node <= len(c.vars) }

// gateAt returns the gate of a node, nil for an input or the constant.
func (c *circuit) gateAt(node int) *gate {
	if i := node - 1 - len(c.vars); i >= 0 {
		return &c.gates[i]
	}
	return nil
}

// sweep evaluates all gates for 64 valuations at once, one in each bit position.
// The words of the inputs, x[1] to x[len(vars)], are given.
func (c *circuit) sweep(x []uint64) {
	x[0] = 0
	out := x[1+len(c.vars) : c.nodes()]
	for i := range out {
		g := &c.gates[i]
		a := word(x, g.a)
		b := word(x, g.b)
		switch g.kind {
		case gateAnd:
			out[i] = a & b
		case gateXor:
			out[i] = a ^ b
		case gateMux:
			out[i] = a&b | word(x, g.c)&^a
		}
	}
}

// word returns the word of a wire after a sweep.
func word(x []uint64, w wire) uint64 { return x[w>>1] ^ -uint64(w&1) }

// conjunction returns the word in which bit i says that all roots are 1.
func conjunction(x []uint64, roots []wire) uint64 {
	all := ^uint64(0)
	for _, r := range roots {
		all &= word(x, r)
	}
	return all
}

// counting returns word i of those which, taken together, count from 0 to 63 in
// binary: bit n of it is bit i of n. Given to inputs, they are all valuations of
// six variables.
func counting(i int) uint64 {
	return [6]uint64{
		0xAAAAAAAAAAAAAAAA,
		0xCCCCCCCCCCCCCCCC,
		0xF0F0F0F0F0F0F0F0,
		0xFF00FF00FF00FF00,
		0xFFFF0000FFFF0000,
		0xFFFFFFFF00000000,
	}[i]
}

// truthTable returns the conjunction of the roots under all valuations of the
// inputs: bit n is its value if input i is bit i of n.
func (c *circuit) truthTable(roots []wire) []uint64 {
	n := len(c.vars)
	table := make([]uint64, 1<<max(0, n-6))
	x := make([]uint64, c.nodes())
	for i := range min(n, 6) {
		x[1+i] = counting(i)
	}
	for t := range table {
		for i := 6; i < n; i++ {
			x[1+i] = -(uint64(t) >> (i - 6) & 1)
		}
		c.sweep(x)
		table[t] = conjunction(x, roots)
	}
	return table
}
