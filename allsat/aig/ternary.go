// This file defines simulation with unknown values.

package aig

// A Ternary has the values of all nodes of a circuit in a frame of 64 runs, each of which is
// false, true or unknown (Eichelberger, 1965): bit i of a word belongs to run i. If inputs and
// latches are unknown, a literal that is not has its value for all their values; the converse
// does not hold.
type Ternary struct {
	circuit     *Circuit
	zeros, ones []uint64 // by node: whether it can be false, and true
	next        [][2]uint64
}

// NewTernary returns a simulator whose inputs and latches are all unknown.
func NewTernary(c *Circuit) *Ternary {
	t := &Ternary{circuit: c, zeros: make([]uint64, c.Len()), ones: make([]uint64, c.Len()), next: make([][2]uint64, len(c.Latches))}
	for n := range t.zeros {
		t.zeros[n], t.ones[n] = ^uint64(0), ^uint64(0)
	}
	t.ones[0] = 0
	return t
}

// Set sets an input or a latch: in which runs it can be false, and in which true.
func (t *Ternary) Set(input Lit, zero, one uint64) {
	if input.Negated() {
		zero, one = one, zero
	}
	t.zeros[input.Node()], t.ones[input.Node()] = zero, one
}

// Value returns in which runs a literal can be false, and in which true.
func (t *Ternary) Value(l Lit) (zero, one uint64) {
	zero, one = t.zeros[l.Node()], t.ones[l.Node()]
	if l.Negated() {
		return one, zero
	}
	return zero, one
}

// Eval gives all conjunctions their values.
func (t *Ternary) Eval() {
	for n, g := range t.circuit.nodes {
		if g.left != noGate {
			zeroLeft, oneLeft := t.Value(g.left)
			zeroRight, oneRight := t.Value(g.right)
			t.zeros[n], t.ones[n] = zeroLeft|zeroRight, oneLeft&oneRight
		}
	}
}

// Step gives latches their values in the next state.
func (t *Ternary) Step() {
	for i, l := range t.circuit.Latches {
		t.next[i][0], t.next[i][1] = t.Value(l.Next)
	}
	for i, l := range t.circuit.Latches {
		t.Set(l.Lit, t.next[i][0], t.next[i][1])
	}
}
