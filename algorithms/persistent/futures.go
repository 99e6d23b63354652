// This file defines what threads can do from a location on.

package persistent

import (
	"github.com/bits-and-blooms/bitset"

	"github.com/ijit/ijit/internal/intern"
)

// A future is what a thread, with those that it creates, can do from a location on.
type future struct {
	reads, writes *bitset.BitSet // variables
	makes         *bitset.BitSet // literals
	meets         *bitset.BitSet // pairs, to one location of which it comes
}

func (f *future) add(g future) {
	f.reads.InPlaceUnion(g.reads)
	f.writes.InPlaceUnion(g.writes)
	f.makes.InPlaceUnion(g.makes)
	f.meets.InPlaceUnion(g.meets)
}

func (f *future) clear() {
	for _, x := range []*bitset.BitSet{f.reads, f.writes, f.makes, f.meets} {
		x.ClearAll()
	}
}

// futures computes them and remembers them, by location and those frozen literals that count there.
type futures struct {
	actions []action       // by location
	frozen  *bitset.BitSet // literals; actions that require one are not done
	counts  []*bitset.BitSet
	known   *intern.Table
	all     []future // by number in known
	row     []uint64

	seen []int // by location: the last walk that came there
	walk int
	todo []int
}

func newFutures(actions []action, asked *bitset.BitSet) futures {
	width := 1 + len(asked.Words())
	return futures{
		actions: actions, frozen: asked.Clone(), counts: make([]*bitset.BitSet, len(actions)),
		known: intern.New(width), row: make([]uint64, width), seen: make([]int, len(actions)),
	}
}

// from returns the future at a location.
func (x *futures) from(pc int) future {
	x.row[0] = uint64(pc)
	frozen := x.frozen.Words()
	for i, w := range x.count(pc).Words() {
		x.row[1+i] = w & frozen[i]
	}
	id, fresh := x.known.Intern(x.row)
	if !fresh {
		return x.all[id]
	}
	a := &x.actions[pc]
	f := future{empty(a.reads), empty(a.writes), empty(a.makes), empty(a.meets)}
	x.visit(pc, func(a *action) bool {
		if meet(a.requires, x.frozen) {
			return false
		}
		f.reads.InPlaceUnion(a.reads)
		f.writes.InPlaceUnion(a.writes)
		f.makes.InPlaceUnion(a.makes)
		for _, next := range a.next { // also if what is done there is frozen
			f.meets.InPlaceUnion(x.actions[next].meets)
		}
		return true
	})
	x.all = append(x.all, f)
	return f
}

// empty returns an empty set as wide as another one.
func empty(b *bitset.BitSet) *bitset.BitSet { return bitset.New(b.Len()) }

// count returns the literals that actions from a location on require.
func (x *futures) count(pc int) *bitset.BitSet {
	if x.counts[pc] == nil {
		all := empty(x.frozen)
		x.visit(pc, func(a *action) bool { all.InPlaceUnion(a.requires); return true })
		x.counts[pc] = all
	}
	return x.counts[pc]
}

// visit goes through the actions from a location on, but not behind those of which do returns false.
func (x *futures) visit(pc int, do func(*action) bool) {
	x.walk++
	x.todo = append(x.todo[:0], pc)
	x.seen[pc] = x.walk
	for len(x.todo) > 0 {
		a := &x.actions[x.todo[len(x.todo)-1]]
		x.todo = x.todo[:len(x.todo)-1]
		if !do(a) {
			continue
		}
		for _, next := range a.next {
			if x.seen[next] != x.walk {
				x.seen[next] = x.walk
				x.todo = append(x.todo, next)
			}
		}
	}
}
