// This file defines which values of a location are told apart.

package golang

import "github.com/ijit/ijit/parser/golang/skeleton"

// A partition has, for each location that is wanted, the class of each atom of its set. Atoms are in one
// class if no condition tells them apart, and no copy to a location in which they are told apart. It is
// the coarsest such partition, made by refinement as in the minimisation of automata (Moore 1956).
type partition map[*loc][]int

// partition computes the classes. Locations with one class are no longer wanted.
func (s *slicer) partition() partition {
	p := partition{}
	var conds []cond
	var copies []assign
	seen := map[*loc]bool{}
	collect := func(list []assign) {
		for _, a := range list {
			if !a.to.wanted {
				continue
			}
			seen[a.to] = true
			if a.when != nil {
				conds = append(conds, a.when)
			}
			if a.v.expr != nil && len(a.v.set) > 1 {
				conds = append(conds, a.v.expr)
			} else if a.v.from != nil && a.v.from.wanted && len(a.v.set) > 1 {
				copies = append(copies, a)
				seen[a.v.from] = true
			}
		}
	}
	for _, n := range s.nodes {
		collect(n.do)
		collect(n.args)
		for _, c := range n.cases {
			collect(c.do)
			if c.result != nil && c.result.wanted {
				seen[c.result] = true
			}
		}
		if n.result != nil && n.result.wanted {
			seen[n.result] = true
		}
		if n.op == skeleton.Branch && len(s.first[n]) > 1 {
			conds = append(conds, n.cond)
		}
	}
	for _, c := range conds {
		locs(c, func(l *loc) { seen[l] = seen[l] || l.wanted })
	}
	for l := range seen {
		p[l] = make([]int, len(l.set))
	}
	var split func(c cond)
	split = func(c cond) {
		switch c := c.(type) {
		case cIs:
			if p[c.loc] != nil {
				p.refine(c.loc, func(a *atom) int {
					if c.set.has(a) {
						return 1
					}
					return 0
				})
			}
		case cNot:
			split(c.x)
		case cAnd:
			split(c.x)
			split(c.y)
		case cOr:
			split(c.x)
			split(c.y)
		}
	}
	for _, c := range conds {
		split(c)
	}
	for changed := true; changed; {
		changed = false
		for _, a := range copies {
			changed = p.refine(a.v.from, func(from *atom) int {
				if a.v.view != nil {
					from = a.v.view[from]
				}
				if from == nil {
					return -1
				}
				return p.class(a.to, from)
			}) || changed
		}
	}
	for l, classes := range p {
		if count(classes) < 2 {
			l.wanted = false
			delete(p, l)
		}
	}
	return p
}

// class returns the class of an atom; constants that were too many are anything.
func (p partition) class(l *loc, a *atom) int {
	for i, b := range l.set {
		if a == b {
			return p[l][i]
		}
	}
	for i, b := range l.set {
		if b.kind == aOther && b.src == nil {
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
func (p partition) refine(l *loc, key func(*atom) int) bool {
	type pair struct{ old, key int }
	number := map[pair]int{}
	next := make([]int, len(l.set))
	for i, a := range l.set {
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
