// This file defines the ways to ask a Query for its answer.

package allsat

import (
	"iter"
	"math/bits"
	"slices"
)

// AppendModels appends the models to dst and returns it, each as len(val) words:
// val with the unknown variables as the model has them. Every model occurs once.
// The order is fixed but means
// nothing. If [Scratch.Stop] puts an end to it, models are missing.
func (q *Query) AppendModels(dst, val []uint64, s *Scratch) []uint64 {
	if p := q.table; p != nil {
		for set := p.lookup(val); set != 0; set &= set - 1 {
			n := len(dst)
			dst = append(dst, val...)
			p.unknown.scatter(dst[n:], uint64(bits.TrailingZeros64(set)))
		}
		return dst
	}
	if s == nil {
		s = new(Scratch)
	}
	for ok := s.begin(q, val, false); ok && s.next(); {
		s.model = append(s.model[:0], s.values...)
		for more := true; more && s.spend(1); more = s.count() {
			dst = append(dst, s.model...)
		}
	}
	return dst
}

// AppendCubes appends disjoint cubes that cover exactly the models to dst and
// returns it, each as 2*len(val) words: the values, as in AppendModels but 0
// where the cube is open, then a mask with a 0 where it is open, ones elsewhere.
func (q *Query) AppendCubes(dst, val []uint64, s *Scratch) []uint64 {
	if p := q.table; p != nil {
		for set := p.lookup(val); set != 0; {
			model, open := p.takeCube(&set)
			n := len(dst)
			dst = append(dst, val...)
			p.unknown.scatter(dst[n:], model)
			n = len(dst)
			for range val {
				dst = append(dst, ^uint64(0))
			}
			p.unknown.scatter(dst[n:], ^open)
		}
		return dst
	}
	if s == nil {
		s = new(Scratch)
	}
	for ok := s.begin(q, val, true); ok && s.next() && s.spend(1); {
		dst = append(dst, s.values...)
		dst = append(dst, s.care...)
	}
	return dst
}

// Satisfiable reports whether there is a model. It returns false if it was
// stopped before it found one.
func (q *Query) Satisfiable(val []uint64, s *Scratch) bool {
	if p := q.table; p != nil {
		return p.lookup(val) != 0
	}
	if s == nil {
		s = new(Scratch)
	}
	return s.begin(q, val, true) && s.next()
}

// Each calls yield with each model until it returns false. The slice is good
// only during the call and must not be changed. Each reports whether it came to
// the end: it returns false if yield did or if it was stopped.
func (q *Query) Each(val []uint64, s *Scratch, yield func(model []uint64) bool) bool {
	if s == nil {
		s = new(Scratch)
	}
	if p := q.table; p != nil {
		s.model = append(s.model[:0], val...)
		for set := p.lookup(val); set != 0; set &= set - 1 {
			p.unknown.scatter(s.model, uint64(bits.TrailingZeros64(set)))
			if !yield(s.model) {
				return false
			}
		}
		return true
	}
	if !s.begin(q, val, false) {
		return true
	}
	for s.next() {
		s.model = append(s.model[:0], s.values...)
		for more := true; more; more = s.count() {
			if !s.spend(1) || !yield(s.model) {
				return false
			}
		}
	}
	return !s.stopped
}

// Models returns the models. Each is a valuation of its own that may be kept.
func (q *Query) Models(val []uint64) iter.Seq[Valuation] {
	return func(yield func(Valuation) bool) {
		q.Each(val, nil, func(model []uint64) bool { return yield(slices.Clone(model)) })
	}
}

// Cubes returns disjoint cubes that cover exactly the models.
func (q *Query) Cubes(val []uint64) iter.Seq[Cube] {
	return func(yield func(Cube) bool) {
		var s Scratch
		for ok := s.begin(q, val, true); ok && s.next(); {
			if !yield(Cube{slices.Clone(s.values), slices.Clone(s.care)}) {
				return
			}
		}
	}
}
