// This file defines circuits state by state: what the diagrams are compared with.

package circuit_test

import (
	"github.com/ijit/ijit/allsat/aig"
)

// An explicit circuit has a table of its frames. A frame is a state, by the values of the
// latches, with values of the inputs.
type explicit struct {
	*aig.Circuit
	values [][]bool // by frame: those of nodes
	states int
	inputs int
}

func newExplicit(c *aig.Circuit) *explicit {
	x := &explicit{Circuit: c, states: 1 << len(c.Latches), inputs: 1 << len(c.Inputs)}
	for s := range x.states {
		for i := range x.inputs {
			v := make([]bool, c.Len())
			for n, l := range c.Latches {
				v[l.Lit.Node()] = s>>n&1 != 0
			}
			for n, in := range c.Inputs {
				v[in.Lit.Node()] = i>>n&1 != 0
			}
			for n := range v {
				if a, b, ok := c.Fanins(n); ok {
					v[n] = v[a.Node()] != a.Negated() && v[b.Node()] != b.Negated()
				}
			}
			x.values = append(x.values, v)
		}
	}
	return x
}

// is reports whether literals hold in a frame.
func (x *explicit) is(frame int, lits ...aig.Lit) bool {
	for _, l := range lits {
		if x.values[frame][l.Node()] == l.Negated() {
			return false
		}
	}
	return true
}

// initial reports whether a run may begin with a frame.
func (x *explicit) initial(frame int) bool {
	for i, l := range x.Latches {
		if l.Reset != l.Lit && (frame/x.inputs>>i&1 != 0) != (l.Reset == aig.True) {
			return false
		}
	}
	return x.is(frame, x.Constraints...) && x.is(frame, x.Initial...)
}

// next returns the frames that may follow one.
func (x *explicit) next(frame int) (frames []int) {
	if !x.is(frame, x.Constraints...) || !x.is(frame, x.Steps...) {
		return nil
	}
	s := 0
	for i, l := range x.Latches {
		if x.is(frame, l.Next) {
			s |= 1 << i
		}
	}
	for i := range x.inputs {
		if f := s*x.inputs + i; x.is(f, x.Constraints...) {
			frames = append(frames, f)
		}
	}
	return frames
}

// reach returns how many steps each frame is away from the first ones, -1 for those that
// cannot be reached.
func (x *explicit) reach() []int {
	depth := make([]int, x.states*x.inputs)
	var queue []int
	for f := range depth {
		depth[f] = -1
		if x.initial(f) {
			depth[f] = 0
			queue = append(queue, f)
		}
	}
	for len(queue) > 0 {
		f := queue[0]
		queue = queue[1:]
		for _, g := range x.next(f) {
			if depth[g] < 0 {
				depth[g] = depth[f] + 1
				queue = append(queue, g)
			}
		}
	}
	return depth
}
