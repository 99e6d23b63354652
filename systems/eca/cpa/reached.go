// This file defines the sets of the algorithm: what was reached and what waits.

package cpa

import (
	"cmp"
	"container/heap"
	"context"
	"hash/maphash"
	"iter"
)

// none is the predecessor of the initial element, and the end of lists.
const none int32 = -1

// Reached is a set of abstract states that were reached.
type Reached[E comparable] struct {
	CPA[E]
	// nodes has every element that ever was in the set: the executions that lead to a
	// merged one went through those that it replaced.
	nodes    []node[E]
	slots    []slot           // the set: its elements in their partitions
	heads    map[uint64]int32 // first slot of a partition
	queue    []int32          // nodes that wait, a heap
	complete bool
	err      error
}

// A node is an element with where it comes from: it is successor number ordinal of the node
// from, merged with the node older if there is one.
type node[E comparable] struct {
	element             E
	from, older, slot   int32
	ordinal, turn, rank int32
	done                bool // does not wait
}

// A slot is a place in a partition, whose node is replaced where elements are merged.
type slot struct{ node, next int32 }

func newReached[E comparable](c CPA[E]) *Reached[E] {
	if c.Partition == nil && c.Merge == nil && c.Stop == nil {
		seed := maphash.MakeSeed()
		c.Partition = func(e E) uint64 { return maphash.Comparable(seed, e) }
	} else if c.Partition == nil {
		c.Partition = func(E) uint64 { return 0 }
	}
	if c.Merge == nil {
		c.Merge = func(_, old E) E { return old }
	}
	if c.Stop == nil {
		c.Stop = func(e E, reached iter.Seq[E]) bool {
			for old := range reached {
				if e == old {
					return true
				}
			}
			return false
		}
	}
	if c.Rank == nil {
		c.Rank = func(E) int { return 0 }
	}
	if c.Rest == nil {
		c.Rest = func(iter.Seq[E]) {}
	}
	if c.Err == nil {
		c.Err = func() error { return nil }
	}
	return &Reached[E]{CPA: c, heads: map[uint64]int32{}}
}

// Len returns the number of elements of the set.
func (r *Reached[E]) Len() int { return len(r.slots) }

// All yields the elements in the order in which their places in the set were made.
func (r *Reached[E]) All() iter.Seq[E] {
	return func(yield func(E) bool) {
		for _, s := range r.slots {
			if !yield(r.nodes[s.node].element) {
				return
			}
		}
	}
}

// Complete reports whether the set has all that can be reached: no limit was met, and nobody
// ended the run.
func (r *Reached[E]) Complete() bool { return r.complete }

// Ended returns what ended the run early, nil if nothing but its visitor did.
func (r *Reached[E]) Ended() error { return r.err }

// Turn returns how often an execution went back to get to an arrival, at least.
func (r *Reached[E]) Turn(a Arrival[E]) int { return int(r.nodes[a.from].turn) }

// limit looks at everything that may end the run, and reports whether it is over.
func (r *Reached[E]) limit(ctx context.Context, limit func(int) error) bool {
	if r.err = cmp.Or(r.err, ctx.Err(), r.Err()); r.err == nil && limit != nil {
		r.err = limit(len(r.nodes))
	}
	return r.err != nil
}

// used yields the elements of all nodes.
func (r *Reached[E]) used(yield func(E) bool) {
	for i := range r.nodes {
		if !yield(r.nodes[i].element) {
			return
		}
	}
}

// partition yields the elements that may have to do with e, and their slots.
func (r *Reached[E]) partition(e E) iter.Seq2[int32, E] {
	return func(yield func(int32, E) bool) {
		s, ok := r.heads[r.Partition(e)]
		for ok && s != none {
			if !yield(s, r.nodes[r.slots[s].node].element) {
				return
			}
			s = r.slots[s].next
		}
	}
}

// elements is partition without slots.
func (r *Reached[E]) elements(e E) iter.Seq[E] {
	return func(yield func(E) bool) {
		for _, old := range r.partition(e) {
			if !yield(old) {
				return
			}
		}
	}
}

// add adds an element, which waits.
func (r *Reached[E]) add(e E, from int32, ordinal int) {
	p := r.Partition(e)
	head, ok := r.heads[p]
	if !ok {
		head = none
	}
	r.heads[p] = int32(len(r.slots))
	r.slots = append(r.slots, slot{none, head})
	r.replace(int32(len(r.slots)-1), e, from, ordinal)
}

// replace puts an element in the place of another one. It waits; that one does no more.
func (r *Reached[E]) replace(s int32, e E, from int32, ordinal int) {
	n := node[E]{element: e, from: from, older: r.slots[s].node, slot: s, ordinal: int32(ordinal), rank: int32(r.Rank(e))}
	if from != none {
		n.turn = r.nodes[from].turn
		if n.rank <= r.nodes[from].rank {
			n.turn++
		}
	}
	if n.older != none {
		if old := &r.nodes[n.older]; !old.done {
			n.turn, old.done = min(n.turn, old.turn), true
		}
	}
	r.slots[s].node = int32(len(r.nodes))
	r.nodes = append(r.nodes, n)
	heap.Push(waitlist[E]{r}, r.slots[s].node)
}

// waiting reports whether an element waits.
func (r *Reached[E]) waiting() bool {
	for len(r.queue) > 0 && r.nodes[r.queue[0]].done {
		heap.Pop(waitlist[E]{r})
	}
	return len(r.queue) > 0
}

// choose takes the next element that waits.
func (r *Reached[E]) choose() int32 {
	n := heap.Pop(waitlist[E]{r}).(int32)
	r.nodes[n].done = true
	return n
}

// A waitlist is the heap of the nodes that wait: by turns, then by rank; first come, first
// served.
type waitlist[E comparable] struct{ *Reached[E] }

func (w waitlist[E]) Len() int      { return len(w.queue) }
func (w waitlist[E]) Swap(i, j int) { w.queue[i], w.queue[j] = w.queue[j], w.queue[i] }
func (w waitlist[E]) Push(n any)    { w.queue = append(w.queue, n.(int32)) }

func (w waitlist[E]) Pop() any {
	last := len(w.queue) - 1
	n := w.queue[last]
	w.queue = w.queue[:last]
	return n
}

func (w waitlist[E]) Less(i, j int) bool {
	m, n := w.queue[i], w.queue[j]
	x, y := &w.nodes[m], &w.nodes[n]
	return cmp.Or(cmp.Compare(x.turn, y.turn), cmp.Compare(x.rank, y.rank), cmp.Compare(m, n)) < 0
}
