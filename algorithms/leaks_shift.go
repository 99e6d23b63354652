// This file defines where a thread is after a step of another one that may change it.

package algorithms

import (
	"github.com/ijit/ijit/algorithms/internal/store"
	"github.com/ijit/ijit/tts"
)

// A follower follows one thread, known by its local state, through a step that may be an
// atomic section.
type follower[K tts.Key] struct {
	*leaks[K]
	firer  tts.Firer[K]
	active bool // the thread is the active one
	seat   int
	// inside has what the section passes through: configurations, behind whose local states
	// is that of the thread, with the count 0.
	inside *store.Store[K]
	c      []tts.Count[K]
	edges  []tts.Edge[K]
	rest   []tts.Count[K]
	moves  []K
	to     []tts.Count[K]
}

// shift records, for each thread of the configuration that is expanded, where it may be after
// the step of a thread in a slot that begins with an edge.
func (f *follower[K]) shift(slot int, first *tts.Edge[K]) {
	for i, x := range f.leaks.c.Locals {
		if !f.judged(uint32(len(f.pos)-1), i, x.Local) {
			continue
		}
		if f.seat = i; i == slot {
			f.follow(first, true)
		}
		if i != slot || x.N > 1 {
			f.follow(first, false)
		}
	}
}

func (f *follower[K]) follow(first *tts.Edge[K], active bool) {
	f.active = active
	f.inside.Reset()
	f.fire(f.leaks.c, f.leaks.c.Locals[f.seat].Local, first)
	if f.inside.Len() == 0 {
		return
	}
	for at := uint32(0); at != store.NoPos; at = f.inside.Next(at) {
		x := f.inside.Get(at, f.c)
		f.c = x.Locals
		last := len(x.Locals) - 1
		l := x.Locals[last].Local
		x.Locals = x.Locals[:last]
		f.edges = f.edges[:0]
		for _, y := range x.Locals {
			f.edges = f.System.AppendEdges(f.edges, tts.ThreadState[K]{Shared: x.Shared, Local: y.Local})
		}
		for i := range f.edges {
			f.fire(x, l, &f.edges[i])
		}
	}
}

// fire follows the thread in l through an edge from c.
func (f *follower[K]) fire(c tts.Config[K], l K, e *tts.Edge[K]) {
	spawns := e.Effect != nil && e.Effect.Kind == tts.Spawn
	if e.Kind == tts.Fail || spawns && f.Threads > 0 && c.Threads() >= f.Threads {
		return // the configuration has free seats only
	}
	if f.active {
		f.firer.Fire(c, e, func(d tts.Config[K]) bool {
			f.arrive(d, e.To.Local, e.Kind == tts.Move)
			return true
		})
		return
	}
	// The others fire the edge, then the thread is where it takes it.
	f.rest = tts.RemoveLocal(append(f.rest[:0], c.Locals...), l)
	rest := tts.Config[K]{Shared: c.Shared, Locals: f.rest}
	f.moves = f.moves[:0]
	if e.Effect != nil && !spawns {
		f.moves = f.System.AppendMoves(f.moves, e, l)
	}
	moved := func(d tts.Config[K]) bool {
		for _, to := range f.moves {
			f.join(d, to)
		}
		return true
	}
	stays := func(d tts.Config[K]) bool {
		f.join(d, l)
		return true
	}
	switch {
	case e.Effect == nil || spawns:
		f.firer.Fire(rest, e, stays)
	case e.Effect.Kind == tts.All:
		f.firer.Fire(rest, e, moved)
	default: // one thread moves: this one, or another one, or none if none can
		alone := *e
		alone.Effect = nil
		f.firer.Fire(rest, &alone, moved)
		if len(f.moves) == 0 || f.movable(rest, e) {
			f.firer.Fire(rest, e, stays)
		}
	}
}

// movable reports whether an edge that moves one thread besides the active one has one to
// move in c, which holds both.
func (f *follower[K]) movable(c tts.Config[K], e *tts.Edge[K]) bool {
	for _, x := range c.Locals {
		alone := x.N == 1 && e.Kind != tts.Environment && x.Local == e.From.Local
		if !alone && len(f.System.AppendMoves(nil, e, x.Local)) > 0 {
			return true
		}
	}
	return false
}

// join notes that a step of the others leads to d and the thread is then in l.
func (f *follower[K]) join(d tts.Config[K], l K) {
	f.to = tts.AddLocal(append(f.to[:0], d.Locals...), l, 1)
	f.arrive(tts.Config[K]{Shared: d.Shared, Locals: f.to}, l, true)
}

// arrive notes that the thread is in l after a step to d; or that it is gone.
func (f *follower[K]) arrive(d tts.Config[K], l K, there bool) {
	if f.System.Transient(d.Shared) {
		f.to = append(append(f.to[:0], d.Locals...), tts.Count[K]{Local: l})
		if _, _, err := f.inside.Add(tts.Config[K]{Shared: d.Shared, Locals: f.to}, store.NoPos); err != nil {
			f.meter.Fail(Memory)
		}
		return
	}
	n := uint32(len(f.pos) - 1)
	if !there || f.place(f.leaks.c.Locals[f.seat].Local) != f.place(l) {
		f.free.Add(f.seats[n] + uint32(f.seat))
		return
	}
	pos, _, _ := f.store.Add(d, store.NoPos) // it is there already
	f.shifts = append(f.shifts, shift{n, f.at.of(pos), f.seat, slot(d, l)})
}
