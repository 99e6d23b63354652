// This file defines how a set of states finds the branches that some of it take. A choice may
// have tens of thousands of branches, but a state can only take those that need of each
// variable the value it has. So the set is split by the values of one variable after the
// other, and the branches are split with it: a decision tree, grown where sets get.

package sets

import (
	"math/bits"
	"slices"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/systems/eca"
)

// A branch is a body under conditions, all of which must hold.
type branch struct {
	conds []*eca.Expr
	body  block
	needs needs
	known bool     // needs
	is    bdd.Node // the conditions; Invalid before it is asked for
}

// A chooser is a node of the decision tree. It splits a set by the value of a variable, or
// tries few branches in order.
type chooser struct {
	branches []*branch
	grown    bool
	cases    []pick // none for a leaf
}

// A pick is the next chooser for some values of a variable.
type pick struct {
	v    int32
	mask uint64
	is   bdd.Node
	*chooser
}

// A needs says what values of variables a condition can hold for: a mask of ranks for each of
// some variables. Ranks above top are one.
type needs []need

type need struct {
	v    int32 // its place in the order
	mask uint64
}

const top = 63

// of returns the mask of a variable, all if it has none.
func (n needs) of(v int32) uint64 {
	for i := range n {
		if n[i].v == v {
			return n[i].mask
		}
	}
	return ^uint64(0)
}

// and returns the needs of a conjunction with one more.
func (n needs) and(v int32, mask uint64) needs {
	for i := range n {
		if n[i].v == v {
			n[i].mask &= mask
			return n
		}
	}
	return append(n, need{v, mask})
}

// or returns the needs of a disjunction.
func (n needs) or(o needs) needs {
	r := n[:0]
	for _, x := range n {
		if x.mask |= o.of(x.v); x.mask != ^uint64(0) {
			r = append(r, x)
		}
	}
	return r
}

func (n needs) excludes(e *encoding, l literal) bool {
	return l.rank < top && n.of(e.index[l.v.ID])>>l.rank&1 == 0
}

func (b *branch) necessary(e *encoding) needs {
	if !b.known {
		b.known = true
		for _, x := range b.conds {
			b.needs = e.needs(b.needs, x, true)
		}
	}
	return b.needs
}

// needs adds what an expression needs for being not 0, or for being 0.
func (e *encoding) needs(n needs, x *eca.Expr, yes bool) needs {
	switch x.Op {
	case eca.Not:
		return e.needs(n, x.X, !yes)
	case eca.And, eca.Or:
		if (x.Op == eca.And) == yes {
			return e.needs(e.needs(n, x.X, yes), x.Y, yes)
		}
		for _, m := range e.needs(nil, x.X, yes).or(e.needs(nil, x.Y, yes)) {
			n = n.and(m.v, m.mask)
		}
	case eca.Load:
		return e.need(n, x.Var, 0, !yes)
	case eca.Eq, eca.Ne:
		v, c := x.X, x.Y
		if v.Op == eca.Const {
			v, c = c, v
		}
		if v.Op == eca.Load && c.Op == eca.Const {
			return e.need(n, v.Var, c.Value, (x.Op == eca.Eq) == yes)
		}
	}
	return n
}

// need adds that a variable has a value, or that it has not.
func (e *encoding) need(n needs, v *eca.Var, value int32, equal bool) needs {
	i := e.index[v.ID]
	rank, ok := e.vars[i].rank(value)
	switch {
	case !ok && equal:
		return n.and(i, 0)
	case !ok || !equal && rank >= top:
		return n
	case equal:
		return n.and(i, 1<<min(rank, top))
	}
	return n.and(i, ^(1 << rank))
}

// condition returns the valuations for which a branch is taken, if none before it is.
func (b *branch) condition(e *encoding) bdd.Node {
	if b.is == bdd.Invalid {
		var parts []conjunct
		for _, x := range b.conds {
			parts = e.conjuncts(parts, x, true)
		}
		b.is = e.keep(e.conjunction(parts))
	}
	return b.is
}

// ranks returns the mask of all ranks of a variable.
func (v *variable) ranks() uint64 { return 1<<min(len(v.Values), top+1) - 1 }

const (
	// few branches are tried one by one.
	few = 3
	// tries is how many variables are tried for a split.
	tries = 4
)

// grow finds the cases of a chooser: by the variable that leaves the fewest branches to a
// value. A branch that does not mention the variable gets into all cases, which must not
// happen to many.
func (e *encoding) grow(c *chooser, free []uint64) {
	c.grown = true
	if len(c.branches) <= few {
		return
	}
	excluded := make([]int, len(e.vars)) // pairs of a value and a branch that excludes it
	for _, b := range c.branches {
		for _, n := range b.necessary(e) {
			excluded[n.v] += bits.OnesCount64(free[n.v] &^ n.mask)
		}
	}
	left := func(v int) float64 { // by a value on average
		return 1 - float64(excluded[v])/float64(bits.OnesCount64(free[v])*len(c.branches))
	}
	for range tries {
		best := 0
		for v := range excluded {
			if left(v) < left(best) {
				best = v
			}
		}
		if excluded[best] == 0 || c.split(e, int32(best), free[best]) {
			return
		}
		excluded[best] = 0
	}
}

// split makes a case for each set of values for which the same branches are left. It reports
// false if these are too many in all.
func (c *chooser) split(e *encoding, v int32, free uint64) bool {
	masks := make([]uint64, len(c.branches))
	for i, b := range c.branches {
		masks[i] = b.needs.of(v)
	}
	var groups []uint64
	for ; free != 0; free &= free - 1 {
		r := bits.TrailingZeros64(free)
		same := func(g uint64) bool {
			s := bits.TrailingZeros64(g)
			return !slices.ContainsFunc(masks, func(m uint64) bool { return m>>r&1 != m>>s&1 })
		}
		if i := slices.IndexFunc(groups, same); i >= 0 {
			groups[i] |= 1 << r
		} else {
			groups = append(groups, 1<<r)
		}
	}
	total := 0
	for _, g := range groups {
		for _, m := range masks {
			if m&g != 0 {
				total++
			}
		}
	}
	if total > len(masks)+len(masks)/4 {
		return false
	}
	for _, g := range groups {
		var left []*branch
		for i, b := range c.branches {
			if masks[i]&g != 0 {
				left = append(left, b)
			}
		}
		is := e.keep(e.among(e.vars[v], func(rank int) bool { return g>>min(rank, top)&1 != 0 }))
		c.cases = append(c.cases, pick{v, g, is, &chooser{branches: left}})
	}
	return true
}
