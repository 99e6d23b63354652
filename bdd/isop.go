// This file defines irredundant sums of products (Minato and Morreale), for people
// to read: few and short cubes that may overlap.

package bdd

import "iter"

// ISOP returns cubes of which f is the disjunction. Each is prime (no literal can
// go) and none can be left out. A cube is good until the next is asked for. There
// is no collection while the iteration is under way. If it ends early, Err says
// why.
func (m *Manager) ISOP(f Node) iter.Seq[Cube] { return m.ISOPBetween(f, f) }

// ISOPBetween returns cubes whose disjunction lies between lower and upper, which
// must be above it: the valuations between do not matter. None can be left out, and
// each is prime with respect to upper.
func (m *Manager) ISOPBetween(lower, upper Node) iter.Seq[Cube] {
	return func(yield func(Cube) bool) {
		if !m.ready2(lower, upper) {
			return
		}
		if !m.Leq(lower, upper) {
			m.setErr(ErrDomain)
			return
		}
		m.busy++
		defer func() { m.busy-- }()
		c := cover{m: m, yield: yield}
		m.try(func() { c.isop(m.in(lower), m.in(upper)) })
	}
}

// A cover yields the cubes of a sum of products.
type cover struct {
	m       *Manager
	yield   func(Cube) bool
	cube    Cube // the literals decided so far
	stopped bool
}

// isop yields cubes between two functions, each after the literals decided so far,
// and returns their disjunction.
func (c *cover) isop(lower, upper edge) edge {
	m := c.m
	switch {
	case lower == zero || c.stopped:
		return zero
	case upper == one:
		c.stopped = !c.yield(c.cube)
		return one
	}
	level, l0, l1, u0, u1 := m.split(lower, upper)
	// First what only one half has, then what is left for cubes without the variable.
	f0 := c.with(level, false, m.and(l0, u1^1), u0)
	f1 := c.with(level, true, m.and(l1, u0^1), u1)
	rest := m.or(m.and(l0, f0^1), m.and(l1, f1^1))
	both := c.isop(rest, m.and(u0, u1))
	return m.mk(level, m.or(f0, both), m.or(f1, both))
}

// with is isop for the half in which the variable of a level has a value.
func (c *cover) with(level uint32, value bool, lower, upper edge) edge {
	c.cube = append(c.cube, Literal{c.m.order.varAt(level), value})
	f := c.isop(lower, upper)
	c.cube = c.cube[:len(c.cube)-1]
	return f
}
