// This file defines how an edge is fired backwards: the exact predecessors of a
// configuration and its covering predecessors, for every kind of edge and of
// effect.

package tts

import (
	"cmp"
	"iter"
	"slices"
)

// A Reverser fires edges backwards. Like [Firer] it holds the buffers; the zero
// value needs its System. A Reverser is for one goroutine.
type Reverser[K Key] struct {
	System BackwardSystem[K]

	need   []Count[K]
	out    []Count[K]
	moves  []K
	spread spread[K]
	busy   bool
}

// Pre calls yield with each configuration from which e leads to c and reports
// whether yield always asked for more. The edge must lead to c.Shared, and c must
// be finite. The configuration given to yield is valid until yield returns; the
// same one may come more than once.
func (r *Reverser[K]) Pre(c Config[K], e *Edge[K], yield func(Config[K]) bool) bool {
	return r.start(c, e, false, yield)
}

// CoverPre calls yield with configurations from which e leads to one that
// covers c, all the minimal ones among them, and reports whether yield always
// asked for more. Otherwise it is like [Reverser.Pre].
//
// What must be found after the step is N: c without the active thread, and
// without the child of a spawn, as far as c has them; either may be more than c
// asks for. All of N is there before the step too, unless the effect brought it:
//
//   - Without effect and with Spawn, the predecessor is N and the active thread.
//   - With All, each thread of N comes from one of those that may move there.
//     More threads than N only add to the configuration.
//   - With One, the thread that is moved is one of N, or N holds none that could
//     be moved and none is, or there is one more that is moved but not asked for.
//     The last is needed where N does hold some: were the other one not there,
//     one of these would have to go.
func (r *Reverser[K]) CoverPre(c Config[K], e *Edge[K], yield func(Config[K]) bool) bool {
	return r.start(c, e, true, yield)
}

func (r *Reverser[K]) start(c Config[K], e *Edge[K], cover bool, yield func(Config[K]) bool) bool {
	if r.busy {
		// yield itself fires: the buffers are taken.
		q := Reverser[K]{System: r.System}
		return q.start(c, e, cover, yield)
	}
	if e.Kind == Fail {
		return true // leads nowhere
	}
	r.need = append(r.need[:0], c.Locals...)
	if e.Kind == Move && !r.take(e.To.Local) && !cover {
		return true
	}
	if e.Effect != nil && e.Effect.Kind == Spawn && !r.take(e.Effect.Child) && !cover {
		return true
	}
	r.busy = true
	more := r.fire(e, cover, yield)
	r.busy = false
	return more
}

// take takes a thread in l out of need and reports whether there was one.
func (r *Reverser[K]) take(l K) bool {
	for _, x := range r.need {
		if x.Local == l {
			r.need = RemoveLocal(r.need, l)
			return true
		}
	}
	return false
}

func (r *Reverser[K]) fire(e *Edge[K], cover bool, yield func(Config[K]) bool) bool {
	switch {
	case e.Effect == nil || e.Effect.Kind == Spawn:
		return r.yield(e, yield)
	case e.Effect.Kind == All:
		return r.fireAll(e, yield)
	default:
		return r.fireOne(e, cover, yield)
	}
}

// yield yields need together with the active thread.
func (r *Reverser[K]) yield(e *Edge[K], yield func(Config[K]) bool) bool {
	r.out = append(r.out[:0], r.need...)
	if e.Kind != Environment {
		r.out = AddLocal(r.out, e.From.Local, 1)
	}
	return yield(Config[K]{e.From.Shared, r.out})
}

func (r *Reverser[K]) fireAll(e *Edge[K], yield func(Config[K]) bool) bool {
	r.spread.reset(e.From.Shared)
	for _, x := range r.need {
		r.moves = r.System.AppendMovesBack(r.moves[:0], e, x.Local)
		if len(r.moves) == 0 {
			return true // nobody can come to be here
		}
		r.spread.add(x.N, r.moves)
	}
	if e.Kind != Environment {
		r.spread.base = append(r.spread.base, Count[K]{e.From.Local, 1})
	}
	return r.spread.run(yield)
}

