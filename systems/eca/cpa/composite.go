// This file defines analyses of data, and how they are composed: with that of locations, and
// with each other.

package cpa

import (
	"cmp"
	"hash/maphash"
	"iter"
)

// An Analysis is a configurable program analysis of the values of variables. Merge, Stop,
// Partition, Rest and Err are as those of a CPA.
type Analysis[E comparable] struct {
	Initial E // before anything is done: variables have the values that they begin with
	// Post appends the abstract successors of an element by an operation.
	Post      func(dst []E, e E, op Op) []E
	Merge     func(new, old E) E
	Stop      func(e E, reached iter.Seq[E]) bool
	Partition func(e E) uint64
	Rest      func(used iter.Seq[E])
	Err       func() error

	// before returns an element for one state out of e that op leads to after, which stands
	// for one state. Nil for analyses that never merge: e itself is one.
	before func(e E, op Op, after E) E
	// value returns the value of a variable in an element for one state, false if it is not
	// tracked.
	value func(e E, op *Choose) (int32, bool)
}

// Covered returns the Stop of an analysis whose merge is the join of a lattice: an element is
// covered where joining it changes nothing.
func Covered[E comparable](join func(new, old E) E) func(E, iter.Seq[E]) bool {
	return func(e E, reached iter.Seq[E]) bool {
		for old := range reached {
			if join(e, old) == old {
				return true
			}
		}
		return false
	}
}

// complete puts in what nil stands for.
func (a Analysis[E]) complete() Analysis[E] {
	c := newReached(CPA[E]{Merge: a.Merge, Stop: a.Stop, Partition: a.Partition, Rest: a.Rest, Err: a.Err}).CPA
	a.Merge, a.Stop, a.Partition, a.Rest, a.Err = c.Merge, c.Stop, c.Partition, c.Rest, c.Err
	if a.before == nil {
		a.before = func(e E, _ Op, _ E) E { return e }
	}
	return a
}

// Located is an element at a location.
type Located[E comparable] struct {
	At   *Location
	Data E
}

// Composite returns the composition of the analysis of locations (section 2.3 of the paper)
// and one of data. Elements are merged, and covered, at the same location only.
func Composite[E comparable](a *Automaton, d Analysis[E]) CPA[Located[E]] {
	return newComposite(a, d).cpa()
}

// A composite is a composition of the two. Not for several goroutines.
type composite[E comparable] struct {
	start *Location
	data  Analysis[E]
	found []E       // successors by an operation, one list behind the other
	path  []step[E] // to where walk is
	stop  func() bool
	steps int
}

// A step is an operation on the way from a stored location to another one.
type step[E comparable] struct {
	edge   *Edge
	op     Op // nil at the beginning of an edge
	before E
}

func newComposite[E comparable](a *Automaton, d Analysis[E]) *composite[E] {
	return &composite[E]{start: a.Locations[0], data: d.complete()}
}

func (c *composite[E]) cpa() CPA[Located[E]] {
	d, seed := c.data, maphash.MakeSeed()
	return CPA[Located[E]]{
		Initial: Located[E]{c.start, d.Initial},
		Transfer: func(dst []Located[E], e Located[E], stop func() bool) []Located[E] {
			c.stop = stop
			c.walk(e.At, e.Data, func(next Located[E]) bool {
				dst = append(dst, next)
				return true
			})
			return dst
		},
		Merge: func(new, old Located[E]) Located[E] {
			if new.At == old.At {
				old.Data = d.Merge(new.Data, old.Data)
			}
			return old
		},
		Stop: func(e Located[E], reached iter.Seq[Located[E]]) bool {
			return d.Stop(e.Data, func(yield func(E) bool) {
				for old := range reached {
					if old.At == e.At && !yield(old.Data) {
						return
					}
				}
			})
		},
		Partition: func(e Located[E]) uint64 {
			return maphash.Comparable(seed, [2]uint64{uint64(e.At.ID), d.Partition(e.Data)})
		},
		Rank: func(e Located[E]) int { return e.At.ID },
		Rest: func(used iter.Seq[Located[E]]) {
			d.Rest(each(used, func(e Located[E]) E { return e.Data }))
		},
		Err: d.Err,
	}
}

