// This file defines the interner of sequences of words, which gives equal
// sequences the same small number.

package bdd

import "slices"

// An interner numbers sequences from 1; 0 is the empty one. A sequence that is
// known costs no allocation.
type interner struct {
	words []uint32          // all sequences, one after the other
	ends  []uint32          // of sequence i+1 in words
	next  []uint32          // with the same hash as sequence i+1
	first map[uint64]uint32 // by hash
}

// at returns the words of a sequence.
func (t *interner) at(id uint32) []uint32 {
	if id == 0 {
		return nil
	}
	start := uint32(0)
	if id > 1 {
		start = t.ends[id-2]
	}
	return t.words[start:t.ends[id-1]]
}

// id returns the number of a sequence.
func (t *interner) id(words []uint32) uint32 {
	if len(words) == 0 {
		return 0
	}
	hash := uint64(len(words))
	for _, w := range words {
		hash = (hash ^ uint64(w)) * 0x9e3779b97f4a7c15
		hash ^= hash >> 32
	}
	for id := t.first[hash]; id != 0; id = t.next[id-1] {
		if slices.Equal(t.at(id), words) {
			return id
		}
	}
	if t.first == nil {
		t.first = make(map[uint64]uint32)
	}
	t.words = append(t.words, words...)
	t.ends = append(t.ends, uint32(len(t.words)))
	t.next = append(t.next, t.first[hash])
	id := uint32(len(t.ends))
	t.first[hash] = id
	return id
}

// size returns the memory in words, that of the map estimated.
func (t *interner) size() int { return cap(t.words) + cap(t.ends) + cap(t.next) + 5*len(t.first) }
