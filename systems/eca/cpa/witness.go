// This file defines how the way to an abstract state is found, so that others can execute it.

package cpa

import "slices"

// A move is an operation on a path, with the value that a Choose gives.
type move struct {
	edge  *Edge
	op    Op // nil at the beginning of an edge
	value int32
}

// way returns a path from the beginning to an arrival. It can be executed if the analysis is
// exact. Backwards, it keeps to one state: an element that was merged has the states of the one
// that it replaced and those that arrived, and it is known for one state whence it came.
func (c *composite[E]) way(r *Reached[Located[E]], a Arrival[Located[E]]) []move {
	c.stop = func() bool { return false } // it was walked before
	var moves []move
	after := c.data.before(a.Element.Data, nil, a.Element.Data)
	for n, ordinal := a.from, a.ordinal; n != none; {
		for _, s := range slices.Backward(c.block(r.nodes[n].element, ordinal)) {
			m := move{edge: s.edge, op: s.op}
			if choose, ok := s.op.(*Choose); ok {
				m.value, _ = c.data.value(after, choose)
			}
			if s.op != nil {
				after = c.data.before(s.before, s.op, after)
			}
			moves = append(moves, m)
		}
		for older := r.nodes[n].older; older != none && c.data.Stop(after, one(r.nodes[older].element.Data)); older = r.nodes[n].older {
			n = older
		}
		n, ordinal = r.nodes[n].from, int(r.nodes[n].ordinal)
	}
	slices.Reverse(moves)
	return moves
}

// block returns the steps to a successor of an element.
func (c *composite[E]) block(e Located[E], ordinal int) (steps []step[E]) {
	c.walk(e.At, e.Data, func(Located[E]) bool {
		if ordinal == 0 {
			steps = slices.Clone(c.path)
		}
		ordinal--
		return ordinal >= 0
	})
	return steps
}
