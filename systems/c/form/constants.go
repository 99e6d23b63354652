// This file defines how variables that have one value are replaced by it: globals that nobody writes to, and locals at a node.

package form

import (
	"maps"

	"github.com/ijit/ijit/systems/c/word"
)

// propagate replaces variables by their values where these are known, and reports whether it did.
func (p *Program) propagate() (changed bool) {
	t := p.Terms
	replace := func(e *Edge, known *word.Substitution) {
		e.words(func(x *word.Term) {
			if y := known.In(*x); y != *x {
				*x, changed = y, true
			}
		})
	}
	fixed := map[word.Variable]word.Term{}
	for _, g := range p.Globals {
		if g.Initial != None {
			fixed[g.Variable] = g.Initial
		}
	}
	for _, e := range p.Edges() {
		for _, u := range e.Updates {
			delete(fixed, u.Variable)
		}
	}
	constants := t.Replace(fixed)
	for _, e := range p.Edges() {
		// A thread that waits for ever would be one that has ended, and an assertion would be one that nobody has made.
		if e.Check == None && constants.In(e.Guard) != word.False {
			replace(e, constants)
		}
	}
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
			replace(e, t.Replace(at[e.From]))
		}
	}
	return changed
}
