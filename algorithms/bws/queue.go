// This file defines the order in which a backward search takes its elements.

package bws

import (
	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/algorithms/internal/arcs"
	"github.com/ijit/ijit/tts"
)

// A levels is a queue of elements by small priorities; of equal ones the newest
// comes first.
type levels struct {
	lists [][]uint32
	least int // no list before this has elements
}

func (q *levels) push(priority int, id uint32) {
	for priority >= len(q.lists) {
		q.lists = append(q.lists, nil)
	}
	q.lists[priority] = append(q.lists[priority], id)
	q.least = min(q.least, priority)
}

func (q *levels) pop() (id uint32, ok bool) {
	for ; q.least < len(q.lists); q.least++ {
		if list := q.lists[q.least]; len(list) > 0 {
			q.lists[q.least] = list[:len(list)-1]
			return list[len(list)-1], true
		}
	}
	return 0, false
}

// Distances say how many steps a shared state and a local state are away from
// the initial ones, each looked at for itself. Their sum over a configuration says
// about how far a search has still to go.
type distances struct{ shared, local []int }

// newDistances returns nil if it is stopped.
func newDistances(c *arcs.Cover, numLocal int, initial *arcs.Starts, m *algorithms.Meter) *distances {
	d := &distances{make([]int, len(c.Locals)), make([]int, numLocal)}
	sharedEdges, localEdges := make([][]uint32, len(c.Locals)), make([][]uint32, numLocal)
	for i := range c.Arcs {
		if i%arcs.PollArcs == 0 && m.Stop() {
			return nil
		}
		x := &c.Arcs[i]
		if x.From != x.To {
			sharedEdges[x.From] = append(sharedEdges[x.From], x.To)
		}
		if x.Kind == tts.Move && x.Active != x.After {
			localEdges[x.Active] = append(localEdges[x.Active], x.After)
		}
		if x.Effect != arcs.NoEffect && c.Effects[x.Effect].Kind == tts.Spawn && x.Kind != tts.Environment {
			localEdges[x.Active] = append(localEdges[x.Active], c.Effects[x.Effect].Child)
		}
	}
	for _, e := range c.Effects {
		for l, to := range e.Moved {
			localEdges[l] = append(localEdges[l], to...)
		}
	}
	var sharedFrom, localFrom []uint32
	initial.Each(func(shared uint32, counts []tts.Count[uint32]) {
		sharedFrom = append(sharedFrom, shared)
		for _, n := range counts {
			localFrom = append(localFrom, n.Local)
		}
	})
	steps(d.shared, sharedEdges, sharedFrom)
	steps(d.local, localEdges, localFrom)
	return d
}

// steps fills in d by breadth-first search.
func steps(d []int, edges [][]uint32, from []uint32) {
	seen := make([]bool, len(d))
	var queue []uint32
	reach := func(x uint32, n int) {
		if !seen[x] {
			seen[x] = true
			d[x] = n
			queue = append(queue, x)
		}
	}
	for _, x := range from {
		reach(x, 0)
	}
	for i := 0; i < len(queue); i++ {
		for _, y := range edges[queue[i]] {
			reach(y, d[queue[i]]+1)
		}
	}
}

func (d *distances) of(shared uint32, threads []uint32) int {
	n := d.shared[shared]
	for _, l := range threads {
		n += d.local[l]
	}
	return n
}
