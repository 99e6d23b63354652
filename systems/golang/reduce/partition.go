// This file defines which values of a location are told apart.

package reduce

import (
	"github.com/ijit/ijit/systems/golang/graph"
)

// A partition has, for each location that is wanted, the class of each atom of its set. Atoms are in one
// class if no condition tells them apart, and no copy to a location in which they are told apart. It is
// the coarsest such partition, made by refinement as in the minimisation of automata (Moore 1956).
type partition map[*graph.Loc][]int

// partition computes the classes. Locations with one class are no longer wanted.
func (s *slicer) partition() partition {
	p := partition{}
	var conds []graph.Cond
	var copies []graph.Assign
	seen := map[*graph.Loc]bool{}
	collect := func(list []graph.Assign) {
		for _, a := range list {
			if !a.To.Wanted {
				continue
			}
			seen[a.To] = true
			if a.When != nil {
				conds = append(conds, a.When)
			}
			if a.V.Expr != nil && len(a.V.Set) > 1 {
				conds = append(conds, a.V.Expr)
			} else if a.V.From != nil && a.V.From.Wanted && len(a.V.Set) > 1 {
				copies = append(copies, a)
				seen[a.V.From] = true
			}
		}
	}
	for _, n := range s.nodes {
		collect(n.Do)
		collect(n.Args)
		for _, c := range n.Cases {
			collect(c.Do)
			if c.Result != nil && c.Result.Wanted {
				seen[c.Result] = true
			}
		}
		if n.Result != nil && n.Result.Wanted {
			seen[n.Result] = true
		}
		if s.decides(n) {
			n.Conds(func(c graph.Cond) { conds = append(conds, c) })
		}
	}
	for _, c := range conds {
		graph.Locs(c, func(l *graph.Loc) { seen[l] = seen[l] || l.Wanted })
	}
	for l := range seen {
		p[l] = make([]int, len(l.Set))
	}
	var split func(c graph.Cond)
	split = func(c graph.Cond) {
		switch c := c.(type) {
		case graph.Is:
			if p[c.Loc] != nil {
				p.refine(c.Loc, func(a *graph.Atom) int {
					if c.Set.Has(a) {
						return 1
					}
					return 0
				})
			}
		case graph.Negation:
			split(c.X)
		case graph.Conjunction:
			split(c.X)
			split(c.Y)
		case graph.Disjunction:
			split(c.X)
			split(c.Y)
		}
	}
	for _, c := range conds {
		split(c)
	}
	for changed := true; changed; {
		changed = false
		for _, a := range copies {
			changed = p.refine(a.V.From, func(from *graph.Atom) int {
				if a.V.View != nil {
					from = a.V.View[from]
				}
				if from == nil {
					return -1
				}
				return p.class(a.To, from)
			}) || changed
		}
	}
	for l, classes := range p {
		if count(classes) < 2 {
			l.Wanted = false
			delete(p, l)
		}
	}
	return p
}

// class returns the class of an atom.
func (p partition) class(l *graph.Loc, a *graph.Atom) int {
	a = l.Member(a)
	for i, b := range l.Set {
		if a == b {
			return p[l][i]
		}
	}
	return 0
}

func count(classes []int) int {
	n := 0
	for _, c := range classes {
		n = max(n, c+1)
	}
	return n
}

// refine splits classes by a key, and reports whether any was split. Classes are numbered in the order of their first
// atoms.
func (p partition) refine(l *graph.Loc, key func(*graph.Atom) int) bool {
	type pair struct{ old, key int }
	number := map[pair]int{}
	next := make([]int, len(l.Set))
	for i, a := range l.Set {
		k := pair{p[l][i], key(a)}
		n, known := number[k]
		if !known {
			n = len(number)
			number[k] = n
		}
		next[i] = n
	}
	changed := count(next) != count(p[l])
	p[l] = next
	return changed
}
