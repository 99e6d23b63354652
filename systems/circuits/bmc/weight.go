// This file defines lengths of runs whose frames have weights.

package bmc

import (
	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/allsat/sat"
)

// weigh defines the length of a run that ends in a frame, the last one.
func (w *within) weigh(k int) {
	if w.options.Weight == nil {
		return
	}
	var length []aig.Lit
	if k > 0 {
		length = w.add(w.length[k-1], nil, aig.True)
	}
	var weight []aig.Lit
	for _, l := range w.options.Weight {
		weight = append(weight, w.At(l, k))
	}
	w.length = append(w.length, w.add(length, weight, aig.False))
	w.lighten(k)
}

// measured returns the length of a run that ends in a frame, in the solver's model.
func (w *within) measured(k int) int {
	length := 0
	for i, l := range w.length[k] {
		if w.clauses.Value(l) {
			length |= 1 << i
		}
	}
	return length
}

// limit lets only runs be asked for that are no longer.
func (w *within) limit(most int) {
	w.most = most
	if w.options.Weight == nil {
		return
	}
	for _, l := range w.light {
		w.solver.Add(-l)
	}
	w.light = []sat.Lit{w.variable()}
	for k := range w.length {
		w.lighten(k)
	}
	for _, l := range w.none {
		w.refute(l)
	}
}

// refute keeps what has been refuted, of runs that are not too long.
func (w *within) refute(l sat.Lit) {
	clause := []sat.Lit{l}
	for _, light := range w.light {
		clause = append(clause, -light)
	}
	w.solver.Add(clause...)
}

// lighten says of a frame that it is reached by no longer run than is asked for.
func (w *within) lighten(k int) {
	for _, light := range w.light {
		clause := []sat.Lit{-light, w.clauses.Lit(w.exceeds(w.length[k], w.most).Not())}
		if w.before[k] != 0 {
			clause = append(clause, w.before[k])
		}
		w.solver.Add(clause...)
	}
}

// exceeds returns where a number in bits is greater than another one.
func (w *within) exceeds(bits []aig.Lit, than int) aig.Lit {
	more := aig.False
	for i, l := range bits {
		if than>>i&1 != 0 {
			more = w.Graph.And(more, l)
		} else {
			more = w.Graph.Or(more, l)
		}
	}
	if than>>len(bits) != 0 {
		return aig.False
	}
	return more
}

// add returns the sum of numbers in bits.
func (w *within) add(x, y []aig.Lit, carry aig.Lit) []aig.Lit {
	g := w.Graph
	bit := func(x []aig.Lit, i int) aig.Lit {
		if i < len(x) {
			return x[i]
		}
		return aig.False
	}
	var sum []aig.Lit
	for i := range max(len(x), len(y)) {
		a, b := bit(x, i), bit(y, i)
		d := g.Xor(a, b)
		sum = append(sum, g.Xor(d, carry))
		carry = g.Mux(d, carry, a)
	}
	if carry != aig.False {
		sum = append(sum, carry)
	}
	return sum
}
