// This file defines the frames of a run as one combinational graph.

package aig

import "slices"

// An Unrolling is a graph of the frames of a circuit, frame by frame. A latch in a later
// frame is the literal of its next function in the frame before, so steps cost nothing but
// their gates, and constants go through frames. Only what is asked for is built.
type Unrolling struct {
	*Graph
	circuit *Circuit
	open    bool
	latch   []int32  // by node: the number of its latch, or -1
	place   []uint32 // by node: its place; 0 before it is asked for, and for the constant
	nodes   []placed // by place
	frames  [][]Lit  // by frame and place; unbuilt for none yet
	stack   []position
}

// A placed is a node that has a place, and what it rests on: literals whose nodes are places.
// What has none is noGate.
type placed struct {
	node        uint32
	known       bool // left and right are
	left, right Lit  // of a conjunction; left alone is what a latch becomes
}

// A position is a place in a frame.
type position struct{ frame, place uint32 }

const unbuilt = ^Lit(0)

// Unroll returns the frames of a circuit. If open is set, the first frame's state is any
// state instead of the one of the resets; in both cases Initial, Constraints and Steps are
// left to the caller.
func Unroll(c *Circuit, open bool) *Unrolling { return UnrollInto(NewGraph(), c, open) }

// UnrollInto is [Unroll] into a graph that may have other parts.
func UnrollInto(g *Graph, c *Circuit, open bool) *Unrolling {
	constant := placed{0, true, noGate, noGate}
	return &Unrolling{Graph: g, circuit: c, open: open, latch: c.latchOf(), place: make([]uint32, c.Len()), nodes: []placed{constant}}
}

// At returns a literal of the circuit in a frame, from 0. Inputs, and latches of the first
// frame whose value is any, are inputs of the graph.
func (u *Unrolling) At(l Lit, frame int) Lit {
	for len(u.frames) <= frame {
		u.frames = append(u.frames, []Lit{False})
	}
	l = u.placed(l)
	// A stack, since chains of latches can be long.
	u.stack = append(u.stack[:0], position{uint32(frame), uint32(l.Node())})
	for len(u.stack) > 0 {
		top := u.stack[len(u.stack)-1]
		if u.built(Lit(top.place)<<1, top.frame) == unbuilt {
			v := u.build(top)
			if v == unbuilt {
				continue // until what it rests on is built
			}
			u.frames[top.frame][top.place] = v
		}
		u.stack = u.stack[:len(u.stack)-1]
	}
	return u.built(l, uint32(frame))
}

// placed returns a literal of the circuit as one of a place.
func (u *Unrolling) placed(l Lit) Lit {
	k := u.place[l.Node()]
	if k == 0 && l > True {
		k = uint32(len(u.nodes))
		u.place[l.Node()] = k
		u.nodes = append(u.nodes, placed{uint32(l.Node()), false, noGate, noGate})
	}
	return Lit(k<<1) | l&1
}

// build returns the literal of a position, or puts what it rests on onto the stack.
func (u *Unrolling) build(p position) Lit {
	n := &u.nodes[p.place]
	if !n.known {
		n = u.find(p.place)
	}
	switch {
	case n.right != noGate:
		a, b := u.built(n.left, p.frame), u.built(n.right, p.frame)
		if a != unbuilt && b != unbuilt {
			return u.And(a, b)
		}
		if a == unbuilt {
			u.stack = append(u.stack, position{p.frame, uint32(n.left.Node())})
		}
		if b == unbuilt {
			u.stack = append(u.stack, position{p.frame, uint32(n.right.Node())})
		}
		return unbuilt
	case n.left == noGate:
		return u.NewInput()
	case p.frame > 0:
		next := u.built(n.left, p.frame-1)
		if next == unbuilt {
			u.stack = append(u.stack, position{p.frame - 1, uint32(n.left.Node())})
		}
		return next
	}
	if latch := &u.circuit.Latches[u.latch[n.node]]; !u.open && latch.Reset != latch.Lit {
		return latch.Reset
	}
	return u.NewInput()
}

// find finds what a node rests on, in the same places for all frames.
func (u *Unrolling) find(place uint32) *placed {
	n := u.nodes[place]
	n.known = true
	if left, right, ok := u.circuit.Fanins(int(n.node)); ok {
		n.left, n.right = u.placed(left), u.placed(right)
	} else if i := u.latch[n.node]; i >= 0 {
		n.left = u.placed(u.circuit.Latches[i].Next)
	}
	u.nodes[place] = n
	return &u.nodes[place]
}

// built returns a literal of a place in a frame, or unbuilt.
func (u *Unrolling) built(l Lit, frame uint32) Lit {
	lits := u.frames[frame]
	if l.Node() >= len(lits) {
		lits = slices.Grow(lits, len(u.nodes)-len(lits))
		for len(lits) < len(u.nodes) {
			lits = append(lits, unbuilt)
		}
		u.frames[frame] = lits
	}
	v := lits[l.Node()]
	if v == unbuilt {
		return unbuilt
	}
	return v ^ l&1
}

// Built returns a literal of a frame if it has been built: what a search never asked for
// may have any value.
func (u *Unrolling) Built(l Lit, frame int) (Lit, bool) {
	k := u.place[l.Node()]
	if frame >= len(u.frames) || k == 0 && l > True {
		return 0, false
	}
	v := u.built(Lit(k<<1)|l&1, uint32(frame))
	return v, v != unbuilt
}