// each yields a part of each element.
func each[E, D any](list iter.Seq[E], part func(E) D) iter.Seq[D] {
	return func(yield func(D) bool) {
		for e := range list {
			if !yield(part(e)) {
				return
			}
		}
	}
}

// stepsBetween is how many operations are done before limits are looked at.
const stepsBetween = 1 << 10

// walk visits what an element at a location leads to at the next stored locations, until visit
// returns false.
func (c *composite[E]) walk(l *Location, e E, visit func(Located[E]) bool) bool {
	for _, g := range l.Out {
		if !c.along(g, -1, e, visit) {
			return false
		}
	}
	return true
}

// along is walk along an edge, from one of its operations on.
func (c *composite[E]) along(g *Edge, i int, e E, visit func(Located[E]) bool) bool {
	switch {
	case i == len(g.Ops) && g.To.Stored:
		return visit(Located[E]{g.To, e})
	case i == len(g.Ops):
		return c.walk(g.To, e, visit)
	}
	if c.steps++; c.steps%stepsBetween == 0 && c.stop() {
		return false
	}
	s := step[E]{edge: g, before: e}
	more := true
	c.path = append(c.path, s)
	if i < 0 {
		more = c.along(g, 0, e, visit)
	} else {
		c.path[len(c.path)-1].op = g.Ops[i]
		first := len(c.found)
		c.found = c.data.Post(c.found, e, g.Ops[i])
		for j := first; j < len(c.found) && more; j++ {
			more = c.along(g, i+1, c.found[j], visit)
		}
		c.found = c.found[:first]
	}
	c.path = c.path[:len(c.path)-1]
	return more
}

// A Pair is an element of a product.
type Pair[A, B comparable] struct {
	A A
	B B
}

// Product composes two analyses of data, each of which ignores variables that only the other
// tracks. Operations are reduced for the first by what an element of the second knows. Pairs are
// merged where one side is the same, and covered where both are.
func Product[A, B comparable](a Analysis[A], b Analysis[B], reduce func(b B, op Op) Op) Analysis[Pair[A, B]] {
	a, b = a.complete(), b.complete()
	seed := maphash.MakeSeed()
	var as []A
	var bs []B
	return Analysis[Pair[A, B]]{
		Initial: Pair[A, B]{a.Initial, b.Initial},
		Post: func(dst []Pair[A, B], e Pair[A, B], op Op) []Pair[A, B] {
			if bs = b.Post(bs[:0], e.B, op); len(bs) == 0 {
				return dst
			}
			as = a.Post(as[:0], e.A, reduce(e.B, op))
			for _, y := range bs {
				for _, x := range as {
					dst = append(dst, Pair[A, B]{x, y})
				}
			}
			return dst
		},
		Merge: func(new, old Pair[A, B]) Pair[A, B] {
			switch {
			case new.B == old.B:
				old.A = a.Merge(new.A, old.A)
			case new.A == old.A:
				old.B = b.Merge(new.B, old.B)
			}
			return old
		},
		Stop: func(e Pair[A, B], reached iter.Seq[Pair[A, B]]) bool {
			for old := range reached {
				if a.Stop(e.A, one(old.A)) && b.Stop(e.B, one(old.B)) {
					return true
				}
			}
			return false
		},
		Partition: func(e Pair[A, B]) uint64 {
			return maphash.Comparable(seed, [2]uint64{a.Partition(e.A), b.Partition(e.B)})
		},
		Rest: func(used iter.Seq[Pair[A, B]]) {
			a.Rest(each(used, func(e Pair[A, B]) A { return e.A }))
			b.Rest(each(used, func(e Pair[A, B]) B { return e.B }))
		},
		Err: func() error { return cmp.Or(a.Err(), b.Err()) },
		before: func(e Pair[A, B], op Op, after Pair[A, B]) Pair[A, B] {
			y := b.before(e.B, op, after.B)
			return Pair[A, B]{a.before(e.A, reduce(y, op), after.A), y}
		},
		value: func(e Pair[A, B], op *Choose) (int32, bool) {
			if v, ok := a.value(e.A, op); ok {
				return v, true
			}
			return b.value(e.B, op)
		},
	}
}

// one yields one element.
func one[E any](e E) iter.Seq[E] {
	return func(yield func(E) bool) { yield(e) }
}
