// This file defines how edges are brought into order. Files may hold millions of
// them, so they are first spread over the shared states and then sorted in each.

package tts

import (
	"cmp"
	"slices"
	"unsafe"
)

// compareEdges is the canonical order of edges: by thread state, then by what
// they do. It is 0 for edges that differ in nothing but their labels.
func compareEdges(x, y *Edge[uint32]) int {
	if x.From.Shared != y.From.Shared {
		return cmp.Compare(x.From.Shared, y.From.Shared)
	}
	if x.From.Local != y.From.Local {
		return cmp.Compare(x.From.Local, y.From.Local)
	}
	if x.Kind != y.Kind {
		return cmp.Compare(x.Kind, y.Kind)
	}
	if x.To.Shared != y.To.Shared {
		return cmp.Compare(x.To.Shared, y.To.Shared)
	}
	if x.To.Local != y.To.Local {
		return cmp.Compare(x.To.Local, y.To.Local)
	}
	return compareEffects(x.Effect, y.Effect)
}

func compareEffects(x, y *Effect[uint32]) int {
	switch {
	case x == y:
		return 0
	case x == nil:
		return -1
	case y == nil:
		return 1
	}
	return cmp.Or(cmp.Compare(x.Kind, y.Kind), cmp.Compare(x.Child, y.Child), cmp.Compare(x.ID, y.ID))
}

// compareLabelled orders edges that differ in nothing else by their labels.
func compareLabelled(x, y Edge[uint32]) int {
	if r := compareEdges(&x, &y); r != 0 {
		return r
	}
	return cmp.Compare(x.Label, y.Label)
}

// An edgeList collects edges in blocks, so that it never copies them to grow.
type edgeList struct {
	blocks [][]Edge[uint32]
	n      int
}

const sizeOfEdge = uint64(unsafe.Sizeof(Edge[uint32]{}))

const (
	firstBlock = 64
	largeBlock = 1 << 15
)

func (l *edgeList) add(e Edge[uint32]) {
	last := len(l.blocks) - 1
	if last < 0 || len(l.blocks[last]) == cap(l.blocks[last]) {
		l.blocks = append(l.blocks, make([]Edge[uint32], 0, min(max(firstBlock, l.n), largeBlock)))
		last++
	}
	l.blocks[last] = append(l.blocks[last], e)
	l.n++
}

// canonical empties the list and returns its edges sorted, and of those that only
// differ in their labels the first. There must be room for as many again meanwhile.
func (l *edgeList) canonical(numShared uint32, room func(bytes uint64) error) ([]Edge[uint32], error) {
	need := uint64(l.n) * sizeOfEdge
	if !isSparse(l.n, numShared) {
		need += 4 * uint64(numShared)
	}
	if err := room(need); err != nil {
		return nil, err
	}
	edges := make([]Edge[uint32], l.n)
	ends := l.spread(edges, numShared)
	start := uint32(0)
	for _, end := range ends {
		bucket := edges[start:end]
		if !slices.IsSortedFunc(bucket, compareLabelled) { // files mostly are
			slices.SortFunc(bucket, compareLabelled)
		}
		start = end
	}
	n := 0
	for i := range edges {
		if n == 0 || compareEdges(&edges[n-1], &edges[i]) != 0 {
			edges[n] = edges[i]
			n++
		}
	}
	if n < len(edges)-len(edges)/8 && room(uint64(n)*sizeOfEdge) == nil {
		return slices.Clone(edges[:n]), nil
	}
	clear(edges[n:])
	return edges[:n], nil
}

// spread empties the list into edges, sorted by shared state, and returns where
// each bucket of the same shared state ends. If there are few edges for many
// shared states, they are all one bucket and not sorted.
func (l *edgeList) spread(edges []Edge[uint32], numShared uint32) []uint32 {
	if isSparse(l.n, numShared) {
		n := 0
		for i, b := range l.blocks {
			n += copy(edges[n:], b)
			l.blocks[i] = nil
		}
		return []uint32{uint32(n)}
	}
	next := make([]uint32, numShared)
	for _, b := range l.blocks {
		for i := range b {
			next[b[i].From.Shared]++
		}
	}
	toStarts(next)
	for i, b := range l.blocks {
		for j := range b {
			p := &next[b[j].From.Shared]
			edges[*p] = b[j]
			*p++
		}
		l.blocks[i] = nil
	}
	return next // each start has moved to the end
}

// isSparse reports whether n elements are too few to hold a number for each
// shared state.
func isSparse(n int, numShared uint32) bool { return uint64(numShared) > 16*uint64(n)+1024 }

// toStarts turns the sizes of buckets into where they start.
func toStarts(sizes []uint32) {
	sum := uint32(0)
	for i, n := range sizes {
		sizes[i] = sum
		sum += n
	}
}

// sortedByTarget returns the positions in edges sorted by where they lead, and
// an index of them. To an End edge belongs the local state none.
func sortedByTarget(edges []Edge[uint32], numShared uint32) ([]uint32, index) {
	key := func(i uint32) (s, l uint32) {
		e := &edges[i]
		if e.Kind == End {
			return e.To.Shared, none
		}
		return e.To.Shared, e.To.Local
	}
	positions := make([]uint32, len(edges))
	var ends []uint32
	if isSparse(len(edges), numShared) {
		for i := range positions {
			positions[i] = uint32(i)
		}
		ends = []uint32{uint32(len(edges))}
	} else {
		ends = make([]uint32, numShared)
		for i := range edges {
			ends[edges[i].To.Shared]++
		}
		toStarts(ends)
		for i := range edges {
			p := &ends[edges[i].To.Shared]
			positions[*p] = uint32(i)
			*p++
		}
	}
	type entry struct {
		key uint64
		pos uint32
	}
	var bucket []entry
	start := uint32(0)
	for _, end := range ends {
		bucket = bucket[:0]
		for _, p := range positions[start:end] {
			s, l := key(p)
			bucket = append(bucket, entry{uint64(s)<<32 | uint64(l), p})
		}
		slices.SortFunc(bucket, func(x, y entry) int {
			if x.key != y.key {
				return cmp.Compare(x.key, y.key)
			}
			return cmp.Compare(x.pos, y.pos)
		})
		for i, x := range bucket {
			positions[int(start)+i] = x.pos
		}
		start = end
	}
	return positions, newIndex(len(positions), numShared, func(i int) (s, l uint32) { return key(positions[i]) })
}
