// This file defines numberings: dense identifiers for the keys of a system.

package algorithms

import (
	"math/bits"

	"github.com/ijit/ijit/tts"
)

// A numbering gives keys identifiers from 0 on in the order in which they come,
// so that the loops of a search are over numbers, whatever the keys are.
type numbering[K tts.Key] struct {
	keys  []K
	small []uint32     // identifier plus one of small integers
	large map[K]uint32 // of all others
}

// A names has the identifiers of the states of a system.
type names[K tts.Key] struct{ shared, local numbering[K] }

// smallKeys bounds the integers that are looked up in a list.
const smallKeys = 1 << 20

// id returns the identifier of k, a new one if it has none.
func (n *numbering[K]) id(k K) uint32 {
	if x, ok := any(k).(uint32); ok && x < smallKeys {
		for int(x) >= len(n.small) {
			n.small = append(n.small, 0)
		}
		if n.small[x] == 0 {
			n.keys = append(n.keys, k)
			n.small[x] = uint32(len(n.keys))
		}
		return n.small[x] - 1
	}
	id, ok := n.large[k]
	if !ok {
		if n.large == nil {
			n.large = map[K]uint32{}
		}
		id = uint32(len(n.keys))
		n.keys = append(n.keys, k)
		n.large[k] = id
	}
	return id
}

// lookup returns the identifier of k, if it has one.
func (n *numbering[K]) lookup(k K) (uint32, bool) {
	if x, ok := any(k).(uint32); ok && x < smallKeys {
		if int(x) >= len(n.small) || n.small[x] == 0 {
			return 0, false
		}
		return n.small[x] - 1, true
	}
	id, ok := n.large[k]
	return id, ok
}

// A bitset is a set of identifiers that grows as needed.
type bitset []uint64

func (b bitset) has(i uint32) bool {
	return int(i>>6) < len(b) && b[i>>6]>>(i&63)&1 != 0
}

func (b *bitset) add(i uint32) {
	for int(i>>6) >= len(*b) {
		*b = append(*b, 0)
	}
	(*b)[i>>6] |= 1 << (i & 63)
}

func (b *bitset) addAll(others bitset) {
	for len(*b) < len(others) {
		*b = append(*b, 0)
	}
	for i, w := range others {
		(*b)[i] |= w
	}
}

// all yields the elements of b in ascending order.
func (b bitset) all(yield func(uint32) bool) {
	for i, w := range b {
		for ; w != 0; w &= w - 1 {
			if !yield(uint32(i<<6 + bits.TrailingZeros64(w))) {
				return
			}
		}
	}
}
