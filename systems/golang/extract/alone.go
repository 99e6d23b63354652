// This file defines what is known of memory as long as the goroutine of the entry is the only one.

package extract

import (
	"maps"
	"slices"
	"strings"

	"github.com/ijit/ijit/systems/golang/code"
	"github.com/ijit/ijit/systems/golang/graph"
)

// An alone is what memory holds at a point to which the goroutine of the entry comes while there is no other: what a
// constructor stores, and what a program sets up before it starts goroutines. The sets of locations are those of all
// executions, so that a field that is set twice has two values from the beginning; here the last one is known (constant
// propagation through memory, with the order of steps: Wegman and Zadeck, "Constant propagation with conditional
// branches", TOPLAS 1991). A nil alone knows nothing.
type alone struct {
	cells map[*graph.Loc]*graph.Atom // nil: not one value
	made  map[*graph.Object]bool     // since: cells of these that are not in cells are zero
}

func newAlone() *alone {
	return &alone{map[*graph.Loc]*graph.Atom{}, map[*graph.Object]bool{}}
}

func (a *alone) copy() *alone {
	if a == nil {
		return nil
	}
	return &alone{maps.Clone(a.cells), maps.Clone(a.made)}
}

func (a *alone) empty() bool { return a == nil || len(a.cells)+len(a.made) == 0 }

// at returns what a cell holds; nil if that is not known.
func (a *alone) at(l *graph.Loc) *graph.Atom {
	if a == nil {
		return nil
	}
	if v, stored := a.cells[l]; stored {
		return v
	}
	if a.made[l.Obj] {
		return l.Zero
	}
	return nil
}

// meet returns what is known behind both of two points.
func (a *alone) meet(b *alone) *alone {
	if a == nil || b == nil {
		return nil
	}
	m := newAlone()
	for _, of := range []*alone{a, b} {
		for l := range of.cells {
			if m.cells[l] = nil; a.at(l) == b.at(l) {
				m.cells[l] = a.at(l)
			}
		}
	}
	for o := range a.made {
		if b.made[o] {
			m.made[o] = true
		}
	}
	return m
}

// holds returns what a cell holds at the current point; nil if that is not known, as of one of many, of elements, and of what
// others have a part in.
func (x *Extractor) holds(l *graph.Loc) *graph.Atom {
	o := l.Obj
	if x.alone == nil || o == nil || l.Weak || o.Rest != nil || o.Symbolic || o.Blurred || o.Model != nil ||
		strings.Contains(l.Path, "[") {
		return nil
	}
	return x.alone.at(l)
}

// arrives merges what is known at the current point into what is known at the beginning of a block. Blocks are executed
// in an order in which that is complete, but for the heads of loops that are not unrolled: there nothing is known, and if
// a goroutine is started in the loop others may run from the beginning.
func (x *Extractor) arrives(fr *frame, at instance, executed bool) {
	known, again := fr.alone[at]
	now := x.alone.copy()
	if now != nil && x.inLoop(fr, at.block, at.iter) && (fr.info.Heads(at.block) || len(fr.info.Around[at.block]) == 0) {
		now = newAlone()
	}
	switch {
	case x.crowded[at.block]:
		now = nil
	case executed && (now == nil && known != nil || !known.empty()):
		x.crowded[at.block] = true
		panic(restart{})
	case again:
		now = known.meet(now)
	}
	fr.alone[at] = now
}

// returned merges what is known at the current point into what is known behind the call of a frame.
func (x *Extractor) returned(fr *frame) {
	if fr.returns++; fr.returns == 1 {
		fr.behind = x.alone
	} else {
		fr.behind = fr.behind.meet(x.alone)
	}
	x.link(fr.exit)
}

// A waiting block will be executed.
type waiting struct {
	instance
	place []int
}

// wait puts a block into the queue. Its place is that of the loops around it, from the outermost, and of the
// iterations of these, so that a loop is executed as a whole where its head is, one iteration after the other.
func (fr *frame) wait(at instance) {
	iterations := map[*code.Loop]int{}
	for it := at.iter; it != nil; it = it.outer {
		iterations[it.loop] = it.n
	}
	var place []int
	for _, l := range fr.info.Around[at.block] {
		place = append(place, fr.info.Order[l.Head], iterations[l])
	}
	fr.queue = append(fr.queue, waiting{at, append(place, fr.info.Order[at.block])})
}

// next takes the block out of the queue to which no other one there leads, but by the end of a loop that is not unrolled.
func (fr *frame) next() instance {
	first := 0
	for i, w := range fr.queue {
		if slices.Compare(w.place, fr.queue[first].place) < 0 {
			first = i
		}
	}
	at := fr.queue[first].instance
	fr.queue = slices.Delete(fr.queue, first, first+1)
	return at
}