func (r *Reverser[K]) fireOne(e *Edge[K], cover bool, yield func(Config[K]) bool) bool {
	// The thread that was moved is one of need.
	for _, x := range r.need {
		r.moves = r.System.AppendMovesBack(r.moves[:0], e, x.Local)
		for _, l := range r.moves {
			r.out = RemoveLocal(append(r.out[:0], r.need...), x.Local)
			r.out = AddLocal(r.out, l, 1)
			if e.Kind != Environment {
				r.out = AddLocal(r.out, e.From.Local, 1)
			}
			if !yield(Config[K]{e.From.Shared, r.out}) {
				return false
			}
		}
	}
	// None was moved, for want of one.
	movable := slices.ContainsFunc(r.need, func(x Count[K]) bool {
		r.moves = r.System.AppendMoves(r.moves[:0], e, x.Local)
		return len(r.moves) > 0
	})
	if !movable {
		return r.yield(e, yield)
	}
	if !cover {
		return true
	}
	// One more was moved.
	r.moves = r.System.AppendMovable(r.moves[:0], e)
	for _, l := range r.moves {
		r.out = AddLocal(append(r.out[:0], r.need...), l, 1)
		if e.Kind != Environment {
			r.out = AddLocal(r.out, e.From.Local, 1)
		}
		if !yield(Config[K]{e.From.Shared, r.out}) {
			return false
		}
	}
	return true
}

// A BackStep is one step of an execution seen from its end: a configuration and
// the edge that leads on from it.
type BackStep[K Key] struct {
	From Config[K]
	Edge Edge[K]
}

// Pre yields the predecessors of c, which must be finite, each with the edge that
// leads to c: the configurations d for which [Post] of d yields c. The
// configurations are the caller's; the same one may come more than once.
func Pre[K Key](sys BackwardSystem[K], c Config[K]) iter.Seq[BackStep[K]] {
	return func(yield func(BackStep[K]) bool) {
		r := Reverser[K]{System: sys}
		edges := sys.AppendEdgesInto(nil, c.Shared)
		for i := range edges {
			e := &edges[i]
			if !r.Pre(c, e, func(d Config[K]) bool { return yield(BackStep[K]{d.Clone(), *e}) }) {
				return
			}
		}
	}
}

// CoverPre returns the covering predecessors of c, which must be finite: the
// minimal ones of the configurations from which one step leads to a configuration
// that covers c, each once, in order of shared state and number of threads.
//
// Their upward closure is exactly what can cover c in one step if all edges are
// monotone: what fires in a configuration fires with more threads too. The only
// edges that are not are those whose All effect gives some local state an empty
// set of moves: a thread there blocks the step. The minimal elements are right
// for themselves even so, but a configuration above them need not have the step.
// A backward search over such a system is sound for "not coverable" only.
func CoverPre[K Key](sys BackwardSystem[K], c Config[K]) []BackStep[K] {
	r := Reverser[K]{System: sys}
	edges := sys.AppendEdgesInto(nil, c.Shared)
	var steps []BackStep[K]
	for i := range edges {
		e := &edges[i]
		r.CoverPre(c, e, func(d Config[K]) bool {
			steps = append(steps, BackStep[K]{d.Clone(), *e})
			return true
		})
	}
	return minimal(steps)
}

// minimal drops the steps whose configuration covers that of another and keeps,
// where they are equal, the first.
func minimal[K Key](steps []BackStep[K]) []BackStep[K] {
	slices.SortStableFunc(steps, func(x, y BackStep[K]) int {
		return cmp.Or(
			cmp.Compare(x.From.Shared, y.From.Shared),
			cmp.Compare(x.From.Threads(), y.From.Threads()),
			x.From.Compare(y.From),
		)
	})
	out := steps[:0]
	first := 0 // of the same shared state in out
	for _, x := range steps {
		if first < len(out) && out[first].From.Shared != x.From.Shared {
			first = len(out)
		}
		covers := slices.ContainsFunc(out[first:], func(y BackStep[K]) bool { return x.From.Covers(y.From) })
		if !covers {
			out = append(out, x)
		}
	}
	return out
}
