// This file defines the index of arcs by where they lead, for firing them backwards.

package algorithms

import (
	"cmp"
	"slices"

	"github.com/ijit/ijit/tts"
)

// An arrivals has the arcs by which a search goes backwards: those of a cover, or
// those that were asked for so far ([preimages]).
//
// A shared state with a single arc into it that touches no other threads is
// passed by: its one predecessor takes its place, and nothing is stored for it.
// A system that spells out an atomic step as a chain of shared states, as Petri nets
// are written, is searched by whole steps in this way. A chain that leads back to
// where it began is of use only to a configuration that has one of the threads that
// it makes.
//
// What is never of use either is an arc that keeps the shared state and makes no
// thread that is asked for: what it leads back to is above where it starts.
type arrivals struct {
	*cover
	free *freedom // nil for none; none if blocking
	// blocking says that there are threads which block a step of another, so that
	// more threads may do less.
	blocking bool
	pairs    *pairing // nil for none
	pass     []int32  // by shared state: the arc into one that is passed by, else noArc
	to       []arrival
	// load, if not nil, adds the arcs to a configuration that are missing. It returns
	// false if it was stopped.
	load func(shared uint32, threads []uint32) bool

	// Buffers.
	count   []uint32 // by local state: how many threads of the configuration
	need    []uint32
	out     []uint32
	groups  []group
	seen    []uint32 // by arc: the configuration for which it was last looked at
	current uint32
	done    bool // set by emit if it wants no more
	emit    func(via, shared uint32, threads []uint32)
	passing func(shared uint32, threads []uint32) // if not nil, called for what is passed by
}

const noArc = -1

// An arrival has the arcs into one shared state.
type arrival struct {
	// moves are those that make a thread and touch no other, sorted by what they
	// make: single arcs, once, and chains back to this state, once for each
	// thread that they make.
	moves []making
	// enter are those from another shared state, sorted by from and active: of
	// these the active thread alone need be added.
	enter []uint32
	rest  []uint32 // all others, to be looked at each time
	back  []uint32 // the chains back
}

type making struct{ local, arc uint32 }

func (x making) compare(y making) int {
	return cmp.Or(cmp.Compare(x.local, y.local), cmp.Compare(x.arc, y.arc))
}

// A group is n threads, each of which comes from any of choices.
type group struct {
	n       uint32
	choices []uint32
}

// newArrivals prepares c. When m stops it, it is not complete.
func newArrivals(c *cover, numLocal int, initial *Starts, m *Meter) *arrivals {
	a := &arrivals{cover: c, count: make([]uint32, numLocal)}
	if c.arcs = sortArcs(c.arcs, len(c.locals), numLocal, m); m.Stop() {
		return a
	}
	a.seen = make([]uint32, len(c.arcs))
	for _, e := range c.effects {
		e.reverse()
		for _, to := range e.moved {
			a.blocking = a.blocking || len(to) == 0
		}
	}
	a.free = newFreedom(c, initial, m)
	begins := make([]bool, len(c.locals))
	initial.Each(func(s uint32, _ []tts.Count[uint32]) { begins[s] = true })
	a.pass = make([]int32, len(c.locals))
	for i := range a.pass {
		a.pass[i] = noArc
	}
	for i := range c.arcs {
		x := &c.arcs[i]
		single := (i == 0 || c.arcs[i-1].to != x.to) && (i == len(c.arcs)-1 || c.arcs[i+1].to != x.to)
		if single && x.from != x.to && !a.touches(x) && !begins[x.to] {
			a.pass[x.to] = int32(i)
		}
	}
	a.index(m)
	return a
}

// sortArcs returns the arcs in order, each once. Of arcs between the same states there are
// few; so most of it is counting, which is fast and can be stopped.
func sortArcs(arcs []arc, numShared, numLocal int, m *Meter) []arc {
	spare := make([]arc, len(arcs))
	for _, by := range []struct {
		n  int
		of func(*arc) uint32
	}{
		{numLocal + 1, func(x *arc) uint32 { return x.active }},
		{numShared, func(x *arc) uint32 { return x.from }},
		{numShared, func(x *arc) uint32 { return x.to }},
	} {
		first := make([]uint32, by.n+1) // by value: how many have a smaller one
		for i := range arcs {
			first[by.of(&arcs[i])+1]++
		}
		for i := range by.n {
			first[i+1] += first[i]
		}
		for i := range arcs {
			if i%pollArcs == 0 && m.Stop() {
				return nil
			}
			at := &first[by.of(&arcs[i])]
			spare[*at] = arcs[i]
			*at++
		}
		arcs, spare = spare, arcs
	}
	for i := 0; i < len(arcs); {
		x, j := &arcs[i], i+1
		for j < len(arcs) && arcs[j].to == x.to && arcs[j].from == x.from && arcs[j].active == x.active {
			j++
		}
		if j-i > 1 {
			slices.SortFunc(arcs[i:j], arc.compare)
		}
		i = j
	}
	return slices.Compact(arcs)
}

