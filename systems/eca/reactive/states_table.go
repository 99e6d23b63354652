// This file defines a table that numbers keys of several words.

package reactive

import "slices"

// A table numbers different keys from 0 on.
type table struct {
	width int
	words []uint64 // all keys
	n     int
	slots []uint32 // numbers of keys + 1, by open addressing
	shift uint     // the highest bits of a hash are a slot
}

func newTable(width int) table {
	return table{width: width, slots: make([]uint32, 1<<10), shift: 64 - 10}
}

func (t *table) at(i int) []uint64 { return t.words[i*t.width : (i+1)*t.width] }

func (t *table) bytes() int64 { return int64(8*cap(t.words) + 4*len(t.slots)) }

// add returns the number of a key, and whether it is a new one.
func (t *table) add(key []uint64) (int, bool) {
	at := hash(key) >> t.shift
	for t.slots[at] != 0 {
		i := int(t.slots[at] - 1)
		if t.width == 1 {
			if t.words[i] == key[0] {
				return i, false
			}
		} else if slices.Equal(t.at(i), key) {
			return i, false
		}
		at = (at + 1) & uint64(len(t.slots)-1)
	}
	t.slots[at] = uint32(t.n + 1)
	t.words = append(t.words, key...)
	t.n++
	if t.n > len(t.slots)/4*3 {
		t.grow()
	}
	return t.n - 1, true
}

func (t *table) grow() {
	t.slots = make([]uint32, 2*len(t.slots))
	t.shift--
	for i := range t.n {
		at := hash(t.at(i)) >> t.shift
		for t.slots[at] != 0 {
			at = (at + 1) & uint64(len(t.slots)-1)
		}
		t.slots[at] = uint32(i + 1)
	}
}

func hash(key []uint64) uint64 {
	h := uint64(0)
	for _, w := range key {
		h = (h ^ w ^ w>>32) * 0x9e3779b97f4a7c15
		h ^= h >> 32
	}
	return h * 0x9e3779b97f4a7c15
}
