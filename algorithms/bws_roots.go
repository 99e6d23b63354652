// This file defines where a backward search begins: the minimal elements of the target.

package algorithms

import (
	"slices"

	"github.com/ijit/ijit/tts"
)

// found reports whether an error with that label is known.
func (b *bws[K]) found(label uint32) bool {
	return slices.ContainsFunc(b.errors, func(x failure[K]) bool { return x.PC == FindingOf(label, 0).PC })
}

// allRoots asks for all roots, reachable or not, of which there may be very many.
func (b *bws[K]) allRoots(yield func(root) bool) {
	going := true
	pause := func() bool { going = going && b.ask.pause(); return going }
	one := func(t tts.ThreadState[K], fails bool, label uint32) bool {
		going = pause() && yield(root{b.Shared.ID(t.Shared), []uint32{b.Local.ID(t.Local)}, fails, label})
		return going
	}
	for _, c := range b.Target.Cover {
		r := root{shared: b.Shared.ID(c.Shared), label: NoLabel}
		for _, x := range c.Locals {
			r.threads = append(r.threads, slices.Repeat([]uint32{b.Local.ID(x.Local)}, int(x.N))...)
		}
		slices.Sort(r.threads)
		if !yield(r) {
			return
		}
	}
	if len(b.Target.Locals) > 0 { // there is one: see [Images]
		for t := range b.ask.system.ThreadStates(b.Target.Locals[0], pause) {
			if !one(t, false, NoLabel) {
				return
			}
		}
	}
	if b.Target.Fails != nil {
		counts := func(label uint32) bool { return b.Target.Fails(label) && !b.found(label) }
		for e := range b.ask.system.Failing(counts, pause) {
			if !one(e.From, true, e.Label) {
				return
			}
		}
	}
}
