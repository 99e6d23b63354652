// This file defines free threads, which a backward search need not ask for.

package arcs

import (
	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/algorithms/internal/numbering"
	"github.com/ijit/ijit/tts"
)

// A Freedom has the local states of which a configuration can have as many threads
// more as one likes, whatever else it has.
//
// A local state in which every initial configuration has unboundedly many threads,
// and that no effect concerns, is always free: so many of them just never move. In
// a shared state s, what a free thread becomes by steps that keep s is free too. If
// threads are free, whether a configuration can be covered does not depend on
// them.
type Freedom struct {
	always numbering.Bitset
	in     []numbering.Bitset  // by shared state; nil if there is none but always
	how    []map[uint32]uint32 // by shared state: the arc that makes a free thread
}

func newFreedom(c *Cover, initial *Starts, m *algorithms.Meter) *Freedom {
	f := &Freedom{in: make([]numbering.Bitset, len(c.Locals)), how: make([]map[uint32]uint32, len(c.Locals))}
	first := true
	initial.Each(func(_ uint32, counts []tts.Count[uint32]) {
		var many numbering.Bitset
		for _, n := range counts {
			if n.N == tts.Omega && (first || f.always.Has(n.Local)) {
				many.Add(n.Local)
			}
		}
		f.always, first = many, false
	})
	for _, e := range c.Effects {
		for l, to := range e.Moved {
			if len(to) == 0 {
				// Threads can block steps: more of them may do less.
				f.always = nil
			}
			if f.always.Has(l) {
				f.always[l>>6] &^= 1 << (l & 63)
			}
		}
	}
	some := false
	for range f.always.All {
		some = true
	}
	if !some {
		return nil
	}
	for grown := true; grown && !m.Stop(); {
		grown = false
		for i := range c.Arcs {
			if i%PollArcs == PollArcs-1 && m.Stop() {
				return f
			}
			x := &c.Arcs[i]
			if x.From != x.To || x.Kind == tts.Environment || !f.has(x.From, x.Active) {
				continue
			}
			if x.Effect != NoEffect && c.Effects[x.Effect].Kind != tts.Spawn {
				continue
			}
			if x.Kind == tts.Move {
				grown = f.add(x.From, x.After, uint32(i)) || grown
			}
			if x.Effect != NoEffect {
				grown = f.add(x.From, c.Effects[x.Effect].Child, uint32(i)) || grown
			}
		}
	}
	return f
}

func (f *Freedom) has(s, l uint32) bool { return f.always.Has(l) || f.in[s].Has(l) }

func (f *Freedom) add(s, l, arc uint32) bool {
	if f.has(s, l) {
		return false
	}
	f.in[s].Add(l)
	if f.how[s] == nil {
		f.how[s] = map[uint32]uint32{}
	}
	f.how[s][l] = arc
	return true
}

// Drop takes the free threads out of a configuration.
func (f *Freedom) Drop(s uint32, threads []uint32) []uint32 {
	if f == nil {
		return threads
	}
	kept := threads[:0]
	for _, l := range threads {
		if !f.has(s, l) {
			kept = append(kept, l)
		}
	}
	return kept
}

// Way returns the arcs by which a thread that is always free comes to be in l
// while the shared state is s, and where it begins.
func (f *Freedom) Way(arcs []Arc, s, l uint32) (from uint32, way []uint32) {
	for !f.always.Has(l) {
		i := f.how[s][l]
		way = append([]uint32{i}, way...)
		l = arcs[i].Active
	}
	return l, way
}
