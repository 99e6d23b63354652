// This file defines the ways to ask a Query for its answer.

package allsat

import (
	"iter"
	"math/bits"

	"github.com/bits-and-blooms/bitset"
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

// Models yields the models one by one, each good until the next is asked for. If
// [Scratch.Stop] puts an end to it, models are missing.
func (q *Query) Models(val []uint64, s *Scratch) iter.Seq[*bitset.BitSet] {
	return func(yield func(*bitset.BitSet) bool) {
		if s == nil {
			s = new(Scratch)
		}
		var b bitset.BitSet // one for all models
		for ok := s.begin(q, val, false); ok && s.next(); {
			s.model = append(s.model[:0], s.values...)
			b.SetBitsetFrom(s.model)
			for more := true; more; more = s.count() {
				if !s.spend(1) || !yield(&b) {
					return
				}
			}
		}
	}
}

// A Cube is a set of valuations: those that agree with Values wherever Care has
// a 1. Values is 0 elsewhere.
type Cube struct{ Values, Care *bitset.BitSet }

// Cubes yields disjoint cubes that cover exactly the models, each good until the next
// is asked for. If [Scratch.Stop] puts an end to it, cubes are missing.
func (q *Query) Cubes(val []uint64, s *Scratch) iter.Seq[Cube] {
	return func(yield func(Cube) bool) {
		if s == nil {
			s = new(Scratch)
		}
		for ok := s.begin(q, val, true); ok && s.next() && s.spend(1); {
			if !yield(Cube{bitset.From(s.values), bitset.From(s.care)}) {
				return
			}
		}
	}
}
