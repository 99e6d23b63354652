// This file defines numberings: dense identifiers for the keys of a system.

package numbering

import "github.com/ijit/ijit/tts"

// A Numbering gives keys identifiers from 0 on in the order in which they come,
// so that the loops of a search are over numbers, whatever the keys are.
type Numbering[K tts.Key] struct {
	Keys  []K
	small []uint32     // identifier plus one of small integers
	large map[K]uint32 // of all others
}

// A Names has the identifiers of the states of a system.
type Names[K tts.Key] struct{ Shared, Local Numbering[K] }

// smallKeys bounds the integers that are looked up in a list.
const smallKeys = 1 << 20

// ID returns the identifier of k, a new one if it has none.
func (n *Numbering[K]) ID(k K) uint32 {
	if x, ok := any(k).(uint32); ok && x < smallKeys {
		for int(x) >= len(n.small) {
			n.small = append(n.small, 0)
		}
		if n.small[x] == 0 {
			n.Keys = append(n.Keys, k)
			n.small[x] = uint32(len(n.Keys))
		}
		return n.small[x] - 1
	}
	id, ok := n.large[k]
	if !ok {
		if n.large == nil {
			n.large = map[K]uint32{}
		}
		id = uint32(len(n.Keys))
		n.Keys = append(n.Keys, k)
		n.large[k] = id
	}
	return id
}

// Lookup returns the identifier of k, if it has one.
func (n *Numbering[K]) Lookup(k K) (uint32, bool) {
	if x, ok := any(k).(uint32); ok && x < smallKeys {
		if int(x) >= len(n.small) || n.small[x] == 0 {
			return 0, false
		}
		return n.small[x] - 1, true
	}
	id, ok := n.large[k]
	return id, ok
}
