// This file defines how locals that have one value at a node are replaced by it.

package form

import (
	"maps"

	"github.com/ijit/ijit/systems/c/word"
)

// propagate replaces locals by their values where these are known, and reports whether it did.
func (p *Program) propagate() (changed bool) {
	t := p.Terms
	for _, f := range p.Automata {
		at := flow(f, func(e *Edge, before map[word.Variable]word.Term) map[word.Variable]word.Term {
			known := t.Replace(before)
			if known.In(e.Guard) == word.False {
				return nil
			}
			next := maps.Clone(before)
			for _, v := range f.Locals {
				if x, written := e.Writes(v); written {
					if delete(next, v); t.Op(known.In(x)) == word.Const {
						next[v] = known.In(x)
					}
				}
			}
			return next
		})
		for _, e := range f.Edges {
			known := t.Replace(at[e.From])
			e.words(func(x *word.Term) {
				if y := known.In(*x); y != *x {
					*x, changed = y, true
				}
			})
		}
	}
	return changed
}
