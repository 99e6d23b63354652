// This file defines how an edge is fired in a configuration. One arithmetic
// serves every edge, whatever made it.

package tts

import "iter"

// A Firer fires edges. It holds the buffers that doing so without allocation
// takes; the zero value needs its System. A Firer is for one goroutine.
type Firer[K Key] struct {
	System System[K]

	others []Count[K]
	out    []Count[K]
	moves  []K
	spread spread[K]
	busy   bool
}

// Fire calls yield with each configuration that e leads to from c and reports
// whether yield always asked for more. For an edge with an active thread, c must
// hold one in e.From; a Fail edge leads nowhere. The configuration given to yield
// is valid until yield returns. The same configuration may come more than once.
func (f *Firer[K]) Fire(c Config[K], e *Edge[K], yield func(Config[K]) bool) bool {
	if f.busy {
		// yield itself fires: the buffers are taken.
		g := Firer[K]{System: f.System}
		return g.Fire(c, e, yield)
	}
	f.busy = true
	more := f.fire(c, e, yield)
	f.busy = false
	return more
}

func (f *Firer[K]) fire(c Config[K], e *Edge[K], yield func(Config[K]) bool) bool {
	f.others = append(f.others[:0], c.Locals...)
	switch e.Kind {
	case Fail:
		return true
	case Move, End:
		f.others = RemoveLocal(f.others, e.From.Local)
	}
	switch {
	case e.Effect == nil:
		return f.yield(e, yield)
	case e.Effect.Kind == Spawn:
		f.others = AddLocal(f.others, e.Effect.Child, 1)
		return f.yield(e, yield)
	case e.Effect.Kind == All:
		return f.fireAll(e, yield)
	default:
		return f.fireOne(e, yield)
	}
}

// yield yields the others together with the active thread.
func (f *Firer[K]) yield(e *Edge[K], yield func(Config[K]) bool) bool {
	if e.Kind == Move {
		f.others = AddLocal(f.others, e.To.Local, 1)
	}
	return yield(Config[K]{e.To.Shared, f.others})
}

func (f *Firer[K]) fireOne(e *Edge[K], yield func(Config[K]) bool) bool {
	moved := false
	for _, x := range f.others {
		f.moves = f.System.AppendMoves(f.moves[:0], e, x.Local)
		for _, l := range f.moves {
			moved = true
			f.out = RemoveLocal(append(f.out[:0], f.others...), x.Local)
			f.out = AddLocal(f.out, l, 1)
			if e.Kind == Move {
				f.out = AddLocal(f.out, e.To.Local, 1)
			}
			if !yield(Config[K]{e.To.Shared, f.out}) {
				return false
			}
		}
	}
	return moved || f.yield(e, yield)
}

func (f *Firer[K]) fireAll(e *Edge[K], yield func(Config[K]) bool) bool {
	f.spread.reset(e.To.Shared)
	for _, x := range f.others {
		f.moves = f.System.AppendMoves(f.moves[:0], e, x.Local)
		if len(f.moves) == 0 {
			return true // a thread that cannot follow blocks the step
		}
		f.spread.add(x.N, f.moves)
	}
	if e.Kind == Move {
		f.spread.base = append(f.spread.base, Count[K]{e.To.Local, 1})
	}
	return f.spread.run(yield)
}

// A Step is one step of an execution: an edge and the configuration it led to.
type Step[K Key] struct {
	Edge Edge[K]
	To   Config[K]
}

// Post yields the successors of c, each with the edge that leads there; a Fail
// edge comes with the empty configuration. The configurations are the caller's.
func Post[K Key](sys System[K], c Config[K]) iter.Seq[Step[K]] {
	return func(yield func(Step[K]) bool) {
		f := Firer[K]{System: sys}
		edges := sys.AppendEnvironment(nil, c.Shared)
		for _, x := range c.Locals {
			edges = sys.AppendEdges(edges, ThreadState[K]{c.Shared, x.Local})
		}
		for i := range edges {
			e := &edges[i]
			if e.Kind == Fail {
				if !yield(Step[K]{Edge: *e}) {
					return
				}
				continue
			}
			if !f.Fire(c, e, func(d Config[K]) bool { return yield(Step[K]{*e, d.Clone()}) }) {
				return
			}
		}
	}
}
