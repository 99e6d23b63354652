// This file defines the index of arcs by where they lead, for firing them backwards.

package arcs

import (
	"cmp"
	"slices"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/tts"
)

// An Arrivals has the arcs by which a search goes backwards: those of a cover, or
// those that were asked for so far ([Preimages]).
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
type Arrivals struct {
	*Cover
	Free *Freedom // nil for none; none if blocking
	// Blocking says that there are threads which block a step of another, so that
	// more threads may do less.
	Blocking bool
	Pairs    *Pairing // nil for none
	Pass     []int32  // by shared state: the arc into one that is passed by, else [NoArc]
	to       []arrival
	// Load, if not nil, adds the arcs to a configuration that are missing. It returns
	// false if it was stopped.
	Load func(shared uint32, threads []uint32) bool

	// Buffers.
	count   []uint32 // by local state: how many threads of the configuration
	need    []uint32
	out     []uint32
	groups  []group
	seen    []uint32 // by arc: the configuration for which it was last looked at
	current uint32
	Done    bool // to be set by emit if it wants no more
	emit    func(via, shared uint32, threads []uint32)
	Passing func(shared uint32, threads []uint32) // if not nil, called for what is passed by
}

// NoArc says that a shared state is not passed by.
const NoArc = -1

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
func newArrivals(c *Cover, numLocal int, initial *Starts, m *algorithms.Meter) *Arrivals {
	a := &Arrivals{Cover: c, count: make([]uint32, numLocal)}
	if c.Arcs = sortArcs(c.Arcs, len(c.Locals), numLocal, m); m.Stop() {
		return a
	}
	a.seen = make([]uint32, len(c.Arcs))
	for _, e := range c.Effects {
		e.reverse()
		for _, to := range e.Moved {
			a.Blocking = a.Blocking || len(to) == 0
		}
	}
	a.Free = newFreedom(c, initial, m)
	begins := make([]bool, len(c.Locals))
	initial.Each(func(s uint32, _ []tts.Count[uint32]) { begins[s] = true })
	a.Pass = make([]int32, len(c.Locals))
	for i := range a.Pass {
		a.Pass[i] = NoArc
	}
	for i := range c.Arcs {
		x := &c.Arcs[i]
		single := (i == 0 || c.Arcs[i-1].To != x.To) && (i == len(c.Arcs)-1 || c.Arcs[i+1].To != x.To)
		if single && x.From != x.To && !a.touches(x) && !begins[x.To] {
			a.Pass[x.To] = int32(i)
		}
	}
	a.index(m)
	return a
}

// NumLocal returns how many local states there are.
func (a *Arrivals) NumLocal() int { return len(a.count) }

// sortArcs returns the arcs in order, each once. Of arcs between the same states there are
// few; so most of it is counting, which is fast and can be stopped.
func sortArcs(arcs []Arc, numShared, numLocal int, m *algorithms.Meter) []Arc {
	spare := make([]Arc, len(arcs))
	for _, by := range []struct {
		n  int
		of func(*Arc) uint32
	}{
		{numLocal + 1, func(x *Arc) uint32 { return x.Active }},
		{numShared, func(x *Arc) uint32 { return x.From }},
		{numShared, func(x *Arc) uint32 { return x.To }},
	} {
		first := make([]uint32, by.n+1) // by value: how many have a smaller one
		for i := range arcs {
			first[by.of(&arcs[i])+1]++
		}
		for i := range by.n {
			first[i+1] += first[i]
		}
		for i := range arcs {
			if i%PollArcs == 0 && m.Stop() {
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
		for j < len(arcs) && arcs[j].To == x.To && arcs[j].From == x.From && arcs[j].Active == x.Active {
			j++
		}
		if j-i > 1 {
			slices.SortFunc(arcs[i:j], Arc.compare)
		}
		i = j
	}
	return slices.Compact(arcs)
}

// PollArcs is how many arcs are handled before the limits are looked at.
const PollArcs = 1 << 14

func (x Arc) compare(y Arc) int {
	return cmp.Or(cmp.Compare(x.To, y.To), cmp.Compare(x.From, y.From), cmp.Compare(x.Active, y.Active),
		cmp.Compare(x.Kind, y.Kind), cmp.Compare(x.After, y.After), cmp.Compare(x.Effect, y.Effect))
}

// touches reports whether an arc moves other threads.
func (a *Arrivals) touches(x *Arc) bool {
	return x.Effect != NoEffect && a.Effects[x.Effect].Kind != tts.Spawn
}

// maxUnlisted bounds how many shared states in a row a proof does not list: as many
// threads may take part in the steps there.
const maxUnlisted = 64

// Listed returns the shared states that a proof has to list ([tts.Invariant]): what is passed
// by it need not, but for some of those in a long chain and those that an arc leaves which
// touches other threads.
func (a *Arrivals) Listed() []bool {
	leftTouching := make([]bool, len(a.Pass))
	for i := range a.Arcs {
		x := &a.Arcs[i]
		leftTouching[x.From] = leftTouching[x.From] || a.touches(x)
	}
	listed := make([]bool, len(a.Pass))
	depth := make([]int, len(a.Pass)) // the shared states up to the last that is listed, 0 if not known
	var chain []uint32
	for s := range a.Pass {
		at := uint32(s)
		for chain = chain[:0]; depth[at] == 0 && a.Pass[at] != NoArc; at = a.Arcs[a.Pass[at]].From {
			chain = append(chain, at)
		}
		if a.Pass[at] == NoArc {
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
func (a *Arrivals) index(m *algorithms.Meter) {
	a.to = make([]arrival, len(a.Locals))
	for i := range a.Arcs {
		if i%PollArcs == 0 && m.Stop() {
			return
		}
		a.file(uint32(i))
	}
	sorted := 0
	for s := range a.to {
		if sorted += len(a.to[s].moves); sorted > PollArcs {
			if sorted = 0; m.Stop() {
				return
			}
		}
		slices.SortFunc(a.to[s].moves, making.compare)
	}
}

// file adds arc i to the arrival where it leads.
func (a *Arrivals) file(i uint32) {
	x := &a.Arcs[i]
	to := &a.to[x.To]
	origin := a.origin(x)
	switch {
	case a.touches(x):
		to.rest = append(to.rest, i)
	case origin == x.To:
		// A chain back, or an arc that stays.
		if x.From != x.To {
			to.back = append(to.back, i)
		}
		for y := x; ; y = &a.Arcs[a.Pass[y.From]] {
			if y.Kind == tts.Move {
				to.moves = append(to.moves, making{y.After, i})
			}
			if y.Effect != NoEffect {
				to.moves = append(to.moves, making{a.Effects[y.Effect].Child, i})
			}
			if y.From == origin {
				break
			}
		}
	case x.Effect != NoEffect || x.Kind == tts.Environment:
		to.rest = append(to.rest, i)
	default:
		if x.Kind == tts.Move {
			to.moves = append(to.moves, making{x.After, i})
		}
		to.enter = append(to.enter, i)
	}
}

// origin returns the shared state that the chain ending in x begins in.
func (a *Arrivals) origin(x *Arc) uint32 {
	s := x.From
	for a.Pass[s] != NoArc && s != x.To {
		s = a.Arcs[a.Pass[s]].From
	}
	return s
}

// reverse makes back.
func (e *Effect) reverse() {
	e.back = map[uint32][]uint32{}
	for l, to := range e.Moved {
		for _, k := range to {
			e.back[k] = append(e.back[k], l)
		}
	}
	for _, from := range e.back {
		slices.Sort(from) // the same order in every run
	}
}
