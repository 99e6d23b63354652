// This file defines the minimal elements of a target.

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

// Roots returns the minimal elements of a target that are in the cover.
func (f *forward[K]) Roots(target *Target[K]) (roots []root) {
	for _, c := range target.Cover {
		if r, ok := f.rootOf(c); ok {
			roots = append(roots, r)
		}
	}
	if len(target.Locals) > 0 {
		wanted := make([]bool, len(f.Local.Keys))
		for l, k := range f.Local.Keys {
			wanted[l] = slices.ContainsFunc(target.Locals, func(is func(K) bool) bool { return is(k) })
		}
		var locals []K
		for s := range f.locals {
			locals = locals[:0]
			for l := range f.locals[s].All {
				if wanted[l] {
					locals = append(locals, f.Local.Keys[l])
				}
			}
			target.Meetings(locals, func(choice []K) bool {
				r := root{shared: uint32(s), label: NoLabel}
				for _, k := range choice {
					r.threads = append(r.threads, f.Local.ID(k))
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

// rootOf returns c over identifiers, if it is in the cover.
func (f *forward[K]) rootOf(c tts.Config[K]) (root, bool) {
	r := root{label: NoLabel}
	s, ok := f.Shared.Lookup(c.Shared)
	if !ok || !f.nodes[s].visited {
		return r, false
	}
	r.shared = s
	for _, x := range c.Locals {
		l, ok := f.Local.Lookup(x.Local)
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
