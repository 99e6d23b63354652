// This file defines batches: configurations that are looked up together.

package store

import (
	"hash/maphash"

	"github.com/ijit/ijit/tts"
)

// A Batch is a list of configurations that are to be added to a store, in this order. Where the store is large that takes
// less time than to add one after the other: the processor asks memory for all of their places before it waits for the first.
type Batch[K tts.Key] struct {
	store   *Store[K]
	packed  []byte
	waiting []waiting
	touched uint64 // what was read in advance, so that it is
}

// A waiting configuration has its bytes in those of the batch, behind those of the one before it.
type waiting struct {
	hash   uint64
	to     int
	parent uint32
}

// together is how many configurations are looked up together.
const together = 64

// NewBatch returns an empty batch.
func (s *Store[K]) NewBatch() *Batch[K] { return &Batch[K]{store: s} }

// Put puts c into the batch. It reports whether nothing is gained by more.
func (b *Batch[K]) Put(c tts.Config[K], parent uint32) (full bool) {
	from := len(b.packed)
	b.packed = b.store.codec.pack(b.packed, c)
	b.waiting = append(b.waiting, waiting{maphash.Bytes(b.store.seed, b.packed[from:]), len(b.packed), parent})
	return len(b.waiting) >= together
}

// Empty reports whether there are no configurations.
func (b *Batch[K]) Empty() bool { return len(b.waiting) == 0 }

// Add adds the configurations and leaves the batch empty. It calls yield for each that is new, until it returns false; those behind it
// are not added.
func (b *Batch[K]) Add(yield func(pos, parent uint32) bool) error {
	s := b.store
	for i := range b.waiting {
		at := s.home(b.waiting[i].hash)
		b.touched += uint64(s.tags[at]) + uint64(s.slots[at])
	}
	for i := range b.waiting {
		h := b.waiting[i].hash
		if at := s.home(h); s.tags[at] == uint8(h) && s.slots[at] != NoPos {
			b.touched += uint64(s.record(s.slots[at])[4])
		}
	}
	from := 0
	for _, w := range b.waiting {
		pos, fresh, err := s.add(b.packed[from:w.to], w.hash, w.parent)
		if err != nil {
			return err
		}
		if fresh && !yield(pos, w.parent) {
			break
		}
		from = w.to
	}
	b.packed, b.waiting = b.packed[:0], b.waiting[:0]
	return nil
}
