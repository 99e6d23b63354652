// This file defines predicates.

package abstraction

import (
	"fmt"
	"slices"

	"github.com/ijit/ijit/systems/c/form"
	"github.com/ijit/ijit/systems/c/word"
)

// A Predicate is a word of one bit over globals and the locals of at most one automaton.
type Predicate struct {
	Term  word.Term
	Owner int    // the automaton of its locals, or form.Shared
	Mixed bool   // it is over globals, too
	Bit   string // its variable in the Boolean program
	vars  map[word.Variable]bool
}

// Kind returns "shared", "local" or "mixed".
func (p *Predicate) Kind() string {
	switch {
	case p.Owner == form.Shared:
		return "shared"
	case p.Mixed:
		return "mixed"
	}
	return "local"
}

// An Abstraction has the predicates of a program, and remembers what it has asked.
type Abstraction struct {
	Program    *form.Program
	Predicates []*Predicate
	// Excluded are, for each edge, steps that are impossible, though bit by bit they are not.
	Excluded map[*form.Edge][]Step

	owners *form.Owners
	// counters count threads: each has a local bit, of who owns it.
	counters []form.Counter
	// tickets are drawn: each has a local bit, of who has it.
	tickets []form.Ticket
	byTerm  map[word.Term]*Predicate
	theory  *word.Solver
	solvers map[*form.Edge]*word.Solver
	trees   map[string]*tree
	cubes   map[string]bool
	others  *form.Others
}

// A Literal is a predicate that has a value. After says that it is that behind a step, Other that it is that of a thread
// that does not move.
type Literal struct {
	Predicate    *Predicate
	Value        bool
	After, Other bool
}

// A Step is a set of literals that no step of an edge has all.
type Step []Literal

// New returns an abstraction without predicates. What it rests on is assumed of the program.
func New(p *form.Program) *Abstraction {
	counters, tickets := p.Ghosts()
	return &Abstraction{
		Program: p, Excluded: map[*form.Edge][]Step{}, owners: p.Owners(), counters: counters, tickets: tickets, byTerm: map[word.Term]*Predicate{}, theory: word.NewSolver(p.Terms),
		solvers: map[*form.Edge]*word.Solver{}, trees: map[string]*tree{}, cubes: map[string]bool{},
		others: p.Others(),
	}
}

// Queries returns how many questions were asked.
func (a *Abstraction) Queries() int {
	n := a.theory.Queries
	for _, s := range a.solvers {
		n += s.Queries
	}
	return n
}

// Add adds a predicate, unless it, or its negation, is there. It reports whether it did: a predicate that speaks of
// locals of several automata, of inputs or of arrays is none.
func (a *Abstraction) Add(x word.Term) bool {
	t := a.Program.Terms
	if t.Op(x) == word.Not {
		x = t.Not(x)
	}
	if _, ok := t.IsConst(x); ok || a.byTerm[x] != nil || t.Reads(x) {
		return false
	}
	p := &Predicate{Term: x, Owner: form.Shared, vars: map[word.Variable]bool{}}
	shared, ok := false, true
	t.Variables(x, func(v word.Variable) {
		p.vars[v] = true
		switch owner := a.owners.Of(v); {
		case owner == form.Shared:
			shared = true
		case owner == form.Input, p.Owner != form.Shared && p.Owner != owner:
			ok = false
		default:
			p.Owner = owner
		}
	})
	if !ok || len(p.vars) == 0 {
		return false
	}
	p.Mixed = shared && p.Owner != form.Shared
	p.Bit = fmt.Sprintf("%c%d", p.Kind()[0], len(a.Predicates))
	a.Predicates = append(a.Predicates, p)
	a.byTerm[x] = p
	return true
}

// visible returns the predicates that say something of a thread that runs an automaton.
func (a *Abstraction) visible(automaton int) (list []*Predicate) {
	for _, p := range a.Predicates {
		if p.Owner == form.Shared || p.Owner == automaton {
			list = append(list, p)
		}
	}
	return list
}

// mostBits is how many predicates decide what becomes of one.
const mostBits = 8

// relevant returns the predicates of list that are connected with a set of variables by variables, nearest first, no
// more than mostBits.
func relevant(list []*Predicate, vars map[word.Variable]bool) (near []*Predicate) {
	known := map[word.Variable]bool{}
	for v := range vars {
		known[v] = true
	}
	left := slices.Clone(list)
	for len(near) < mostBits {
		var ring []*Predicate
		left = slices.DeleteFunc(left, func(p *Predicate) bool {
			for v := range p.vars {
				if known[v] {
					ring = append(ring, p)
					return true
				}
			}
			return false
		})
		if ring == nil {
			break
		}
		slices.SortStableFunc(ring, func(p, q *Predicate) int { return len(p.vars) - len(q.vars) })
		for _, p := range ring {
			for v := range p.vars {
				known[v] = true
			}
		}
		near = append(near, ring...)
	}
	return near[:min(len(near), mostBits)]
}
