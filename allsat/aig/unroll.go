// This file defines the frames of a run as one combinational graph.

package aig

// An Unrolling is a graph of the frames of a circuit, frame by frame. A latch in a later
// frame is the literal of its next function in the frame before, so steps cost nothing but
// their gates, and constants go through frames. Only what is asked for is built.
type Unrolling struct {
	*Graph
	circuit *Circuit
	open    bool
	frames  [][]Lit // by frame and node; unbuilt for none yet
	latch   []int32 // by node: the number of its latch, or -1
	stack   []int
}

const unbuilt = ^Lit(0)

// Unroll returns the frames of a circuit. If open is set, the first frame's state is any
// state instead of the one of the resets; in both cases Initial, Constraints and Steps are
// left to the caller.
func Unroll(c *Circuit, open bool) *Unrolling {
	return &Unrolling{Graph: NewGraph(), circuit: c, open: open, latch: c.latchOf()}
}

// At returns a literal of the circuit in a frame, from 0. Inputs, and latches of the first
// frame whose value is any, are inputs of the graph.
func (u *Unrolling) At(l Lit, frame int) Lit {
	for len(u.frames) <= frame {
		nodes := make([]Lit, len(u.latch))
		for i := range nodes {
			nodes[i] = unbuilt
		}
		nodes[0] = False
		u.frames = append(u.frames, nodes)
	}
	// A stack of frame-node pairs, since chains of latches can be long.
	n := len(u.latch)
	u.stack = append(u.stack[:0], frame*n+l.Node())
	for len(u.stack) > 0 {
		top := u.stack[len(u.stack)-1]
		f, node := top/n, top%n
		if u.frames[f][node] != unbuilt {
			u.stack = u.stack[:len(u.stack)-1]
			continue
		}
		value := unbuilt
		if left, right, ok := u.circuit.Fanins(node); ok {
			a, okA := u.built(left, f)
			b, okB := u.built(right, f)
			if okA && okB {
				value = u.And(a, b)
			}
		} else if i := u.latch[node]; i < 0 {
			value = u.NewInput()
		} else if latch := u.circuit.Latches[i]; f > 0 {
			if v, ok := u.built(latch.Next, f-1); ok {
				value = v
			}
		} else if u.open || latch.Reset == latch.Lit {
			value = u.NewInput()
		} else {
			value = latch.Reset
		}
		if value != unbuilt {
			u.frames[f][node] = value
			u.stack = u.stack[:len(u.stack)-1]
		}
	}
	return u.frames[frame][l.Node()].NotIf(l.Negated())
}

// built returns a literal of a frame, or puts it on the stack.
func (u *Unrolling) built(l Lit, frame int) (Lit, bool) {
	v := u.frames[frame][l.Node()]
	if v == unbuilt {
		u.stack = append(u.stack, frame*len(u.latch)+l.Node())
		return 0, false
	}
	return v.NotIf(l.Negated()), true
}

// Built returns a literal of a frame if it has been built: what a search never asked for
// may have any value.
func (u *Unrolling) Built(l Lit, frame int) (Lit, bool) {
	if frame >= len(u.frames) || u.frames[frame][l.Node()] == unbuilt {
		return 0, false
	}
	return u.frames[frame][l.Node()].NotIf(l.Negated()), true
}
