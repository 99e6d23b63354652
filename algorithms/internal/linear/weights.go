// This file defines how weightings become linear constraints of an invariant.

package linear

import (
	"github.com/ijit/ijit/algorithms/internal/stateequation"
	"github.com/ijit/ijit/tts"
)

// Constraints returns the linear constraints that are known.
func Constraints[K tts.Key](q *Equation, shared, local []K) (list []tts.Linear[K]) {
	if q == nil {
		return nil
	}
	for _, w := range q.asked.Weightings() {
		of := q.ofShared(w)
		// Only differences between shared states matter. So the weight that most have
		// becomes 0.
		base := mostCommon(of)
		c := tts.Linear[K]{Shared: map[K]int{}, Local: map[K]int{}, Most: int(w[0]) - base}
		for s, n := range of {
			if n != base {
				c.Shared[shared[s]] = n - base
			}
		}
		for l, r := range q.Local {
			if r != stateequation.NoRow && w[r] != 0 {
				c.Local[local[l]] = int(w[r])
			}
		}
		list = append(list, c)
	}
	return list
}

// ofShared returns the weights of shared states. Those that are passed by have none of
// their own: theirs is the greatest that the arc that leads there allows.
func (q *Equation) ofShared(w []int32) []int {
	of := make([]int, len(q.Shared))
	known := make([]bool, len(q.Shared))
	var weight func(s uint32) int
	weight = func(s uint32) int {
		if known[s] {
			return of[s]
		}
		known[s] = true
		if r := q.Shared[s]; r != stateequation.NoRow {
			of[s] = int(w[r])
			return of[s]
		}
		x := &q.Arcs[q.Pass[s]]
		of[s] = weight(x.From)
		q.sum.Reset()
		q.along(x)
		for _, c := range q.sum.Column {
			of[s] -= int(c.N) * int(w[c.Row])
		}
		return of[s]
	}
	for s := range of {
		weight(uint32(s))
	}
	return of
}

func mostCommon(list []int) int {
	count := map[int]int{}
	var best int
	for _, x := range list {
		count[x]++
		if n := count[x] - count[best]; n > 0 || n == 0 && x < best {
			best = x
		}
	}
	return best
}
