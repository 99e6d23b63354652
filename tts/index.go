// This file defines the index that finds the edges of a thread state.

package tts

import "slices"

// An index finds the elements with a given pair of shared and local state in a
// list that is sorted by these. It has two levels, the shared states and for
// each the local states that occur with it, and so takes memory in proportion
// to the list, never to the number of pairs or, where few of very many shared
// states occur, of shared states.
type index struct {
	// The groups (the local states) of shared state s are first[s] to
	// first[s+1], or where shared is not nil those of shared[i] are first[i] to
	// first[i+1].
	first  []uint32
	shared []uint32
	// Group g is of local state local[g]; its elements are start[g] to
	// start[g+1].
	local []uint32
	start []uint32
}

// newIndex makes an index of n elements, the i-th of which has the pair that key
// returns for i. The pairs must not descend.
func newIndex(n int, numShared uint32, key func(i int) (shared, local uint32)) index {
	var x index
	var firsts, shareds []uint32
	var s0, l0 uint32
	groups := 0
	for i := range n {
		if s, l := key(i); i == 0 || s != s0 || l != l0 {
			groups++
			s0, l0 = s, l
		}
	}
	x.local, x.start = make([]uint32, 0, groups), make([]uint32, 0, groups+1)
	for i := range n {
		s, l := key(i)
		if i == 0 || s != s0 {
			shareds = append(shareds, s)
			firsts = append(firsts, uint32(len(x.local)))
		}
		if i == 0 || s != s0 || l != l0 {
			x.local = append(x.local, l)
			x.start = append(x.start, uint32(i))
		}
		s0, l0 = s, l
	}
	x.start = append(x.start, uint32(n))
	firsts = append(firsts, uint32(len(x.local)))
	if isSparse(n, numShared) {
		x.shared, x.first = slices.Clip(shareds), slices.Clip(firsts)
		return x
	}
	x.first = make([]uint32, uint64(numShared)+1)
	i := 0
	for s := range x.first {
		for i < len(shareds) && shareds[i] < uint32(s) {
			i++
		}
		x.first[s] = firsts[i]
	}
	return x
}

// maxIndex is how many bytes an index of n elements takes at most while it is made.
func maxIndex(n int, numShared uint32) uint64 {
	shared := min(uint64(n), uint64(numShared))
	if !isSparse(n, numShared) {
		shared += uint64(numShared)
	}
	return 4 * (2*uint64(n) + 5*shared) // lists of shared states grow
}

// groups returns the range of groups of shared state s.
func (x *index) groups(s uint32) (lo, hi uint32) {
	if x.shared != nil {
		i, ok := search(x.shared, s)
		if !ok {
			return 0, 0
		}
		return x.first[i], x.first[i+1]
	}
	if uint64(s)+1 >= uint64(len(x.first)) {
		return 0, 0
	}
	return x.first[s], x.first[s+1]
}

// bucket returns the range of elements with shared state s.
func (x *index) bucket(s uint32) (lo, hi uint32) {
	a, b := x.groups(s)
	return x.start[a], x.start[b]
}

// find returns the range of elements with shared state s and local state l.
func (x *index) find(s, l uint32) (lo, hi uint32) {
	a, b := x.groups(s)
	i, ok := search(x.local[a:b], l)
	if !ok {
		return 0, 0
	}
	g := a + uint32(i)
	return x.start[g], x.start[g+1]
}

// search finds k in keys, which ascend strictly. Distinct numbers bound the
// place of k from both sides, so in a list without gaps it takes one look, in
// one with few gaps a few.
func search(keys []uint32, k uint32) (int, bool) {
	n := len(keys)
	if n == 0 || k < keys[0] || k > keys[n-1] {
		return 0, false
	}
	last := uint64(n - 1)
	hi := min(last, uint64(k-keys[0])) + 1
	lo := last - min(last, uint64(keys[n-1]-k))
	for lo < hi {
		m := (lo + hi) / 2
		if keys[m] < k {
			lo = m + 1
		} else {
			hi = m
		}
	}
	return int(lo), lo < uint64(n) && keys[lo] == k
}
