// This file defines what of a program an assertion depends on.

package form

import (
	"maps"
	"slices"

	"github.com/ijit/ijit/systems/c/word"
)

// Assertions returns the places of checks.
func (p *Program) Assertions() (list []Origin) {
	for _, e := range p.Edges() {
		if e.Check != None && !slices.Contains(list, e.Origin) {
			list = append(list, e.Origin)
		}
	}
	return list
}

// Asked adds to a set the variables of the checks at a place.
func (p *Program) Asked(at Origin, vars map[word.Variable]bool) {
	for _, e := range p.Edges() {
		if e.Check != None && e.Origin == at {
			p.Terms.Variables(e.Check, func(v word.Variable) { vars[v] = true })
			p.Terms.Variables(e.Guard, func(v word.Variable) { vars[v] = true })
		}
	}
}

// Close adds to a set of variables those that their values are computed from, and the locks that are held where they are
// accessed.
func (p *Program) Close(vars map[word.Variable]bool) {
	k := p.locking()
	for size := -1; size != len(vars); {
		size = len(vars)
		for i, e := range p.Edges() {
			for _, u := range slices.Concat(e.Updates, e.Arguments) {
				if vars[u.Variable] {
					p.Terms.Variables(u.Value, func(v word.Variable) { vars[v] = true })
					if u.Index != None {
						p.Terms.Variables(u.Index, func(v word.Variable) { vars[v] = true })
					}
				}
			}
			touches := false
			k.accesses(e, func(v word.Variable) { touches = touches || vars[v] })
			if touches {
				maps.Copy(vars, k.held[i][e.From])
			}
		}
	}
}

// Slice returns a program that fails at a place if p does: without other checks, and without variables that are not in a
// closed set. Conditions about them may hold or not. Its edges have as Parts the edges of p that they were made from.
func (p *Program) Slice(at Origin, keep map[word.Variable]bool) *Program {
	q := &Program{Terms: p.Terms, Globals: p.Globals, Arrays: p.Arrays, Race: p.Race}
	for _, f := range p.Automata {
		g := &Automaton{Name: f.Name, Locals: f.Locals, Arrays: f.Arrays, Nodes: f.Nodes, Entry: f.Entry, Many: f.Many}
		for _, e := range f.Edges {
			if e.Check != None && e.Origin != at {
				continue
			}
			c := *e
			c.Parts = []*Edge{e}
			c.Guard, c.Defined = p.weaken(e.Guard, keep, e.Inputs), p.weaken(e.Defined, keep, e.Inputs)
			kept := func(u Update) bool { return keep[u.Variable] }
			c.Updates, c.Arguments = filter(e.Updates, kept), filter(e.Arguments, kept)
			if c.Check != None {
				q.Checks++
			}
			g.Edges = append(g.Edges, &c)
		}
		q.Automata = append(q.Automata, g)
	}
	q.Reduce()
	return q
}

// weaken leaves out of a conjunction what is about other variables.
func (p *Program) weaken(x word.Term, keep map[word.Variable]bool, inputs []word.Variable) word.Term {
	t := p.Terms
	if t.Op(x) == word.And && t.Width(x) == 1 {
		return t.And(p.weaken(t.Args(x)[0], keep, inputs), p.weaken(t.Args(x)[1], keep, inputs))
	}
	known := true
	t.Variables(x, func(v word.Variable) { known = known && (keep[v] || slices.Contains(inputs, v)) })
	if !known {
		return word.True
	}
	return x
}
