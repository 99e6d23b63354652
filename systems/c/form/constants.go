// This file defines how locals that have one value at a node are replaced by it.

package form

import "github.com/ijit/ijit/systems/c/word"

// constants has locals with the value that they have at a node, whenever a thread is there.
type constants map[word.Variable]word.Term

// propagate replaces locals by their values where these are known, and reports whether it did.
func (p *Program) propagate() (changed bool) {
	t := p.Terms
	for _, f := range p.Automata {
		out := f.Out()
		at := make([]constants, f.Nodes) // nil: not reached
		at[f.Entry] = constants{}
		todo := []int{f.Entry}
		for len(todo) > 0 {
			n := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			known := p.known(at[n])
			for _, e := range out[n] {
				if e.Check != None || known.In(e.Guard) == word.False {
					continue
				}
				next := constants{}
				for v, x := range at[n] {
					if _, written := e.Writes(v); !written {
						next[v] = x
					}
				}
				for _, v := range f.Locals {
					if x, written := e.Writes(v); written {
						if x = known.In(x); t.Op(x) == word.Const {
							next[v] = x
						}
					}
				}
				if at[e.To] == nil {
					at[e.To] = next
					todo = append(todo, e.To)
					continue
				}
				before := len(at[e.To])
				for v, x := range at[e.To] {
					if y, ok := next[v]; !ok || x != y {
						delete(at[e.To], v)
					}
				}
				if len(at[e.To]) < before {
					todo = append(todo, e.To)
				}
			}
		}
		for n, list := range out {
			if len(at[n]) == 0 {
				continue
			}
			known := p.known(at[n])
			replace := func(x *word.Term) {
				if y := known.In(*x); y != *x {
					*x, changed = y, true
				}
			}
			for _, e := range list {
				replace(&e.Guard)
				replace(&e.Defined)
				if e.Check != None {
					replace(&e.Check)
				}
				for _, us := range [][]Update{e.Updates, e.Arguments} {
					for i := range us {
						replace(&us[i].Value)
						if us[i].Index != None {
							replace(&us[i].Index)
						}
					}
				}
			}
		}
	}
	return changed
}

func (p *Program) known(c constants) *word.Substitution {
	return p.Terms.Substitute(func(v word.Variable) (word.Term, bool) { x, ok := c[v]; return x, ok })
}
