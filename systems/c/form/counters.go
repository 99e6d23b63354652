// This file defines counters that count threads.

package form

import (
	"context"
	"slices"

	"github.com/ijit/ijit/systems/c/word"
)

// A Counter is a global that is 0 or 1 at first, that threads add 1 to and later subtract 1 from, and that nothing else is
// done to, but by main before there are other threads. Who has added and not yet subtracted owns a share of it: there are no
// more owners than it says. If it is 1 at first, main owns it.
type Counter struct {
	Variable word.Variable
	owned    map[*Automaton][]bool
	less     map[word.Term]map[word.Term]bool // conditions of which it is known whether they hold only if it is no more than that
}

// Owned reports whether a thread of an automaton owns the counter whenever it is at a node.
func (c Counter) Owned(a *Automaton, node int) bool { return c.owned[a][node] }

// Counters returns the counters of p.
func (p *Program) Counters() (list []Counter) {
	for _, g := range p.Globals {
		if g.Initial == None {
			continue
		}
		c := Counter{g.Variable, map[*Automaton][]bool{}, map[word.Term]map[word.Term]bool{}}
		if !slices.ContainsFunc(p.Automata, func(a *Automaton) bool { return !c.counts(p, a, g.Initial) }) && p.matters(c) {
			list = append(list, c)
		}
	}
	return list
}

// Same returns the substitution of locals that an edge finds to be equal to a global, by the global.
func (p *Program) Same(e *Edge, g word.Variable) *word.Substitution {
	t := p.Terms
	equal := map[word.Variable]bool{}
	var find func(x word.Term)
	find = func(x word.Term) {
		switch {
		case t.Op(x) == word.And && t.Width(x) == 1:
			find(t.Args(x)[0])
			find(t.Args(x)[1])
		case t.Op(x) == word.Eq:
			for i, y := range t.Args(x) {
				if v, ok := t.IsVar(t.Args(x)[1-i]); ok && y == t.Var(g) {
					equal[v] = true
				}
			}
		}
	}
	find(e.Guard)
	return t.Substitute(func(v word.Variable) (word.Term, bool) { return t.Var(g), equal[v] })
}

// Adds returns what an edge adds to the counter: 1, -1, or 0 if it leaves it alone. ok is false if it does something else.
func (c Counter) Adds(p *Program, e *Edge) (n int, ok bool) {
	x, writes := e.Writes(c.Variable)
	if !writes {
		return 0, true
	}
	t := p.Terms
	w := t.VariableWidth(c.Variable)
	switch p.Same(e, c.Variable).In(x) {
	case t.Binary(word.Add, t.Var(c.Variable), t.Const(w, 1)):
		return 1, true
	case t.Binary(word.Sub, t.Var(c.Variable), t.Const(w, 1)):
		return -1, true
	}
	return 0, false
}

// Alone reports whether an edge of an automaton is taken only if no other thread owns the counter: it is 0, or 1 and the
// thread owns it.
func (c Counter) Alone(p *Program, a *Automaton, e *Edge) bool {
	most := uint64(0)
	if c.Owned(a, e.From) {
		most = 1
	}
	t := p.Terms
	return c.demands(p, p.Same(e, c.Variable).In(e.Guard), t.Const(t.VariableWidth(c.Variable), most))
}

// demands reports whether a condition holds only if the counter is no more than a constant.
func (c Counter) demands(p *Program, x, most word.Term) bool {
	t := p.Terms
	if t.Op(x) == word.And && t.Width(x) == 1 {
		return c.demands(p, t.Args(x)[0], most) || c.demands(p, t.Args(x)[1], most)
	}
	if c.less[most] == nil {
		c.less[most] = map[word.Term]bool{}
	}
	less, known := c.less[most][x]
	if !known {
		about, other := false, t.Reads(x)
		t.Variables(x, func(v word.Variable) { about, other = about || v == c.Variable, other || v != c.Variable })
		if about && !other {
			op := word.ULt
			if t.Signed(c.Variable) {
				op = word.SLt
			}
			sat, err := word.NewSolver(t).Sat(context.Background(), x, t.Binary(op, most, t.Var(c.Variable)))
			less = err == nil && !sat
		}
		c.less[most][x] = less
	}
	return less
}

// demands reports whether a word is one of those whose conjunction a guard is.
func (p *Program) demands(guard, x word.Term) bool {
	t := p.Terms
	return guard == x || t.Op(guard) == word.And && t.Width(guard) == 1 && (p.demands(t.Args(guard)[0], x) || p.demands(t.Args(guard)[1], x))
}

// matters reports whether some step is taken alone.
func (p *Program) matters(c Counter) bool {
	for i, e := range p.Edges() {
		if c.Alone(p, p.Automata[i], e) {
			return true
		}
	}
	return false
}

// counts reports whether the threads of an automaton add and subtract in turn, and do not end in between, but main.
func (c Counter) counts(p *Program, a *Automaton, initial word.Term) bool {
	t := p.Terms
	zero, one := t.Const(t.VariableWidth(c.Variable), 0), t.Const(t.VariableWidth(c.Variable), 1)
	var alone []bool // where it may be set: nobody else is there
	owned := false
	if a == p.Automata[0] {
		alone, owned = p.Alone(), initial == one
		if initial != zero && initial != one {
			return false
		}
	}
	met, at := make([]bool, a.Nodes), make([]bool, a.Nodes)
	met[a.Entry], at[a.Entry] = true, owned
	for changed := true; changed; {
		changed = false
		for _, e := range a.Edges {
			if !met[e.From] || e.Check != None {
				continue
			}
			n, ok := c.Adds(p, e)
			x, _ := e.Writes(c.Variable)
			next := at[e.From]
			switch {
			case !ok && alone != nil && alone[e.From] && e.Start < 0 && (x == zero || x == one):
				next = x == one
			case !ok, n < 0 && !next, n > 0 && next:
				return false
			case n > 0:
				next = true
			case n < 0:
				next = false
			}
			if met[e.To] && at[e.To] != next {
				return false
			}
			if !met[e.To] {
				met[e.To], at[e.To], changed = true, next, true
			}
		}
	}
	for n, out := range a.Out() {
		if len(out) == 0 && at[n] && alone == nil {
			return false
		}
	}
	c.owned[a] = at
	return true
}
