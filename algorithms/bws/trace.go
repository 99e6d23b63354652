// This file defines how a chain of predecessors becomes an execution.

package bws

import (
	"slices"

	"github.com/ijit/ijit/algorithms/internal/arcs"
	"github.com/ijit/ijit/tts"
)

// A link is one element of a chain: the arcs to the next, and the free threads
// that they, or the target, take besides those of the element.
type link struct {
	id   uint32
	free []uint32
	arcs []uint32
}

// links returns the chain from an element to the root r.
func (s *backward) links(id uint32, r arcs.Root) []link {
	var chain []link
	for {
		e := &s.chain.elements[id]
		x := link{id: id}
		if e.parent == noElement {
			x.free = without(r.Threads, s.chain.threads(e))
			return append(chain, x)
		}
		x.arcs = s.arcsFrom(id)
		if s.Free != nil {
			x.free = s.freeFor(e)
		}
		chain = append(chain, x)
		id = e.parent
	}
}

// freeFor returns the free threads that the step from e takes besides those of e.
func (s *backward) freeFor(e *element) (threads []uint32) {
	parent := &s.chain.elements[e.parent]
	free := s.Free
	s.Free, s.Done = nil, false
	found := false
	s.Pre(parent.shared, slices.Clone(s.chain.threads(parent)), func(via, shared uint32, all []uint32) {
		if found || via != e.via || shared != e.shared {
			return
		}
		if kept := free.Drop(shared, slices.Clone(all)); slices.Equal(kept, s.chain.threads(e)) {
			threads, found = without(all, kept), true
		}
	})
	s.Free = free
	return threads
}

// without returns the sorted multiset all without its subset some.
func without(all, some []uint32) []uint32 {
	var rest []uint32
	for _, l := range all {
		if len(some) > 0 && some[0] == l {
			some = some[1:]
		} else {
			rest = append(rest, l)
		}
	}
	return rest
}

// replay follows the chain from an element forward, from the initial
// configuration that covers it and with as many threads as it takes, to the root r.
// It reports whether that is an execution.
func (b *bws[K]) replay(s *backward, id uint32, r arcs.Root) (*tts.Trace[K], bool) {
	chain := s.links(id, r)
	e := &s.chain.elements[id]
	threads := slices.Clone(s.chain.threads(e))
	for _, x := range chain {
		for _, l := range x.free {
			from, _ := s.Free.Way(s.Arcs, s.chain.elements[x.id].shared, l)
			threads = arcs.Insert(threads, from)
		}
	}
	c := b.smallest(e.shared, threads)
	t := &tts.Trace[K]{Initial: c}
	firer := tts.Firer[K]{System: b.System}
	over := func() bool { return !r.Failing && (b.Target.Covered(c) || b.Target.Holds(c)) }
	walk := func(arc uint32, want *tts.Config[K]) bool {
		step, ok := b.step(&firer, c, &s.Arcs[arc], want)
		if ok {
			t.Steps = append(t.Steps, step)
			c = step.To
		}
		return ok
	}
	for i, x := range chain {
		for _, l := range x.free {
			_, way := s.Free.Way(s.Arcs, s.chain.elements[x.id].shared, l)
			for _, arc := range way {
				if over() {
					return t, true
				}
				if !walk(arc, nil) {
					return nil, false
				}
			}
		}
		for j, arc := range x.arcs {
			if over() {
				return t, true
			}
			var want *tts.Config[K]
			if j == len(x.arcs)-1 {
				next := &s.chain.elements[chain[i+1].id]
				d := b.config(next.shared, s.chain.threads(next))
				want = &d
			}
			if !walk(arc, want) {
				return nil, false
			}
		}
	}
	if r.Failing {
		from := tts.ThreadState[K]{Shared: c.Shared, Local: b.Local.Keys[r.Threads[0]]}
		for _, edge := range b.System.AppendEdges(nil, from) {
			if edge.Kind == tts.Fail && edge.Label == r.Label {
				t.Steps = append(t.Steps, tts.Step[K]{Edge: edge})
				return t, true
			}
		}
		return nil, false
	}
	return t, over()
}

// smallest returns an initial configuration that covers the given one, with no
// more threads of those that are unboundedly many than that asks for.
func (b *bws[K]) smallest(shared uint32, threads []uint32) tts.Config[K] {
	if b.ask != nil && b.InitialAbove != nil {
		c, _ := b.InitialAbove(b.config(shared, threads))
		return c
	}
	counts, _ := b.initial.Above(shared, threads)
	c := b.config(shared, nil)
	for _, n := range counts {
		k := n.N
		if k == tts.Omega {
			k = 0
			for _, l := range threads {
				if l == n.Local {
					k++
				}
			}
		}
		if k > 0 {
			c.Locals = tts.AddLocal(c.Locals, b.Local.Keys[n.Local], k)
		}
	}
	return c
}

// config returns a configuration in the keys of the system.
func (b *bws[K]) config(shared uint32, threads []uint32) tts.Config[K] {
	c := tts.Config[K]{Shared: b.Shared.Keys[shared]}
	for _, l := range threads {
		c.Locals = tts.AddLocal(c.Locals, b.Local.Keys[l], 1)
	}
	return c
}

// step fires an edge that x stands for in c, so that it leads to a configuration
// that covers want if that is not nil.
func (b *bws[K]) step(firer *tts.Firer[K], c tts.Config[K], x *arcs.Arc, want *tts.Config[K]) (step tts.Step[K], ok bool) {
	var edges []tts.Edge[K]
	if x.Kind == tts.Environment {
		edges = b.System.AppendEnvironment(nil, c.Shared)
	} else {
		l := b.Local.Keys[x.Active]
		if c.Count(l) == 0 {
			return step, false
		}
		edges = b.System.AppendEdges(nil, tts.ThreadState[K]{Shared: c.Shared, Local: l})
	}
	for i := range edges {
		e := &edges[i]
		if !b.standsFor(x, e) {
			continue
		}
		firer.Fire(c, e, func(d tts.Config[K]) bool {
			if want == nil || d.Covers(*want) {
				step, ok = tts.Step[K]{Edge: *e, To: d.Clone()}, true
			}
			return !ok
		})
		if ok {
			break
		}
	}
	return step, ok
}

// standsFor reports whether x may stand for e, an edge that leaves the same
// thread state.
func (b *bws[K]) standsFor(x *arcs.Arc, e *tts.Edge[K]) bool {
	switch {
	case e.Kind != x.Kind || e.To.Shared != b.Shared.Keys[x.To]:
		return false
	case e.Kind == tts.Move && e.To.Local != b.Local.Keys[x.After]:
		return false
	case e.Effect == nil || x.Effect == arcs.NoEffect:
		return e.Effect == nil && x.Effect == arcs.NoEffect
	}
	effect := b.back.Effects[x.Effect]
	return e.Effect.Kind == effect.Kind && (effect.Kind != tts.Spawn || e.Effect.Child == b.Local.Keys[effect.Child])
}

// depth counts the steps of t, an atomic section as one.
func (b *bws[K]) depth(t *tts.Trace[K]) int {
	n := 0
	for i, s := range t.Steps {
		if i == len(t.Steps)-1 || !b.System.Transient(s.To.Shared) {
			n++
		}
	}
	return n
}
