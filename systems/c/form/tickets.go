// This file defines tickets: locals of which no two threads have the same.

package form

import (
	"context"
	"maps"
	"slices"

	"github.com/ijit/ijit/systems/c/word"
)

// A Ticket is a local that threads draw: it gets the value of a global to which nothing is done, but by main before there are
// other threads, but that 1 is added whenever one is drawn. Two threads that have drawn one of the same kind have different
// ones.
type Ticket struct {
	Automaton int
	Local     word.Variable
	// Kind is what a drawn ticket is, in terms of the global before.
	Kind word.Term
	// Wraps says that the global may come back to a value that it had, after all others.
	Wraps bool
	drawn []bool
}

// Equals returns what a word says that the ticket is equal to, in terms of globals.
func (t Ticket) Equals(terms *word.Terms, owners *Owners, x word.Term) (y word.Term, ok bool) {
	if terms.Op(x) != word.Eq {
		return 0, false
	}
	own, y := terms.Args(x)[0], terms.Args(x)[1]
	if own != terms.Var(t.Local) {
		own, y = y, own
	}
	ok = own == terms.Var(t.Local)
	terms.Variables(y, func(v word.Variable) { ok = ok && owners.Of(v) == Shared })
	return y, ok
}

// mostTickets is how many bits a global has at least that may wrap: nobody waits for so long.
const mostTickets = 32

// Drawn reports whether a thread has drawn the ticket whenever it is at a node.
func (t Ticket) Drawn(node int) bool { return t.drawn[node] }

// Tickets returns the tickets of p.
func (p *Program) Tickets() (list []Ticket) {
	for _, g := range p.Globals {
		if rises, wraps := p.rises(g.Variable); rises && (!wraps || p.Terms.VariableWidth(g.Variable) >= mostTickets) {
			for i, a := range p.Automata {
				list = append(list, p.drawn(i, a, g.Variable, wraps)...)
			}
		}
	}
	return list
}

// rises reports whether nothing is done to a global but that 1 is added to it. It wraps if there is no value, the last one of
// its numbers with or without sign, that no step takes it beyond.
func (p *Program) rises(g word.Variable) (rises, wraps bool) {
	t := p.Terms
	w := t.VariableWidth(g)
	ends := []uint64{^uint64(0) >> (64 - w), ^uint64(0) >> (64 - w) >> 1}
	for i, e := range p.Edges() {
		x, writes := e.Writes(g)
		if !writes || p.resets(i, e, g) {
			continue
		}
		if rises = p.Same(e, g).In(x) == p.next(g); !rises {
			return false, false
		}
		ends = slices.DeleteFunc(ends, func(end uint64) bool {
			sat, err := word.NewSolver(t).Sat(context.Background(), p.Enabled(e), t.Eq(t.Var(g), t.Const(w, end)))
			return sat || err != nil
		})
	}
	return rises, len(ends) == 0
}

// next returns a global and 1.
func (p *Program) next(g word.Variable) word.Term {
	t := p.Terms
	return t.Binary(word.Add, t.Var(g), t.Const(t.VariableWidth(g), 1))
}

// resets reports whether main sets a global to something else by an edge before there are other threads.
func (p *Program) resets(automaton int, e *Edge, g word.Variable) bool {
	x, writes := e.Writes(g)
	return automaton == 0 && writes && p.Same(e, g).In(x) != p.next(g) && e.Start < 0 && p.Alone()[e.From]
}

// drawn returns the tickets from a global that threads of an automaton draw.
func (p *Program) drawn(number int, a *Automaton, g word.Variable, wraps bool) (list []Ticket) {
	t := p.Terms
	old := t.Var(g)
	kinds := []word.Term{old, p.next(g)}
	// at says for each node which locals have been drawn on all ways to it, and of which kind.
	at := flow(a, func(e *Edge, before map[word.Variable]word.Term) map[word.Variable]word.Term {
		_, draws := e.Writes(g)
		if p.resets(number, e, g) {
			before, draws = map[word.Variable]word.Term{}, false
		}
		next, same := maps.Clone(before), p.Same(e, g)
		for _, u := range e.Updates {
			delete(next, u.Variable)
			if v, ok := t.IsVar(u.Value); ok && before[v] != 0 {
				next[u.Variable] = before[v]
			} else if x := same.In(u.Value); draws && slices.Contains(kinds, x) && u.Variable != g {
				next[u.Variable] = x
			}
		}
		return next
	})
	for _, v := range a.Locals {
		for _, kind := range kinds {
			k := Ticket{Automaton: number, Local: v, Kind: kind, Wraps: wraps}
			for _, drawn := range at {
				k.drawn = append(k.drawn, drawn[v] == kind)
			}
			if slices.Contains(k.drawn, true) {
				list = append(list, k)
			}
		}
	}
	return list
}
