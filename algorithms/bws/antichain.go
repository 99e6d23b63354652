// This file defines the antichain of a backward search: the minimal elements of
// an upward-closed set of configurations, and the index that answers whether a
// configuration is in the set.

package bws

import "slices"

// An element is a configuration that generates an upward-closed set, over
// identifiers: a shared state and the sorted local states of its threads, with
// repetitions. It is known by its number.
type element struct {
	shared uint32
	at     uint32 // where its threads begin
	n      uint32 // how many
	// The step that leads to its parent; a root has no parent and via says which
	// target it is.
	parent, via uint32
	state       elementState
	asked       bool   // whether the state equation has answered for it
	steps       uint16 // in its solution; before, an estimate
}

type elementState uint8

const (
	waiting elementState = iota
	expanded
	covered // by another element, and no longer in the index
)

const noElement = ^uint32(0)

// An antichain keeps elements of which, up to those that were covered only later,
// none covers another.
//
// A question is only about elements with the same shared state. Each is filed under
// one of its local states, that which has the fewest there: an element below a
// configuration is filed under one of the configuration's. A signature, in which each
// thread sets a bit, the second thread of a local state another one than the first,
// rules out nearly all of those that are not below.
type antichain struct {
	elements []element
	chunks   [][]uint32
	buckets  []*bucket // by shared state
	live     int
	compared int // how many elements configurations were compared with
}

const chunkThreads = 1 << 16

// A bucket has the elements with one shared state.
type bucket struct {
	bare  bool // the element without threads is there
	few   []entry
	local map[uint32][]entry // from maxFew on
}

const maxFew = 24

type entry struct {
	sig uint64
	n   uint32
	id  uint32
}

// signature has a bit for each thread, such that that of a multiset contains that
// of each of its subsets.
func signature(threads []uint32) uint64 {
	var sig uint64
	last, rep := noElement, uint64(0)
	for _, l := range threads {
		if l == last {
			rep++
		} else {
			last, rep = l, 0
		}
		sig |= 1 << ((uint64(l) + rep*0x51ed2701) * 0x9e3779b97f4a7c15 >> 58)
	}
	return sig
}

func (a *antichain) threads(e *element) []uint32 {
	at := e.at % chunkThreads
	return a.chunks[e.at/chunkThreads][at : at+e.n : at+e.n]
}

// contains reports whether the sorted multiset big contains small.
func contains(big, small []uint32) bool {
	i := 0
	for _, l := range small {
		for i < len(big) && big[i] < l {
			i++
		}
		if i == len(big) || big[i] != l {
			return false
		}
		i++
	}
	return true
}

func (a *antichain) bucket(shared uint32) *bucket {
	if int(shared) >= len(a.buckets) {
		return nil
	}
	return a.buckets[shared]
}

// below reports whether an element other than self is below the configuration.
func (a *antichain) below(shared uint32, threads []uint32, sig uint64, self uint32) bool {
	b := a.bucket(shared)
	if b == nil {
		return false
	}
	if len(threads) == 0 {
		return b.bare && self == noElement
	}
	if b.bare {
		return true
	}
	if b.local == nil {
		return a.anyBelow(b.few, threads, sig, self)
	}
	for i, l := range threads {
		if i > 0 && threads[i-1] == l {
			continue
		}
		if a.anyBelow(b.local[l], threads, sig, self) {
			return true
		}
	}
	return false
}

func (a *antichain) anyBelow(list []entry, threads []uint32, sig uint64, self uint32) bool {
	n := uint32(len(threads))
	a.compared += len(list)
	for i := range list {
		x := &list[i]
		if x.sig&^sig == 0 && x.n <= n && x.id != self && contains(threads, a.threads(&a.elements[x.id])) {
			return true
		}
	}
	return false
}

// add adds an element that is not covered and returns its number.
func (a *antichain) add(shared uint32, threads []uint32, sig uint64, parent, via uint32) uint32 {
	id := uint32(len(a.elements))
	a.elements = append(a.elements, element{
		shared: shared, at: a.keep(threads), n: uint32(len(threads)), parent: parent, via: via,
	})
	a.live++
	b := a.bucket(shared)
	if b == nil {
		b = &bucket{}
		a.buckets = append(a.buckets, make([]*bucket, max(0, int(shared)+1-len(a.buckets)))...)
		a.buckets[shared] = b
	}
	if len(threads) == 0 {
		b.bare = true
		return id
	}
	x := entry{sig, uint32(len(threads)), id}
	if b.local != nil {
		b.file(x, threads)
		return id
	}
	if b.few = append(b.few, x); len(b.few) > maxFew {
		b.local = map[uint32][]entry{}
		for _, x := range b.few {
			b.file(x, a.threads(&a.elements[x.id]))
		}
		b.few = nil
	}
	return id
}

// file puts x, with the given threads, under the local state that has fewest.
func (b *bucket) file(x entry, threads []uint32) {
	best := threads[0]
	least := len(b.local[best])
	for i := 1; i < len(threads) && least > 0; i++ {
		if n := len(b.local[threads[i]]); n < least {
			best, least = threads[i], n
		}
	}
	b.local[best] = append(b.local[best], x)
}

// remove takes an element out of the index.
func (a *antichain) remove(id uint32) {
	e := &a.elements[id]
	e.state = covered
	a.live--
	b := a.buckets[e.shared]
	is := func(x entry) bool { return x.id == id }
	if b.local == nil {
		b.few = slices.DeleteFunc(b.few, is)
		return
	}
	for _, l := range a.threads(e) {
		list := b.local[l]
		if i := slices.IndexFunc(list, is); i >= 0 {
			list[i] = list[len(list)-1]
			b.local[l] = list[:len(list)-1]
			return
		}
	}
}

// keep stores threads and returns where.
func (a *antichain) keep(threads []uint32) uint32 {
	last := len(a.chunks) - 1
	if last < 0 || len(a.chunks[last])+len(threads) > cap(a.chunks[last]) || len(a.chunks[last]) >= chunkThreads {
		size := chunkThreads
		if last < 0 {
			size = 1 << 10 // most searches are small
		}
		a.chunks = append(a.chunks, make([]uint32, 0, max(size, len(threads))))
		last++
	}
	at := uint32(last*chunkThreads + len(a.chunks[last]))
	a.chunks[last] = append(a.chunks[last], threads...)
	return at
}

// bytes returns about how much memory the antichain takes.
func (a *antichain) bytes() int {
	n := len(a.elements)*(24+16) + 8*len(a.buckets)
	for _, c := range a.chunks {
		n += 4 * cap(c)
	}
	return n
}
