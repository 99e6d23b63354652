// This file defines how configurations inside an atomic section are passed
// through: they belong to one step and are not states of the search.

package algorithms

import (
	"github.com/ijit/ijit/algorithms/internal/store"
	"github.com/ijit/ijit/tts"
)

// A section explores the configurations inside an atomic section from one state
// of the search, and what they lead to outside.
type section[K tts.Key] struct {
	store  *store.Store[K]
	firer  tts.Firer[K]
	edges  []tts.Edge[K]
	locals []tts.Count[K]
}

// pass explores from c, a passing successor of the configuration at pos.
func (b *bfs[K]) pass(c tts.Config[K], pos uint32) {
	if b.inner == nil {
		b.inner = &section[K]{store: store.NewSmall[K](), firer: tts.Firer[K]{System: b.System}}
	}
	in := b.inner
	in.store.Reset()
	b.reachInside(c, pos)
	for at, i := uint32(0), 1; at != store.NoPos && !b.done; at, i = in.store.Next(at), i+1 {
		d := in.store.Get(at, in.locals)
		in.locals = d.Locals
		b.inside(d, pos)
		if i%64 == 0 && b.meter.Stop() {
			b.done = true
		}
	}
}

// inside fires the edges of a passing configuration.
func (b *bfs[K]) inside(c tts.Config[K], pos uint32) {
	in := b.inner
	full := b.Threads > 0 && c.Threads() >= b.Threads
	in.edges = b.System.AppendEnvironment(in.edges[:0], c.Shared)
	for _, x := range c.Locals {
		in.edges = b.System.AppendEdges(in.edges, tts.ThreadState[K]{Shared: c.Shared, Local: x.Local})
	}
	b.stats.Fired += int64(len(in.edges))
	for i := range in.edges {
		e := &in.edges[i]
		if b.leaks != nil {
			b.leaks.inside(e)
		}
		switch {
		case e.Kind == tts.Fail:
			b.fail(e, pos)
		case full && e.Creates():
			b.block(e)
		default:
			in.firer.Fire(c, e, func(d tts.Config[K]) bool {
				if b.System.Transient(d.Shared) {
					b.reachInside(d, pos)
				} else {
					b.reach(d, pos, b.stats.Depth+1)
				}
				return !b.done
			})
		}
		if b.done {
			return
		}
	}
}

// reachInside notes a passing configuration on the way from the one at pos.
func (b *bfs[K]) reachInside(c tts.Config[K], pos uint32) {
	_, fresh, err := b.inner.store.Add(c, store.NoPos)
	if err != nil {
		b.meter.Fail(Memory)
		b.done = true
		return
	}
	if !fresh {
		return
	}
	if b.Visit != nil { // what came before is visited before
		if b.flush(); b.done {
			return
		}
	}
	b.look(c, b.stats.Depth+1, pos)
	if b.Target.Covered(c) {
		b.found(NoLabel, b.stats.Depth+1, pos, goal[K]{config: c})
	}
}

// between returns the steps from c to the goal: one step, or the steps of an
// atomic section.
func (b *bfs[K]) between(c tts.Config[K], g goal[K]) []tts.Step[K] {
	type node struct {
		step   tts.Step[K]
		parent int
	}
	nodes := []node{{tts.Step[K]{To: c}, -1}}
	path := func(i int) []tts.Step[K] {
		var steps []tts.Step[K]
		for ; i > 0; i = nodes[i].parent {
			steps = append([]tts.Step[K]{nodes[i].step}, steps...)
		}
		return steps
	}
	var known *store.Store[K]
	for i := 0; i < len(nodes); i++ {
		from := nodes[i].step.To
		for s := range tts.Post(b.System, from) {
			if b.Threads > 0 && s.Edge.Creates() && from.Threads() >= b.Threads {
				continue
			}
			if g.reachedBy(s) {
				nodes = append(nodes, node{s, i})
				return path(len(nodes) - 1)
			}
			if s.Edge.Kind == tts.Fail || !b.System.Transient(s.To.Shared) {
				continue
			}
			if known == nil {
				known = store.New[K]()
			}
			if _, fresh, err := known.Add(s.To, store.NoPos); err == nil && fresh {
				nodes = append(nodes, node{s, i})
			}
		}
	}
	return nil // unreachable: every configuration was reached from its parent
}
