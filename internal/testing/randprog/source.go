// This file defines where decisions come from.

package randprog

import (
	"math/bits"

	"pgregory.net/rapid"
)

// A Source decides: IntN returns a number from 0 to n-1. *rand.Rand of
// math/rand/v2 is a Source.
type Source interface {
	IntN(n int) int
}

// pick returns an index with a probability proportional to its weight, or -1 if
// no weight is positive.
func pick(src Source, weights ...int) int {
	total := 0
	for _, w := range weights {
		total += max(w, 0)
	}
	if total == 0 {
		return -1
	}
	v := src.IntN(total)
	for i, w := range weights {
		if v -= max(w, 0); v < 0 {
			return i
		}
	}
	return -1 // not reached: v < total
}

// chance is true in percent out of 100 cases. The smallest choice is false.
func chance(src Source, percent int) bool { return src.IntN(100) >= 100-percent }

// rapidSource draws from a rapid test. rapid's own ranges favour small numbers
// and ends of ranges, which is not what weights mean, so the numbers are made of
// single bits. They are scaled and not reduced, so that fewer set bits mean a
// smaller number, as shrinking expects.
type rapidSource struct {
	t   *rapid.T
	bit *rapid.Generator[bool]
}

func (s rapidSource) IntN(n int) int {
	width := bits.Len(uint(n-1)) + 3
	if n == 1 {
		return 0
	}
	v := 0
	for range width {
		v <<= 1
		if s.bit.Draw(s.t, "bit") {
			v |= 1
		}
	}
	return v * n >> width
}

// Rapid makes a [Source] of a running rapid test, for [Mutation.Apply].
func Rapid(t *rapid.T) Source { return rapidSource{t, rapid.Bool()} }

// Programs generates the source text of random programs.
func Programs(cfg Config) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string { return Generate(Rapid(t), cfg) })
}
