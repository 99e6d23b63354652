// This file defines how accelerations are made from a way in the tree and kept.

package algorithms

import (
	"slices"

	"github.com/ijit/ijit/tts"
)

// raises reports whether x can be fired in c and makes a difference there.
func (x *acceleration[K]) raises(c tts.Config[K]) bool {
	if !c.Covers(tts.Config[K]{Shared: x.shared, Locals: x.need}) {
		return false
	}
	i := 0
	for _, l := range x.gain {
		for i < len(c.Locals) && c.Locals[i].Local < l {
			i++
		}
		if i == len(c.Locals) || c.Locals[i].Local != l || c.Locals[i].N != tts.Omega {
			return true
		}
	}
	return false
}

// better reports whether x does wherever y can be fired at least what y does.
func (x *acceleration[K]) better(y *acceleration[K]) bool {
	if !(tts.Config[K]{Locals: y.need}).Covers(tts.Config[K]{Locals: x.need}) {
		return false
	}
	i := 0
	for _, l := range y.gain {
		for i < len(x.gain) && x.gain[i] < l {
			i++
		}
		if i == len(x.gain) || x.gain[i] != l {
			return false
		}
	}
	return true
}

// remember keeps x unless a better acceleration is known, and in the place of all
// that are not.
func (a *coverTree[K]) remember(x *acceleration[K]) {
	list := a.known[x.shared]
	for _, y := range list {
		if y.better(x) {
			return
		}
	}
	list = slices.DeleteFunc(list, x.better)
	a.known[x.shared] = append(list, x)
}

// way returns the leaps from one vertex to a descendant, or with nil from its root's
// initial configuration.
func way[K tts.Key](from, to *vertex[K]) []leap[K] {
	var vertices []*vertex[K]
	for v := to; v != from; v = v.parent {
		vertices = append(vertices, v)
	}
	var path []leap[K]
	for _, v := range slices.Backward(vertices) {
		path = append(path, v.leaps...)
	}
	return path
}

// between makes the acceleration that repeats the way from one vertex to another,
// which is above it.
//
// Threads that come to be more are gained. Those that come to be fewer must be
// unboundedly many, and of the others it takes as many as the way takes once.
func between[K tts.Key](from, to *vertex[K]) *acceleration[K] {
	x := &acceleration[K]{body: way(from, to), shared: from.config.Shared}
	change := map[K]int{} // by how many the way changes each count
	omega := map[K]bool{} // where it makes it omega
	for _, p := range slices.Backward(x.body) {
		if p.loop != nil {
			// What it gains it need not find, but for what it needs itself.
			x.need = slices.DeleteFunc(x.need, func(n tts.Count[K]) bool {
				_, gained := slices.BinarySearch(p.loop.gain, n.Local)
				return gained
			})
			for _, n := range p.loop.need {
				if have := countOf(x.need, n.Local); have < n.N {
					x.need = tts.AddLocal(x.need, n.Local, n.N-have)
				}
			}
			for _, l := range p.loop.gain {
				omega[l] = true
			}
			continue
		}
		e := &p.edge
		if e.Kind == tts.Move {
			x.need = tts.RemoveLocal(x.need, e.To.Local)
			change[e.To.Local]++
		}
		if e.Effect != nil {
			x.need = tts.RemoveLocal(x.need, e.Effect.Child)
			change[e.Effect.Child]++
		}
		if e.Kind == tts.Move || e.Kind == tts.End {
			x.need = tts.AddLocal(x.need, e.From.Local, 1)
			change[e.From.Local]--
		}
	}
	for l, n := range change {
		switch {
		case n > 0 && !omega[l]:
			x.gain = append(x.gain, l)
		case n < 0 && !omega[l]:
			x.need = tts.AddLocal(x.need, l, tts.Omega)
		}
	}
	for l := range omega {
		x.gain = append(x.gain, l)
	}
	slices.Sort(x.gain)
	return x
}
