// This file defines where a backward search begins: the minimal elements of the target.

package algorithms

import (
	"slices"

	"github.com/ijit/ijit/tts"
)

// A root is a minimal element of the target.
type root struct {
	shared  uint32
	threads []uint32
	failing bool
	label   uint32 // of the edge that fails
}

// found reports whether an error with that label is known.
func (b *bws[K]) found(label uint32) bool {
	return slices.ContainsFunc(b.errors, func(x failure[K]) bool { return x.PC == finding(label, 0).PC })
}

// reachableRoots returns the roots that are in the cover.
func (b *bws[K]) reachableRoots() (roots []root) {
	f := b.forward
	for _, c := range b.Target.Cover {
		if r, ok := b.rootOf(c); ok {
			roots = append(roots, r)
		}
	}
	if len(b.Target.Locals) > 0 {
		wanted := make([]bool, len(f.local.keys))
		for l, k := range f.local.keys {
			wanted[l] = slices.ContainsFunc(b.Target.Locals, func(is func(K) bool) bool { return is(k) })
		}
		var locals []K
		for s := range f.locals {
			locals = locals[:0]
			for l := range f.locals[s].all {
				if wanted[l] {
					locals = append(locals, f.local.keys[l])
				}
			}
			b.Target.meetings(locals, func(choice []K) bool {
				r := root{shared: uint32(s), label: NoLabel}
				for _, k := range choice {
					r.threads = append(r.threads, f.local.id(k))
				}
				slices.Sort(r.threads)
				roots = append(roots, r)
				return true
			})
		}
	}
	for _, x := range f.cover.fails {
		roots = append(roots, root{x.shared, []uint32{x.local}, true, x.label})
	}
	return roots
}

// allRoots asks for all roots, reachable or not, of which there may be very many.
func (b *bws[K]) allRoots(yield func(root) bool) {
	going := true
	pause := func() bool { going = going && b.ask.pause(); return going }
	one := func(t tts.ThreadState[K], fails bool, label uint32) bool {
		going = pause() && yield(root{b.shared.id(t.Shared), []uint32{b.local.id(t.Local)}, fails, label})
		return going
	}
	for _, c := range b.Target.Cover {
		r := root{shared: b.shared.id(c.Shared), label: NoLabel}
		for _, x := range c.Locals {
			r.threads = append(r.threads, slices.Repeat([]uint32{b.local.id(x.Local)}, int(x.N))...)
		}
		slices.Sort(r.threads)
		if !yield(r) {
			return
		}
	}
	if len(b.Target.Locals) > 0 { // there is one: see Problem.Images
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

// rootOf returns c over identifiers, if it is in the cover.
func (b *bws[K]) rootOf(c tts.Config[K]) (root, bool) {
	f := b.forward
	r := root{label: NoLabel}
	s, ok := f.shared.lookup(c.Shared)
	if !ok || !f.nodes[s].visited {
		return r, false
	}
	r.shared = s
	for _, x := range c.Locals {
		l, ok := f.local.lookup(x.Local)
		if !ok || !f.has(s, l) {
			return r, false
		}
		for range x.N {
			r.threads = append(r.threads, l)
		}
	}
	slices.Sort(r.threads)
	return r, true
}
