// This file defines sets of bits that exclude each other.

package abstraction

import (
	"context"
	"fmt"
	"slices"

	"github.com/ijit/ijit/systems/c/form"
	"github.com/ijit/ijit/systems/c/word"
)

// A cube is literals that cannot hold at once.
type cube []Literal

// inconsistent returns the minimal cubes of at most three predicates of a list that cannot hold at once.
func (a *Abstraction) inconsistent(ctx context.Context, list []*Predicate) (found []cube, err error) {
	contains := func(c cube) bool { // a smaller one
		return slices.ContainsFunc(found, func(old cube) bool {
			return !slices.ContainsFunc(old, func(l Literal) bool { return !slices.Contains(c, l) })
		})
	}
	var choose func(c cube, from, n int) error
	choose = func(c cube, from, n int) error {
		if n == 0 {
			if contains(c) {
				return nil
			}
			bad, err := a.excluded(ctx, c)
			if bad {
				found = append(found, append(cube(nil), c...))
			}
			return err
		}
		for i := from; i < len(list); i++ {
			if !connected(c, list[i]) {
				continue
			}
			for _, v := range []bool{true, false} {
				if err := choose(append(c[:len(c):len(c)], Literal{Predicate: list[i], Value: v}), i+1, n-1); err != nil {
					return err
				}
			}
		}
		return nil
	}
	for n := 1; n <= 3; n++ {
		if err := choose(nil, 0, n); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// connected reports whether a predicate has a variable in common with one of a cube.
func connected(c cube, p *Predicate) bool {
	for _, l := range c {
		for v := range l.Predicate.vars {
			if p.vars[v] {
				return true
			}
		}
	}
	return len(c) == 0
}

func (a *Abstraction) literal(l Literal) word.Term {
	if l.Value {
		return l.Predicate.Term
	}
	return a.Program.Terms.Not(l.Predicate.Term)
}

// excluded reports whether literals cannot hold at once.
func (a *Abstraction) excluded(ctx context.Context, c cube) (bool, error) {
	var terms []word.Term
	key := ""
	for _, l := range c {
		terms = append(terms, a.literal(l))
		key += fmt.Sprint(terms[len(terms)-1], " ")
	}
	if bad, ok := a.cubes[key]; ok {
		return bad, nil
	}
	sat, err := a.theory.Sat(ctx, terms...)
	if err == nil {
		a.cubes[key] = !sat
	}
	return !sat, err
}

// Impossible returns some of the literals that no step of an edge has at once: bits before and after it, and bits of
// another thread, which runs the automaton other; nil if there may be such a step.
func (a *Abstraction) Impossible(ctx context.Context, e *form.Edge, other int, literals []Literal) (Step, error) {
	t := a.Program.Terms
	mine, theirs, behind := t.Substitute(e.Writes), a.others.Before(other), a.others.Behind(e, other)
	s := a.solver(e)
	terms := []word.Term{a.Program.Enabled(e)}
	all := literals
	literals = nil
	for _, l := range all {
		before, after := l.Predicate.Term, mine.In(l.Predicate.Term)
		if l.Other {
			before, after = theirs.In(l.Predicate.Term), behind.In(l.Predicate.Term)
		}
		if !l.After {
			after = before
		} else if after == before { // it does not change
			continue
		}
		if literals = append(literals, l); !l.Value {
			after = t.Not(after)
		}
		terms = append(terms, after)
	}
	sat, err := s.Sat(ctx, terms...)
	if sat || err != nil {
		return nil, err
	}
	for i := 1; i < len(terms); i++ {
		fewer := slices.Concat(terms[:i], terms[i+1:])
		sat, err := s.Sat(ctx, fewer...)
		if err != nil {
			return nil, err
		}
		if !sat {
			terms, literals = fewer, slices.Concat(literals[:i-1], literals[i:])
			i--
		}
	}
	// A thread with bits that exclude the step before it happens must not block it: a configuration with more threads
	// can do what one with fewer can, or no search for any number of threads ends.
	speaks, changed := false, false
	for _, l := range literals {
		speaks = speaks || l.Other
		changed = changed || l.Other && l.After && l.Predicate.Mixed
	}
	if speaks && !changed {
		return nil, nil
	}
	return literals, nil
}
