// This file defines batches: configurations that are looked up together.

package store

import (
	"hash/maphash"

	"github.com/ijit/ijit/tts"
)

// A Batch is a list of configurations that are to be added to a store, in this order. Where the store is large, to look
// up many together takes half as long as one by one: the processor asks memory for all of their places before it waits for
// the first. Several goroutines may fill batches of their own, and sift them, while nothing is added.
type Batch[K tts.Key] struct {
	store   *Store[K]
	packed  []byte
	waiting []waiting
	sifted  int
	touched uint64 // what was read in advance, so that it is
}

// A waiting configuration has its bytes in those of the batch.
type waiting struct {
	hash     uint64
	from, to int
	parent   uint32
}

// together is how many configurations are looked up together.
const together = 64

// NewBatch returns an empty batch.
func (s *Store[K]) NewBatch() *Batch[K] { return &Batch[K]{store: s} }

// Put puts c into the batch. It reports whether there are enough configurations that nothing is gained by more.
func (b *Batch[K]) Put(c tts.Config[K], parent uint32) (enough bool) {
	from := len(b.packed)
	b.packed = b.store.codec.pack(b.packed, c)
	b.waiting = append(b.waiting, waiting{maphash.Bytes(b.store.seed, b.packed[from:]), from, len(b.packed), parent})
	return len(b.waiting)-b.sifted >= together
}

// Len returns how many configurations there are.
func (b *Batch[K]) Len() int { return len(b.waiting) }

// Cut leaves out all but the first n, of which none that may have been sifted out.
func (b *Batch[K]) Cut(n int) {
	b.waiting, b.sifted = b.waiting[:n], min(b.sifted, n)
	b.packed = b.packed[:0:cap(b.packed)][:b.end()]
}

// end is how many bytes are those of configurations.
func (b *Batch[K]) end() int {
	if n := len(b.waiting); n > 0 {
		return b.waiting[n-1].to
	}
	return 0
}

// touch reads what looking up configurations will read first.
func (b *Batch[K]) touch(list []waiting) {
	s := b.store
	for i := range list {
		at := s.home(list[i].hash)
		b.touched += uint64(s.tags[at]) + uint64(s.slots[at])
	}
	for i := range list {
		if at := s.home(list[i].hash); s.tags[at] == uint8(list[i].hash) && s.slots[at] != NoPos {
			b.touched += uint64(s.record(s.slots[at])[4])
		}
	}
}

// Sift leaves out those of the configurations since the last time that are in the store.
func (b *Batch[K]) Sift() {
	list := b.waiting[b.sifted:]
	b.touch(list)
	kept := b.waiting[:b.sifted]
	for _, w := range list {
		if pos, _ := b.store.find(b.packed[w.from:w.to], w.hash); pos == NoPos {
			kept = append(kept, w)
		}
	}
	b.waiting, b.sifted = kept, len(kept)
}

// Add adds the configurations from the i-th to the one before the n-th, and calls yield for each that is new, until it
// returns false.
func (b *Batch[K]) Add(i, n int, yield func(pos, parent uint32) bool) error {
	for ; i < n; i += together {
		list := b.waiting[i:min(i+together, n)]
		b.touch(list)
		for k := range list {
			w := &list[k]
			pos, fresh, err := b.store.add(b.packed[w.from:w.to], w.hash, w.parent)
			if err != nil {
				return err
			}
			if fresh && !yield(pos, w.parent) {
				return nil
			}
		}
	}
	return nil
}
