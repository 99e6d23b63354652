// This file defines what a thread does along an edge, to itself and to others.

package threads

import (
	"slices"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/parser"
)

// A way is an edge that a thread may take.
type way struct {
	edge     *parser.Edge
	selected aig.Lit // by an oracle, or since no other is possible
	holds    aig.Lit // it is possible, if it is selected
	blocked  aig.Lit // it is not only because of the bound on threads
	to       state
}

// choose gives the ways from an arrival their conditions, and an oracle for the choice if
// there is one. It returns the first oracle behind all that they use.
func (b *builder) choose(ways []way, a arrival) (next int) {
	next = a.next
	selected := []aig.Lit{aig.True}
	if len(ways) > 1 {
		selected = b.number(len(ways), &next)
	}
	last := next
	for i := range ways {
		n := next
		ways[i] = b.along(ways[i].edge, a, &n)
		ways[i].selected = selected[i]
		last = max(last, n)
	}
	if len(ways) == 2 && ways[0].holds == ways[1].holds.Not() { // the two sides of a condition
		for i := range ways {
			ways[i].selected, ways[i].holds = ways[i].holds, aig.True
		}
	}
	return last
}

// along returns what happens along an edge.
func (b *builder) along(x *parser.Edge, a arrival, next *int) way {
	w := way{edge: x, blocked: aig.False, to: state{slices.Clone(a.shared), slices.Clone(a.local), a.slots}}
	s := &values{layout: b.program.Layout, now: &a.state, next: &w.to}
	unknown := make([]int, len(x.Assigned))
	for i, v := range x.Assigned {
		unknown[i] = b.program.Layout.Next(v)
	}
	w.holds = b.define(x.Relation, unknown, s, next)
	switch x.Kind {
	case parser.EndEdge:
		clear(w.to.local) // to False
	case parser.SpawnEdge:
		b.spawn(&w, s, next)
	case parser.SignalEdge:
		b.signal(&w, next)
	case parser.BroadcastEdge:
		b.broadcast(&w)
	case parser.PassiveEdge:
		b.passive(&w, s, next)
	}
	return w
}

// spawn creates a thread in the first slot that is empty: it does not matter which one it is.
func (b *builder) spawn(w *way, s *values, next *int) {
	child := slices.Clone(s.now.local)
	if t := w.edge.ChildLocals; t != nil {
		s.becoming = make([]aig.Lit, len(child)) // False: the child may have fewer locals
		w.holds = b.And(w.holds, b.define(t.Formula(), t.Unknown, s, next))
		child = s.becoming
	}
	full := aig.True // all slots so far
	w.to.slots = slices.Clone(w.to.slots)
	for i, t := range w.to.slots {
		taken := b.Any(t.pc...)
		here := b.And(full, taken.Not())
		full = b.And(full, taken)
		pc := make([]aig.Lit, len(t.pc))
		for k := range pc {
			pc[k] = aig.False.NotIf(b.codes[w.edge.Child]>>k&1 != 0)
		}
		w.to.slots[i] = slot{b.mux(here, pc, t.pc), b.mux(here, child, t.local)}
	}
	w.blocked = b.And(w.holds, full)
	w.holds = b.And(w.holds, full.Not())
}

// mux returns x if c holds, else y.
func (s *System) mux(c aig.Lit, x, y []aig.Lit) []aig.Lit {
	z := make([]aig.Lit, len(x))
	for i := range x {
		z[i] = s.Mux(c, x[i], y[i])
	}
	return z
}

// waits returns whether a thread in a slot waits, and where it goes on.
func (b *builder) waits(t slot) (waits aig.Lit, pc []aig.Lit) {
	waits, pc = aig.False, make([]aig.Lit, len(t.pc))
	for at, n := range b.program.Nodes {
		if n != nil && n.Wait && b.codes[at] != nowhere {
			here := equals(b.Graph, t.pc, b.codes[at])
			waits = b.Or(waits, here)
			for k := range pc {
				if b.codes[n.Out[0].To]>>k&1 != 0 {
					pc[k] = b.Or(pc[k], here)
				}
			}
		}
	}
	return waits, pc
}

// signal wakes one thread, or none if none waits.
func (b *builder) signal(w *way, next *int) {
	chosen := b.number(b.Threads, next)
	some, none := aig.False, aig.True
	w.to.slots = slices.Clone(w.to.slots)
	for i, t := range w.to.slots {
		waits, pc := b.waits(t)
		waits = b.And(waits, b.is[i].Not())
		here := b.And(waits, chosen[i])
		some, none = b.Or(some, here), b.And(none, waits.Not())
		w.to.slots[i].pc = b.mux(here, pc, t.pc)
	}
	w.holds = b.And(w.holds, b.Or(some, none))
}

// broadcast wakes all threads.
func (b *builder) broadcast(w *way) {
	w.to.slots = slices.Clone(w.to.slots)
	for i, t := range w.to.slots {
		waits, pc := b.waits(t)
		w.to.slots[i].pc = b.mux(waits, pc, t.pc)
	}
}

// passive assigns to locals of all other threads in the same procedure.
func (b *builder) passive(w *way, s *values, next *int) {
	w.to.slots = slices.Clone(w.to.slots)
	for i, t := range w.to.slots {
		concerned := b.And(b.is[i].Not(), member(b.Graph, t.pc, func(code int) bool {
			return code != nowhere && code < len(b.pcs) && b.program.Nodes[b.pcs[code]].Proc == w.edge.PassiveProc
		}))
		s.passive, s.becoming = t.local, slices.Clone(t.local)
		holds := b.define(w.edge.Passive.Formula(), w.edge.Passive.Unknown, s, next)
		w.holds = b.And(w.holds, b.Implies(concerned, holds))
		w.to.slots[i].local = b.mux(concerned, s.becoming, t.local)
	}
}
