// This file defines counters that count threads.

package form

import (
	"context"
	"slices"

	"github.com/ijit/ijit/systems/c/word"
)

// A Counter is a global that is 0 at first, that each thread adds 1 to and later subtracts 1 from, in turn, and that
// nothing else is done to: so it is the number of threads that have added and not yet subtracted. Those own it. A thread
// that owns it neither ends nor starts another one.
type Counter struct {
	Variable word.Variable
	owned    map[*Automaton][]ownership
	zero     map[word.Term]bool // conditions of which it is known whether they hold only if it is 0
}

// Owned reports whether a thread of an automaton owns the counter whenever it is at a node. Else it never does there.
func (c Counter) Owned(a *Automaton, node int) bool { return c.owned[a][node] == owner }

// ownership is what is known of whether a thread owns a counter at a node.
type ownership byte

const (
	unknown ownership = iota // the node is not reached
	free
	owner
	both
)

// Counters returns the counters of p.
func (p *Program) Counters() (list []Counter) {
	for _, g := range p.Globals {
		if g.Initial != p.Terms.Const(p.Terms.VariableWidth(g.Variable), 0) {
			continue
		}
		c := Counter{g.Variable, map[*Automaton][]ownership{}, map[word.Term]bool{}}
		if !slices.ContainsFunc(p.Automata, func(a *Automaton) bool { return !c.counts(p, a) }) && p.changes(c) {
			list = append(list, c)
		}
	}
	return list
}

// Adds returns what an edge adds to the counter: 1, -1, or 0 if it leaves it alone. ok is false if it does something else.
func (c Counter) Adds(p *Program, e *Edge) (n int, ok bool) {
	x, writes := e.Writes(c.Variable)
	if !writes {
		return 0, true
	}
	t := p.Terms
	w := t.VariableWidth(c.Variable)
	switch x {
	case t.Binary(word.Add, t.Var(c.Variable), t.Const(w, 1)):
		return 1, true
	case t.Binary(word.Sub, t.Var(c.Variable), t.Const(w, 1)):
		return -1, true
	}
	return 0, false
}

// Zero reports whether an edge is taken only if the counter is 0, which is no less: nobody owns it.
func (c Counter) Zero(p *Program, e *Edge) bool { return c.demandsZero(p, e.Guard) }

func (c Counter) demandsZero(p *Program, x word.Term) bool {
	t := p.Terms
	if t.Op(x) == word.And && t.Width(x) == 1 {
		return c.demandsZero(p, t.Args(x)[0]) || c.demandsZero(p, t.Args(x)[1])
	}
	zero, known := c.zero[x]
	if !known {
		about, other := false, t.Reads(x)
		t.Variables(x, func(v word.Variable) { about, other = about || v == c.Variable, other || v != c.Variable })
		if about && !other {
			r := t.Var(c.Variable)
			none := t.Const(t.Width(r), 0)
			some := t.Not(t.Eq(r, none))
			if t.Signed(c.Variable) {
				some = t.Binary(word.SLt, none, r)
			}
			sat, err := word.NewSolver(t).Sat(context.Background(), x, some)
			zero = err == nil && !sat
		}
		c.zero[x] = zero
	}
	return zero
}

// demands reports whether a word is one of those whose conjunction a guard is.
func (p *Program) demands(guard, x word.Term) bool {
	t := p.Terms
	return guard == x || t.Op(guard) == word.And && t.Width(guard) == 1 && (p.demands(t.Args(guard)[0], x) || p.demands(t.Args(guard)[1], x))
}

func (p *Program) changes(c Counter) bool {
	for _, e := range p.Edges() {
		if n, _ := c.Adds(p, e); n > 0 {
			return true
		}
	}
	return false
}

// counts reports whether the threads of an automaton add and subtract in turn.
func (c Counter) counts(p *Program, a *Automaton) bool {
	var alone []bool // where it may be set to 0: nobody else is there
	if a == p.Automata[0] {
		alone = p.Alone()
	}
	at := make([]ownership, a.Nodes)
	at[a.Entry] = free
	for changed := true; changed; {
		changed = false
		for _, e := range a.Edges {
			if at[e.From] == unknown || e.Check != None {
				continue
			}
			n, ok := c.Adds(p, e)
			next := at[e.From]
			if x, writes := e.Writes(c.Variable); !ok && writes && alone != nil && alone[e.From] && e.Start < 0 && next == free && x == p.Terms.Const(p.Terms.VariableWidth(c.Variable), 0) {
				n, ok = 0, true
			}
			switch {
			case !ok, n > 0 && next != free, n < 0 && next != owner, e.Start >= 0 && next != free:
				return false
			case n > 0:
				next = owner
			case n < 0:
				next = free
			}
			if at[e.To]|next != at[e.To] {
				at[e.To], changed = at[e.To]|next, true
			}
		}
	}
	c.owned[a] = at
	for n, out := range a.Out() {
		if len(out) == 0 && at[n] != free && at[n] != unknown {
			return false
		}
		if at[n] == both {
			return false
		}
	}
	return true
}
