// This file defines the worklist: which vertex is next.

package bebop

import "slices"

// A worklist is a heap of vertices by rank: callees before callers, and in a
// procedure in reverse post-order. If it is breadth-first, the round in which a
// vertex is pushed counts first.
type worklist struct {
	heap         []uint64 // round<<32 | rank
	rank, byRank []int
	breadthFirst bool
	round        int
}

// newWorklist returns an empty worklist of the vertices of s.
func newWorklist(s *search) worklist {
	w := worklist{rank: make([]int, s.vertices()), breadthFirst: s.opts.Order == BreadthFirst, round: -1}
	procs := slices.Clone(s.procs)
	slices.SortFunc(procs, func(p, q *procedure) int { return p.Finish - q.Finish })
	if s.opts.callersFirst {
		slices.Reverse(procs)
	}
	seen := make([]bool, s.vertices())
	for _, p := range procs {
		order := append(postOrder(s, p, seen), p.ret)
		last := len(order) - 1
		slices.Reverse(order[:last])
		for _, v := range order {
			w.rank[v] = len(w.byRank)
			w.byRank = append(w.byRank, v)
		}
	}
	return w
}

// postOrder returns the vertices of p that a depth-first search from its entry
// reaches, in the order in which it leaves them. It looks at edges to later
// statements first, so that in reverse post-order the body of a loop comes before
// what is behind the loop.
func postOrder(s *search, p *procedure, seen []bool) []int {
	type frame struct {
		v    int
		next []int
	}
	enter := func(v int) frame {
		seen[v] = true
		var next []int
		for _, x := range s.program.Nodes[v].Out {
			if x.To >= 0 {
				next = append(next, x.To)
			}
		}
		slices.Sort(next) // the last is taken first
		return frame{v, next}
	}
	var order []int
	stack := []frame{enter(p.Entry)}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if len(top.next) == 0 {
			order = append(order, top.v)
			stack = stack[:len(stack)-1]
			continue
		}
		v := top.next[len(top.next)-1]
		top.next = top.next[:len(top.next)-1]
		if !seen[v] {
			stack = append(stack, enter(v))
		}
	}
	return order
}

func (w *worklist) empty() bool { return len(w.heap) == 0 }

// push adds a vertex that is not there.
func (w *worklist) push(v int) {
	key := uint64(w.rank[v])
	if w.breadthFirst {
		key |= uint64(w.round+1) << 32
	}
	h := append(w.heap, key)
	for i := len(h) - 1; i > 0; {
		up := (i - 1) / 2
		if h[up] <= h[i] {
			break
		}
		h[up], h[i] = h[i], h[up]
		i = up
	}
	w.heap = h
}

// pop removes the first vertex.
func (w *worklist) pop() int {
	h := w.heap
	key, last := h[0], len(h)-1
	h[0] = h[last]
	h = h[:last]
	for i := 0; ; {
		down := 2*i + 1
		if down >= last {
			break
		}
		if down+1 < last && h[down+1] < h[down] {
			down++
		}
		if h[i] <= h[down] {
			break
		}
		h[down], h[i] = h[i], h[down]
		i = down
	}
	w.heap = h
	w.round = int(key >> 32)
	return w.byRank[key&(1<<32-1)]
}
