// This file defines where a thread is after a step of another one that may change it.

package algorithms

import "github.com/ijit/ijit/tts"

// A follower follows one thread, known by its local state, through a step that may be an
// atomic section.
type follower[K tts.Key] struct {
	*leaks[K]
	active bool // the thread is the active one
	seat   int
	known  map[string]bool // configurations inside the section, with the thread
	work   []followed[K]
	firer  tts.Firer[K]
}

// A followed is a configuration and the local state of the thread in it.
type followed[K tts.Key] struct {
	config tts.Config[K]
	local  K
}

// shift records, for each thread of c, where it may be after the step that begins with an
// edge.
func (g *leaks[K]) shift(c tts.Config[K], e *tts.Edge[K]) {
	first := *e // g.edges of the search are used again
	for i, x := range c.Locals {
		if i == g.slot {
			g.follow(c, i, first, true)
		}
		if i != g.slot || x.N > 1 {
			g.follow(c, i, first, false)
		}
	}
}

func (g *leaks[K]) follow(c tts.Config[K], seat int, first tts.Edge[K], active bool) {
	f := &follower[K]{leaks: g, active: active, seat: seat, known: map[string]bool{}, firer: tts.Firer[K]{System: g.System}}
	f.fire(c, c.Locals[seat].Local, &first)
	var edges []tts.Edge[K]
	for len(f.work) > 0 {
		x := f.work[len(f.work)-1]
		f.work = f.work[:len(f.work)-1]
		edges = edges[:0]
		for _, y := range x.config.Locals {
			edges = g.System.AppendEdges(edges, tts.ThreadState[K]{Shared: x.config.Shared, Local: y.Local})
		}
		for i := range edges {
			f.fire(x.config, x.local, &edges[i])
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
	rest := c.Clone()
	rest.Locals = tts.RemoveLocal(rest.Locals, l)
	with := func(d tts.Config[K], l K) {
		d = d.Clone()
		d.Locals = tts.AddLocal(d.Locals, l, 1)
		f.arrive(d, l, true)
	}
	var moves []K
	if e.Effect != nil && !spawns {
		moves = f.System.AppendMoves(nil, e, l)
	}
	alone := *e
	alone.Effect = nil
	switch {
	case e.Effect == nil || spawns:
		f.firer.Fire(rest, e, func(d tts.Config[K]) bool { with(d, l); return true })
	case e.Effect.Kind == tts.All:
		f.firer.Fire(rest, e, func(d tts.Config[K]) bool {
			for _, to := range moves {
				with(d, to)
			}
			return true
		})
	default: // one thread moves: this one, or another one, or none if none can
		f.firer.Fire(rest, &alone, func(d tts.Config[K]) bool {
			for _, to := range moves {
				with(d, to)
			}
			return true
		})
		if len(moves) == 0 || f.movable(rest, e) {
			f.firer.Fire(rest, e, func(d tts.Config[K]) bool { with(d, l); return true })
		}
	}
}

// movable reports whether an edge that moves one thread besides the active one has one to
// move in c, which holds both.
func (f *follower[K]) movable(c tts.Config[K], e *tts.Edge[K]) bool {
	others := c.Locals
	if e.Kind == tts.Move || e.Kind == tts.End {
		others = tts.RemoveLocal(c.Clone().Locals, e.From.Local)
	}
	for _, x := range others {
		if len(f.System.AppendMoves(nil, e, x.Local)) > 0 {
			return true
		}
	}
	return false
}

// arrive notes that the thread is in l after a step to d; or that it is gone.
func (f *follower[K]) arrive(d tts.Config[K], l K, there bool) {
	if f.System.Transient(d.Shared) {
		if key := tts.NewConfig(l).Key() + "/" + d.Key(); !f.known[key] {
			f.known[key] = true
			f.work = append(f.work, followed[K]{d.Clone(), l})
		}
		return
	}
	n := uint32(len(f.pos) - 1)
	if !there || f.place(f.c.Locals[f.seat].Local) != f.place(l) {
		f.free.add(f.seats[n] + uint32(f.seat))
		return
	}
	pos, _, _ := f.store.add(d, noPos) // it is there already
	f.shifts = append(f.shifts, shift{n, f.at.of(pos), f.seat, slot(d, l)})
}
