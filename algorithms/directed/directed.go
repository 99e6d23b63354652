// This file defines forward search directed by the state equation.

package directed

import (
	"slices"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/algorithms/internal/arcs"
	"github.com/ijit/ijit/algorithms/internal/ascent"
	"github.com/ijit/ijit/algorithms/internal/linear"
	"github.com/ijit/ijit/algorithms/internal/queue"
	"github.com/ijit/ijit/algorithms/internal/stateequation"
	"github.com/ijit/ijit/algorithms/internal/store"
	"github.com/ijit/ijit/tts"
)

// Search looks for an execution to the target, of any number of threads. It ends with
// [algorithms.Unsafe], or with [algorithms.Incomplete] when there is nothing to go on with.
func Search[K tts.Key](p tts.Problem[K], m *algorithms.Meter, watch func(algorithms.Stats)) algorithms.Result[K] {
	d := &directed[K]{Ascent: ascent.New(p, m, watch), store: store.New[K]()}
	d.run()
	d.Stats.StoreBytes = d.store.Bytes()
	d.Meter.Fail(algorithms.Incomplete) // all that is left is out of reach, or there is nothing left
	return d.Result()
}

type directed[K tts.Key] struct {
	ascent.Ascent[K]
	ground *arcs.Forward[K] // for the thread states that are reached when threads are not counted
	goal   *linear.Potential
	store  *store.Store[K] // of configurations; a parent is a node
	nodes  []directedNode
	queue  queue.Levels[uint32] // the oldest first: newest first, a search with unboundedly many threads goes astray

	arcs   map[arcs.Arc]uint32 // by what they are, without the effect
	counts []tts.Count[uint32]
	stack  []uint32
}

const noParent = ^uint32(0)

// A directedNode is a configuration and how it was reached.
type directedNode struct {
	pos    uint32 // in the store
	parent uint32 // noParent for an initial configuration
	edge   uint32 // its position among those that leave the parent
	near   int32  // the steps to the target, as far as is known
	tried  bool   // what is in the solution for it has been taken
}

func (d *directed[K]) run() {
	if d.Done || !d.prepare() {
		return
	}
	for c := range d.Initial {
		if d.add(c, directedNode{parent: noParent}) {
			d.queue.Push(0, uint32(len(d.nodes)-1))
		}
	}
	for !d.Stopped() {
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
	d.ground = arcs.NewForward(d.System, d.Target.Fails, d.Meter, nil)
	initial, a := d.ground.Arrivals(d.Initial)
	if a == nil {
		return false
	}
	roots := d.ground.Roots(&d.Target)
	if len(roots) == 0 {
		return false
	}
	if d.goal = linear.NewPotential(a, initial, roots, d.Meter); d.goal == nil && !d.Meter.Stop() {
		d.Refuse("the state equation has too many rows")
	}
	if d.goal == nil {
		return false
	}
	d.arcs = make(map[arcs.Arc]uint32, len(a.Arcs))
	for i, x := range a.Arcs {
		if i%arcs.PollArcs == 0 && d.Meter.Stop() {
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
	return d.goal.Steps(f.Shared.ID(c.Shared), d.counts)
}

// passing reports whether the shared state of c is passed by.
func (d *directed[K]) passing(c tts.Config[K]) bool {
	return d.goal.Pass[d.ground.Shared.ID(c.Shared)] != arcs.NoArc
}

// add stores c, looks whether it is an error, and reports whether it is a new node.
func (d *directed[K]) add(c tts.Config[K], n directedNode) bool {
	pos, fresh, err := d.store.Add(c, store.NoPos)
	if err != nil {
		d.Meter.Fail(algorithms.Memory)
		d.Done = true
	}
	if !fresh || err != nil {
		return false
	}
	n.pos, d.Stats.States = pos, d.store.Len()
	d.nodes = append(d.nodes, n)
	id := uint32(len(d.nodes) - 1)
	d.Examine(c, func() ascent.Line[K] { return d.line(id) })
	d.over()
	return true
}

// over notes whether the search is.
func (d *directed[K]) over() { d.Done = d.Done || d.Found() && !d.Each }

// line returns the way to a node.
func (d *directed[K]) line(id uint32) ascent.Line[K] {
	var path []ascent.Leap[K]
	for d.nodes[id].parent != noParent {
		n := d.nodes[id]
		id = n.parent
		path = append(path, ascent.Leap[K]{Edge: d.Enabled(nil, d.config(id))[n.edge]})
	}
	slices.Reverse(path)
	return ascent.Line[K]{Initial: d.config(id), Path: path}
}

// expand queues what a configuration leads to: by steps in the last solution alone, or by
// all. Configurations whose shared state is passed by have no potential; what they lead to
// comes in their place.
func (d *directed[K]) expand(id uint32, c tts.Config[K], solved bool) {
	near := d.nodes[id].near
	d.stack = append(d.stack[:0], id)
	for len(d.stack) > 0 && !d.Done {
		from := d.stack[len(d.stack)-1]
		d.stack = d.stack[:len(d.stack)-1]
		if from != id {
			c = d.config(from)
		}
		edges := d.Leaving(c)
		for i := range edges {
			e := &edges[i]
			if e.Kind == tts.Fail {
				d.Fail(e, func() ascent.Line[K] { return d.line(from) })
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
			x := d.Fire(c, e)
			if d.add(x, child) {
				if to := uint32(len(d.nodes) - 1); d.passing(x) {
					d.stack = append(d.stack, to)
				} else {
					d.queue.Push(int(max(0, child.near)), to)
				}
			}
			if d.Done {
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
	return d.goal.Share[i]
}
