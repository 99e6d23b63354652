// This file defines sets of identifiers.

package numbering

import "math/bits"

// A Bitset is a set of identifiers that grows as needed.
type Bitset []uint64

// Has reports whether i is in b.
func (b Bitset) Has(i uint32) bool {
	return int(i>>6) < len(b) && b[i>>6]>>(i&63)&1 != 0
}

// Add adds i.
func (b *Bitset) Add(i uint32) {
	for int(i>>6) >= len(*b) {
		*b = append(*b, 0)
	}
	(*b)[i>>6] |= 1 << (i & 63)
}

// AddAll adds all of others.
func (b *Bitset) AddAll(others Bitset) {
	for len(*b) < len(others) {
		*b = append(*b, 0)
	}
	for i, w := range others {
		(*b)[i] |= w
	}
}

// All yields the elements of b in ascending order.
func (b Bitset) All(yield func(uint32) bool) {
	for i, w := range b {
		for ; w != 0; w &= w - 1 {
			if !yield(uint32(i<<6 + bits.TrailingZeros64(w))) {
				return
			}
		}
	}
}
