// This file defines a checker of computation tree logic that goes state by state.

package circuit_test

import (
	"slices"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/parser/ltl"
)

// A kripke has states, which are values of latches and whether the run begins; and between two of them edges that are fair in some respects.
type kripke struct {
	*explicit
	frames  []int       // by state: some frame with its values
	initial []bool      // by state
	edges   [][][]int64 // by states: sets of respects in which a step is fair
	valid   []bool
}

func newKripke(x *explicit) *kripke {
	n := x.states
	k := &kripke{explicit: x, frames: make([]int, 2*n), initial: make([]bool, 2*n), valid: make([]bool, 2*n), edges: make([][][]int64, 2*n)}
	number := func(frame int) int { return frame / x.inputs }
	begin := x.initial
	for f := range x.values {
		s := number(f)
		k.frames[s], k.frames[n+s] = f, f
		if x.is(f, x.Constraints...) {
			k.valid[s] = true
		}
		if begin(f) {
			k.valid[n+s], k.initial[n+s] = true, true
		}
	}
	for s := range k.edges {
		k.edges[s] = make([][]int64, 2*n)
	}
	for f := range x.values {
		var fair int64
		for i, l := range x.Fairness {
			if x.is(f, l) {
				fair |= 1 << i
			}
		}
		for _, g := range x.next(f) {
			s, t := number(f), number(g)
			k.edges[s][t] = append(k.edges[s][t], fair)
			if begin(f) {
				k.edges[n+s][t] = append(k.edges[n+s][t], fair)
			}
		}
	}
	return k
}

// always returns where a fair path begins that stays in a set: a state is reached to which,
// for each respect, a way leads back by a step that is fair in it.
func (k *kripke) always(set []bool) []bool {
	n := len(set)
	reach := make([][]bool, n)
	for s := range reach {
		reach[s] = make([]bool, n)
		for t := range reach {
			reach[s][t] = set[s] && set[t] && (s == t || len(k.edges[s][t]) > 0)
		}
	}
	for m := range n {
		for s := range n {
			for t := range n {
				reach[s][t] = reach[s][t] || reach[s][m] && reach[m][t]
			}
		}
	}
	out := make([]bool, n)
	for t := range n {
		if !set[t] || !k.returns(reach, t) {
			continue
		}
		for s := range n {
			out[s] = out[s] || reach[s][t]
		}
	}
	return out
}

func (k *kripke) returns(reach [][]bool, t int) bool {
	var met int64
	any := false
	for u := range reach {
		for v := range reach {
			for _, fair := range k.edges[u][v] {
				if reach[t][u] && reach[v][t] {
					met |= fair
					any = true
				}
			}
		}
	}
	return any && met == 1<<len(k.Fairness)-1
}

// holds returns where a formula holds.
func (k *kripke) holds(f *ltl.Formula, fairly []bool) []bool {
	n := len(k.frames)
	each := func(value func(s int) bool) []bool {
		out := make([]bool, n)
		for s := range out {
			out[s] = k.valid[s] && value(s)
		}
		return out
	}
	not := func(set []bool) []bool { return each(func(s int) bool { return !set[s] }) }
	and := func(a, b []bool) []bool { return each(func(s int) bool { return a[s] && b[s] }) }
	or := func(a, b []bool) []bool { return each(func(s int) bool { return a[s] || b[s] }) }
	next := func(set []bool) []bool {
		return each(func(s int) bool {
			for t := range n {
				if len(k.edges[s][t]) > 0 && set[t] && fairly[t] {
					return true
				}
			}
			return false
		})
	}
	until := func(through, to []bool) []bool {
		set := and(to, fairly)
		for {
			more := or(set, and(through, next(set)))
			if slices.Equal(more, set) {
				return set
			}
			set = more
		}
	}
	all := each(func(int) bool { return true })
	var left, right []bool
	path := f
	if f.Op == ltl.OpForAll || f.Op == ltl.OpExists {
		path = f.Left
	}
	if path.Left != nil {
		left = k.holds(path.Left, fairly)
	}
	if path.Right != nil {
		right = k.holds(path.Right, fairly)
	}
	switch {
	case f.Op == ltl.OpTrue:
		return all
	case f.Op == ltl.OpAtom:
		return each(func(s int) bool { return k.is(k.frames[s], aig.Lit(f.Atom)) })
	case f.Op == ltl.OpNot:
		return not(left)
	case f.Op == ltl.OpAnd:
		return and(left, right)
	case f.Op == ltl.OpOr:
		return or(left, right)
	case f.Op == ltl.OpExists:
		switch path.Op {
		case ltl.OpNext:
			return next(left)
		case ltl.OpFinally:
			return until(all, left)
		case ltl.OpGlobally:
			return k.always(left)
		case ltl.OpUntil:
			return until(left, right)
		}
		return or(until(right, and(left, right)), k.always(right))
	}
	switch path.Op {
	case ltl.OpNext:
		return not(next(not(left)))
	case ltl.OpFinally:
		return not(k.always(not(left)))
	case ltl.OpGlobally:
		return not(until(all, not(left)))
	case ltl.OpUntil:
		return not(or(until(not(right), and(not(left), not(right))), k.always(not(right))))
	}
	return not(until(not(left), not(right)))
}
