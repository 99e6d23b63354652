// This file defines forward search directed by the state equation.

package algorithms

import (
	"slices"

	"github.com/ijit/ijit/algorithms/internal/queue"
	"github.com/ijit/ijit/algorithms/internal/stateequation"
	"github.com/ijit/ijit/algorithms/internal/store"
	"github.com/ijit/ijit/tts"
)

// Directed looks for an execution to the target, of any number of threads, by greedy
// best-first search: it goes on with the configuration that the state equation takes for
// nearest (Blondin, Haase and Offtermatt, "Directed reachability for infinite-state
// systems", TACAS 2021). It finds what needs many threads in few of many orders, where
// searches that visit configurations by their distance, or accelerate, drown. It proves
// nothing: it ends with [Unsafe], or with [Incomplete] when there is nothing to go on with.
// Edges at most create threads; others are refused as [KM] refuses them.
//
// How near a configuration is ([potential]) takes a linear program, so a configuration is
// taken to be as near as the one before it until its turn comes. A step that is in the
// solution for the one before it leads nearer by one, which needs no linear program, and is
// tried first.
func Directed[K tts.Key](p Problem[K], m *Meter, watch func(Stats)) Result[K] {
	d := &directed[K]{ascent: newAscent(p, m, watch), store: store.New[K]()}
	d.run()
	d.stats.StoreBytes = d.store.Bytes()
	d.meter.Fail(Incomplete) // all that is left is out of reach, or there is nothing left
	return d.result()
}

type directed[K tts.Key] struct {
	ascent[K]
	ground *forward[K] // for the thread states that are reached when threads are not counted
	goal   *potential
	store  *store.Store[K] // of configurations; a parent is a node
	nodes  []directedNode
	queue  queue.Levels[uint32] // the oldest first: newest first, a search with unboundedly many threads goes astray

	arcs   map[arc]uint32 // by what they are, without the effect
	counts []tts.Count[uint32]
	stack  []uint32
}

// A directedNode is a configuration and how it was reached.
type directedNode struct {
	pos    uint32 // in the store
	parent uint32 // noNode for an initial configuration
	edge   uint32 // its position among those that leave the parent
	near   int32  // the steps to the target, as far as is known
	tried  bool   // what is in the solution for it has been taken
}

func (d *directed[K]) run() {
	if d.done || !d.prepare() {
		return
	}
	for c := range d.Initial {
		if d.add(c, directedNode{parent: noNode}) {
			d.queue.Push(0, uint32(len(d.nodes)-1))
		}
	}
	for !d.stopped() {
		id, ok := d.queue.Pop()
		if !ok {
			return
		}
		n, c := &d.nodes[id], d.config(id)
		if n.tried {
			d.expand(id, c, false)
			continue
		}
		near, reachable := d.near(c)
		switch {
		case !reachable:
		case int32(near) > n.near:
			n.near = int32(near)
			d.queue.Push(near, id)
		default:
			n.near, n.tried = int32(near), true
			d.queue.Push(near+1, id) // its other steps most likely lead away
			d.expand(id, c, true)
		}
	}
}

// prepare reports whether there is anything to search for.
func (d *directed[K]) prepare() bool {
	d.ground = newForward(d.System, d.Target.Fails, d.meter, nil)
	initial, a := d.ground.Arrivals(d.Initial)
	if a == nil {
		return false
	}
	roots := d.ground.Roots(&d.Target)
	if len(roots) == 0 {
		return false
	}
	if d.goal = newPotential(a, initial, roots, d.meter); d.goal == nil && !d.meter.Stop() {
		d.refuse("the state equation has too many rows")
	}
	if d.goal == nil {
		return false
	}
	d.arcs = make(map[arc]uint32, len(a.arcs))
	for i, x := range a.arcs {
		if i%pollArcs == 0 && d.meter.Stop() {
			return false
		}
		d.arcs[x] = uint32(i)
	}
	return true
}

// config returns the configuration of a node.
func (d *directed[K]) config(id uint32) tts.Config[K] { return d.store.Get(d.nodes[id].pos, nil) }

// near returns the potential of c.
func (d *directed[K]) near(c tts.Config[K]) (steps int, reachable bool) {
	if d.passing(c) {
		return 0, true
	}
	f := d.ground
	d.counts = d.counts[:0]
	for _, x := range c.Locals {
		d.counts = append(d.counts, tts.Count[uint32]{Local: f.Local.ID(x.Local), N: x.N})
	}
	return d.goal.steps(f.Shared.ID(c.Shared), d.counts)
}

// passing reports whether the shared state of c is passed by.
func (d *directed[K]) passing(c tts.Config[K]) bool {
	return d.goal.pass[d.ground.Shared.ID(c.Shared)] != noArc
}

// add stores c, looks whether it is an error, and reports whether it is a new node.
func (d *directed[K]) add(c tts.Config[K], n directedNode) bool {
	pos, fresh, err := d.store.Add(c, store.NoPos)
	if err != nil {
		d.meter.Fail(Memory)
		d.done = true
	}
	if !fresh || err != nil {
		return false
	}
	n.pos, d.stats.States = pos, d.store.Len()
	d.nodes = append(d.nodes, n)
	id := uint32(len(d.nodes) - 1)
	d.examine(c, func() line[K] { return d.line(id) })
	d.over()
	return true
}

// over notes whether the search is.
func (d *directed[K]) over() { d.done = d.done || len(d.errors) > 0 && !d.each }

// line returns the way to a node.
func (d *directed[K]) line(id uint32) line[K] {
	var path []leap[K]
	for d.nodes[id].parent != noNode {
		n := d.nodes[id]
		id = n.parent
		path = append(path, leap[K]{edge: d.enabled(nil, d.config(id))[n.edge]})
	}
	slices.Reverse(path)
	return line[K]{d.config(id), path}
}

// expand queues what a configuration leads to: by steps in the last solution alone, or by
// all. Configurations whose shared state is passed by have no potential; what they lead to
// comes in their place.
func (d *directed[K]) expand(id uint32, c tts.Config[K], solved bool) {
	near := d.nodes[id].near
	d.stack = append(d.stack[:0], id)
	for len(d.stack) > 0 && !d.done {
		from := d.stack[len(d.stack)-1]
		d.stack = d.stack[:len(d.stack)-1]
		if from != id {
			c = d.config(from)
		}
		edges := d.leaving(c)
		for i := range edges {
			e := &edges[i]
			if e.Kind == tts.Fail {
				d.fail(e, func() line[K] { return d.line(from) })
				d.over()
				continue
			}
			share := 0.0
			if solved {
				if share = d.share(e); share < stateequation.Tolerance {
					continue
				}
			}
			child := directedNode{parent: from, edge: uint32(i), near: near}
			if share > 1-stateequation.Tolerance {
				child.near--
			}
			x := d.fire(c, e)
			if d.add(x, child) {
				if to := uint32(len(d.nodes) - 1); d.passing(x) {
					d.stack = append(d.stack, to)
				} else {
					d.queue.Push(int(max(0, child.near)), to)
				}
			}
			if d.done {
				return
			}
		}
	}
}

// share returns how often the last solution takes an edge.
func (d *directed[K]) share(e *tts.Edge[K]) float64 {
	i, ok := d.arcs[d.ground.ArcOf(e)]
	if !ok {
		return 0
	}
	return d.goal.share[i]
}