// pollArcs is how many arcs are handled before the limits are looked at.
const pollArcs = 1 << 14

func (x arc) compare(y arc) int {
	return cmp.Or(cmp.Compare(x.to, y.to), cmp.Compare(x.from, y.from), cmp.Compare(x.active, y.active),
		cmp.Compare(x.kind, y.kind), cmp.Compare(x.after, y.after), cmp.Compare(x.effect, y.effect))
}

// touches reports whether an arc moves other threads.
func (a *arrivals) touches(x *arc) bool {
	return x.effect != noEffect && a.effects[x.effect].kind != tts.Spawn
}

// maxUnlisted bounds how many shared states in a row a proof does not list: as many
// threads may take part in the steps there.
const maxUnlisted = 64

// listed returns the shared states that a proof has to list ([Invariant]): what is passed
// by it need not, but for some of those in a long chain and those that an arc leaves which
// touches other threads.
func (a *arrivals) listed() []bool {
	leftTouching := make([]bool, len(a.pass))
	for i := range a.arcs {
		x := &a.arcs[i]
		leftTouching[x.from] = leftTouching[x.from] || a.touches(x)
	}
	listed := make([]bool, len(a.pass))
	depth := make([]int, len(a.pass)) // the shared states up to the last that is listed, 0 if not known
	var chain []uint32
	for s := range a.pass {
		at := uint32(s)
		for chain = chain[:0]; depth[at] == 0 && a.pass[at] != noArc; at = a.arcs[a.pass[at]].from {
			chain = append(chain, at)
		}
		if a.pass[at] == noArc {
			listed[at], depth[at] = true, 1
		}
		for n := depth[at]; len(chain) > 0; chain = chain[:len(chain)-1] {
			at = chain[len(chain)-1]
			if n++; n > maxUnlisted || leftTouching[at] {
				listed[at], n = true, 1
			}
			depth[at] = n
		}
	}
	return listed
}

// index fills in to.
func (a *arrivals) index(m *Meter) {
	a.to = make([]arrival, len(a.locals))
	for i := range a.arcs {
		if i%pollArcs == 0 && m.Stop() {
			return
		}
		a.file(uint32(i))
	}
	sorted := 0
	for s := range a.to {
		if sorted += len(a.to[s].moves); sorted > pollArcs {
			if sorted = 0; m.Stop() {
				return
			}
		}
		slices.SortFunc(a.to[s].moves, making.compare)
	}
}

// file adds arc i to the arrival where it leads.
func (a *arrivals) file(i uint32) {
	x := &a.arcs[i]
	to := &a.to[x.to]
	origin := a.origin(x)
	switch {
	case a.touches(x):
		to.rest = append(to.rest, i)
	case origin == x.to:
		// A chain back, or an arc that stays.
		if x.from != x.to {
			to.back = append(to.back, i)
		}
		for y := x; ; y = &a.arcs[a.pass[y.from]] {
			if y.kind == tts.Move {
				to.moves = append(to.moves, making{y.after, i})
			}
			if y.effect != noEffect {
				to.moves = append(to.moves, making{a.effects[y.effect].child, i})
			}
			if y.from == origin {
				break
			}
		}
	case x.effect != noEffect || x.kind == tts.Environment:
		to.rest = append(to.rest, i)
	default:
		if x.kind == tts.Move {
			to.moves = append(to.moves, making{x.after, i})
		}
		to.enter = append(to.enter, i)
	}
}

// origin returns the shared state that the chain ending in x begins in.
func (a *arrivals) origin(x *arc) uint32 {
	s := x.from
	for a.pass[s] != noArc && s != x.to {
		s = a.arcs[a.pass[s]].from
	}
	return s
}

// reverse makes back.
func (e *effect) reverse() {
	e.back = map[uint32][]uint32{}
	for l, to := range e.moved {
		for _, k := range to {
			e.back[k] = append(e.back[k], l)
		}
	}
	for _, from := range e.back {
		slices.Sort(from) // the same order in every run
	}
}
