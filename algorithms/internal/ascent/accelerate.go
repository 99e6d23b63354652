// This file defines accelerations: what they take and do, and how they are made of a loop.

package ascent

import (
	"slices"

	"github.com/ijit/ijit/tts"
)

// An Acceleration is a loop that may be repeated without end: its body leads from
// a configuration to one that covers it. Threads that come to be more each time are
// unboundedly many after unboundedly many times.
type Acceleration[K tts.Key] struct {
	Body []Leap[K]
	Gain []K // local states that become omega, in ascending order
	// What the loop takes, for an acceleration that is fired by itself: its shared state
	// and the threads that must be there, Omega of those that the loop uses up.
	Shared K
	Need   []tts.Count[K]
}

// A Leap is a step of an execution with omegas: an edge or an acceleration.
type Leap[K tts.Key] struct {
	Edge tts.Edge[K]
	Loop *Acceleration[K] // nil for an edge
}

// Raise makes the counts of the local states in gain omega.
func Raise[K tts.Key](locals []tts.Count[K], gain []K) []tts.Count[K] {
	for _, l := range gain {
		locals = tts.AddLocal(locals, l, tts.Omega)
	}
	return locals
}

// Take fires an edge without effect on others, or that creates a thread, on the
// counters of a configuration with omegas, in place where there is room.
func Take[K tts.Key](locals []tts.Count[K], e *tts.Edge[K]) []tts.Count[K] {
	if e.Kind == tts.Move || e.Kind == tts.End {
		locals = tts.RemoveLocal(locals, e.From.Local)
	}
	if e.Effect != nil {
		locals = tts.AddLocal(locals, e.Effect.Child, 1)
	}
	if e.Kind == tts.Move {
		locals = tts.AddLocal(locals, e.To.Local, 1)
	}
	return locals
}

// Raises reports whether x can be fired in c and makes a difference there.
func (x *Acceleration[K]) Raises(c tts.Config[K]) bool {
	if !c.Covers(tts.Config[K]{Shared: x.Shared, Locals: x.Need}) {
		return false
	}
	i := 0
	for _, l := range x.Gain {
		for i < len(c.Locals) && c.Locals[i].Local < l {
			i++
		}
		if i == len(c.Locals) || c.Locals[i].Local != l || c.Locals[i].N != tts.Omega {
			return true
		}
	}
	return false
}

// Better reports whether x does wherever y can be fired at least what y does.
func (x *Acceleration[K]) Better(y *Acceleration[K]) bool {
	if !(tts.Config[K]{Locals: y.Need}).Covers(tts.Config[K]{Locals: x.Need}) {
		return false
	}
	i := 0
	for _, l := range y.Gain {
		for i < len(x.Gain) && x.Gain[i] < l {
			i++
		}
		if i == len(x.Gain) || x.Gain[i] != l {
			return false
		}
	}
	return true
}

// Repeat makes the acceleration that repeats the way from a configuration with the given
// shared state to one that is above it.
//
// Threads that come to be more are gained. Those that come to be fewer must be
// unboundedly many, and of the others it takes as many as the way takes once.
func Repeat[K tts.Key](way []Leap[K], shared K) *Acceleration[K] {
	x := &Acceleration[K]{Body: way, Shared: shared}
	change := map[K]int{} // by how many the way changes each count
	omega := map[K]bool{} // where it makes it omega
	for _, p := range slices.Backward(x.Body) {
		if p.Loop != nil {
			// What it gains it need not find, but for what it needs itself.
			x.Need = slices.DeleteFunc(x.Need, func(n tts.Count[K]) bool {
				_, gained := slices.BinarySearch(p.Loop.Gain, n.Local)
				return gained
			})
			for _, n := range p.Loop.Need {
				if have := countOf(x.Need, n.Local); have < n.N {
					x.Need = tts.AddLocal(x.Need, n.Local, n.N-have)
				}
			}
			for _, l := range p.Loop.Gain {
				omega[l] = true
			}
			continue
		}
		e := &p.Edge
		if e.Kind == tts.Move {
			x.Need = tts.RemoveLocal(x.Need, e.To.Local)
			change[e.To.Local]++
		}
		if e.Effect != nil {
			x.Need = tts.RemoveLocal(x.Need, e.Effect.Child)
			change[e.Effect.Child]++
		}
		if e.Kind == tts.Move || e.Kind == tts.End {
			x.Need = tts.AddLocal(x.Need, e.From.Local, 1)
			change[e.From.Local]--
		}
	}
	for l, n := range change {
		switch {
		case n > 0 && !omega[l]:
			x.Gain = append(x.Gain, l)
		case n < 0 && !omega[l]:
			x.Need = tts.AddLocal(x.Need, l, tts.Omega)
		}
	}
	for l := range omega {
		x.Gain = append(x.Gain, l)
	}
	slices.Sort(x.Gain)
	return x
}
