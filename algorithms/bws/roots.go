// This file defines where a backward search begins: the minimal elements of the target.

package bws

import (
	"slices"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/algorithms/internal/arcs"
	"github.com/ijit/ijit/tts"
)

// found reports whether an error with that label is known.
func (b *bws[K]) found(label uint32) bool {
	return slices.ContainsFunc(b.errors, func(x failure[K]) bool { return x.PC == algorithms.FindingOf(label, 0).PC })
}

// allRoots asks for all roots, reachable or not, of which there may be very many.
func (b *bws[K]) allRoots(yield func(arcs.Root) bool) {
	going := true
	pause := func() bool { going = going && b.ask.Pause(); return going }
	one := func(t tts.ThreadState[K], fails bool, label uint32) bool {
		going = pause() && yield(arcs.Root{Shared: b.Shared.ID(t.Shared), Threads: []uint32{b.Local.ID(t.Local)}, Failing: fails, Label: label})
		return going
	}
	for _, c := range b.Target.Cover {
		r := arcs.Root{Shared: b.Shared.ID(c.Shared), Label: algorithms.NoLabel}
		for _, x := range c.Locals {
			r.Threads = append(r.Threads, slices.Repeat([]uint32{b.Local.ID(x.Local)}, int(x.N))...)
		}
		slices.Sort(r.Threads)
		if !yield(r) {
			return
		}
	}
	if len(b.Target.Locals) > 0 { // there is one: see [Images]
		for t := range b.ask.System.ThreadStates(b.Target.Locals[0], pause) {
			if !one(t, false, algorithms.NoLabel) {
				return
			}
		}
	}
	if b.Target.Fails != nil {
		counts := func(label uint32) bool { return b.Target.Fails(label) && !b.found(label) }
		for e := range b.ask.System.Failing(counts, pause) {
			if !one(e.From, true, e.Label) {
				return
			}
		}
	}
}
