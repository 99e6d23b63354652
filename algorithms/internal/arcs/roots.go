// This file defines the minimal elements of a target.

package arcs

import (
	"slices"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/tts"
)

// A Root is a minimal element of the target.
type Root struct {
	Shared  uint32
	Threads []uint32
	Failing bool
	Label   uint32 // of the edge that fails
}

// Roots returns the minimal elements of a target that are in the cover.
func (f *Forward[K]) Roots(target *tts.Target[K]) (roots []Root) {
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
		for s := range f.Locals {
			locals = locals[:0]
			for l := range f.Locals[s].All {
				if wanted[l] {
					locals = append(locals, f.Local.Keys[l])
				}
			}
			target.Meetings(locals, func(choice []K) bool {
				r := Root{Shared: uint32(s), Label: algorithms.NoLabel}
				for _, k := range choice {
					r.Threads = append(r.Threads, f.Local.ID(k))
				}
				slices.Sort(r.Threads)
				roots = append(roots, r)
				return true
			})
		}
	}
	for _, x := range f.Cover.fails {
		roots = append(roots, Root{x.shared, []uint32{x.local}, true, x.label})
	}
	return roots
}

// rootOf returns c over identifiers, if it is in the cover.
func (f *Forward[K]) rootOf(c tts.Config[K]) (Root, bool) {
	r := Root{Label: algorithms.NoLabel}
	s, ok := f.Shared.Lookup(c.Shared)
	if !ok || !f.nodes[s].visited {
		return r, false
	}
	r.Shared = s
	for _, x := range c.Locals {
		l, ok := f.Local.Lookup(x.Local)
		if !ok || !f.has(s, l) {
			return r, false
		}
		for range x.N {
			r.Threads = append(r.Threads, l)
		}
	}
	slices.Sort(r.Threads)
	return r, true
}
