// This file defines how large constants are made smaller together, where loops have too many iterations.

package extract

import (
	"maps"
	"slices"

	"github.com/ijit/ijit/systems/golang/graph"
)

// A scale says what constants count as that are larger than the iterations of a loop that are unrolled.
type scale struct {
	counted map[int64]bool  // what counts something; whether it is the iterations of a loop that is cut
	as      map[int64]int64 // what it counts as; empty if no loop is cut
	smaller map[int64]bool  // the values of as
}

func newScale() scale {
	return scale{counted: map[int64]bool{}, as: map[int64]int64{}}
}

// cuts reports whether a number counts as a smaller one.
func (s *scale) cuts() bool { return len(s.as) > 0 }

// countsAs returns how many a number counts as: of iterations, of elements in a channel, of goroutines that a WaitGroup
// waits for.
func (x *Extractor) countsAs(n int64, iterations bool) int64 {
	s := &x.scale
	if n <= int64(x.unrolled) || s.smaller[n] {
		return n
	}
	if known, ok := s.counted[n]; !ok || iterations && !known {
		s.counted[n] = iterations || known
		old := s.as
		s.as = scaled(s.counted, int64(x.unrolled))
		s.smaller = map[int64]bool{}
		for _, small := range s.as {
			s.smaller[small] = true
		}
		if !maps.Equal(old, s.as) {
			panic(restart{})
		}
	}
	if small, ok := s.as[n]; ok {
		return small
	}
	return n
}

// mostOfProduct is how many iterations a product may count as. Powers of ten are products of one another in programs
// where nothing is meant by that, and would be loops of thousands.
const mostOfProduct = 128

// product returns what the product of two constants counts as if n is one, or that of a constant and a small number; 0
// if it is neither.
func product(n int64, as map[int64]int64, small int64) int64 {
	for _, a := range slices.Sorted(maps.Keys(as)) {
		b := n / a
		if n%a != 0 {
			continue
		}
		if counts, ok := as[b]; ok {
			return as[a] * counts
		}
		if b <= small {
			return as[a] * b
		}
	}
	return 0
}

// scaled says what constants above a small one count as if the least of them counts as that. They keep their order, and
// whether they are neighbours. Products stay so: two producers of ten elements and a consumer of twenty still match,
// and ten of a thousand and one of ten thousand. What is larger than all iterations, as buffers are that have room for
// all elements, keeps its ratio to the most of them.
func scaled(counted map[int64]bool, small int64) map[int64]int64 {
	as := map[int64]int64{}
	list := slices.Sorted(maps.Keys(counted))
	var longest int64
	for _, n := range list {
		if counted[n] {
			longest = n
		}
	}
	if longest == 0 {
		return as
	}
	for i, n := range list {
		if i == 0 {
			as[n] = small
			continue
		}
		last := list[i-1]
		to := as[last] + min(n-last, 2)
		if n > longest {
			most := as[longest]
			to = max(as[last]+1, most*(n/longest)+(most*(n%longest)+longest-1)/longest)
		} else if p := product(n, as, small); 0 < p && p <= mostOfProduct {
			to = max(as[last]+1, p)
		}
		as[n] = to
	}
	for _, n := range list {
		if _, known := as[n-1]; counted[n] && !known && n-1 > small {
			as[n-1] = as[n] - 1
		}
	}
	return as
}

// Capacity returns how many elements fit in where a number says so.
func (x *Extractor) Capacity(v graph.Val) graph.Val {
	if a := v.One(); a != nil && a.Kind == graph.Int && a.N >= 0 {
		return graph.Constant(x.Int(x.countsAs(a.N, false)))
	}
	if n := x.SizeOf(v); n >= 0 {
		return graph.Constant(x.Int(n))
	}
	return v
}

// longest returns how many iterations of an unrolled loop there are at most.
func (x *Extractor) longest() int {
	most := int64(x.unrolled)
	for n, iterations := range x.scale.counted {
		if iterations {
			most = max(most, x.scale.as[n])
		}
	}
	return int(most)
}
