// This file defines the recursive encoding of formulas.

package bmc

import (
	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/allsat/sat"
)

// A recursive is the question whether a formula holds on a path, by the translation of Biere,
// Cimatti, Clarke and Zhu, "Symbolic Model Checking without BDDs" (TACAS 1999), definitions
// 12 to 15: the disjunction of what it is without a loop and, for each frame, with a loop
// to it. It is anew for each bound, and with hash-consing about quadratic in it for
// each loop. For the past, which the paper does not have, the loop is unrolled as
// often as its operators are nested.
type recursive struct {
	*path
	*states
	values []aig.Lit // by position and node, for one loop; one more than the literal, 0 for unknown
	length int       // of the path with the loop unrolled
	bound  int
	start  int       // of the loop, or -1
	loops  []aig.Lit // by frame
}

func newRecursive(p *path, t *tree) *recursive {
	return &recursive{path: p, states: newStates(t, p.Unrolling)}
}

// counterexample returns the translation for a bound.
func (r *recursive) counterexample(bound int) sat.Lit {
	r.loops = r.loops[:0]
	any := aig.False
	if !r.options.Infinite {
		any = r.translate(bound, -1)
	}
	for l := range bound + 1 {
		closed := r.closed(bound, l)
		if closed != aig.False {
			closed = r.And(closed, r.translate(bound, l))
		}
		r.loops = append(r.loops, closed)
		r.clauses.Lit(closed) // for its value
		any = r.Or(any, closed)
	}
	return r.clauses.Lit(any)
}

// closed returns whether the last frame is left to the state of frame l, by a fair loop.
func (r *recursive) closed(bound, l int) aig.Lit {
	var all []aig.Lit
	for _, latch := range r.circuit.Latches {
		all = append(all, r.Equal(r.At(latch.Next, bound), r.At(latch.Lit, l)))
	}
	for _, s := range r.circuit.Steps {
		all = append(all, r.At(s, bound))
	}
	for _, f := range r.circuit.Fairness {
		any := aig.False
		for frame := l; frame <= bound; frame++ {
			any = r.Or(any, r.At(f, frame))
		}
		all = append(all, any)
	}
	return r.All(all...)
}

// loop returns the frame that follows the last one in the solver's model, or -1.
func (r *recursive) loop() int {
	for l, closed := range r.loops {
		if r.clauses.Value(closed) {
			return l
		}
	}
	return -1
}

// translate returns whether the formula holds on a path with a loop to frame start, or
// without one if that is -1.
func (r *recursive) translate(bound, start int) aig.Lit {
	r.bound, r.start, r.length = bound, start, bound+1
	if start >= 0 {
		r.length += r.nodes[r.root].depth * (bound + 1 - start)
	}
	r.values = make([]aig.Lit, r.length*len(r.nodes))
	return r.holds(r.root, 0)
}

// holds returns whether a node holds in a position of the path with its loop unrolled.
func (r *recursive) holds(n, i int) aig.Lit {
	f := &r.nodes[n]
	if f.state {
		if i > r.bound {
			i = r.start + (i-r.start)%(r.bound+1-r.start)
		}
		return r.at(n, i)
	}
	if v := r.values[i*len(r.nodes)+n]; v > 0 {
		return v - 1
	}
	v := r.operator(f, i)
	r.values[i*len(r.nodes)+n] = v + 1
	return v
}

// back returns where the loop of the unrolled path begins: behind its end if there is none.
func (r *recursive) back() int {
	if r.start < 0 {
		return r.length
	}
	return r.length - (r.bound + 1 - r.start)
}

func (r *recursive) operator(f *node, i int) aig.Lit {
	left := func(j int) aig.Lit { return r.holds(f.left, j) }
	right := func(j int) aig.Lit { return r.holds(f.right, j) }
	v := aig.False
	switch f.op {
	case opAnd:
		v = r.And(left(i), right(i))
	case opOr:
		v = r.Or(left(i), right(i))
	case opNext:
		if i+1 < r.length {
			v = left(i + 1)
		} else if r.start >= 0 {
			v = left(r.back())
		}
	case opUntil:
		until := aig.True
		for _, j := range r.from(i) {
			v = r.Or(v, r.And(until, right(j)))
			until = r.And(until, left(j))
		}
	case opRelease:
		until := aig.True
		for _, j := range r.from(i) {
			until = r.And(until, right(j))
			v = r.Or(v, r.And(until, left(j)))
		}
		if r.start >= 0 {
			v = r.Or(v, until)
		}
	case opOften:
		for j := r.back(); j < r.length; j++ {
			v = r.Or(v, left(j))
		}
	case opSettles:
		v = aig.True.NotIf(r.start < 0)
		for j := r.back(); j < r.length; j++ {
			v = r.And(v, left(j))
		}
	case opYesterday:
		if i > 0 {
			v = left(i - 1)
		}
	case opWeakYesterday:
		if v = aig.True; i > 0 {
			v = left(i - 1)
		}
	case opSince:
		since := aig.True
		for j := i; j >= 0; j-- {
			v = r.Or(v, r.And(since, right(j)))
			since = r.And(since, left(j))
		}
	case opTriggered:
		since := aig.True
		for j := i; j >= 0; j-- {
			since = r.And(since, right(j))
			v = r.Or(v, r.And(since, left(j)))
		}
		v = r.Or(v, since)
	}
	return v
}

// from returns the positions that follow i, itself included, each once in their order: up to
// the end, and then those on the loop that are before i.
func (r *recursive) from(i int) []int {
	var list []int
	for j := i; j < r.length; j++ {
		list = append(list, j)
	}
	for j := r.back(); j < i; j++ {
		list = append(list, j)
	}
	return list
}
