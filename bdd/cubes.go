// This file defines cubes, conjunctions of literals, and the ways to take one or
// all of a function.

package bdd

import (
	"fmt"
	"iter"
	"slices"
)

// A Literal says that a variable has a value.
type Literal struct {
	Var   Var
	Value bool
}

// A Cube is a conjunction of literals, in the order of the manager (Manager.Order). The
// empty one is true.
type Cube []Literal

// Cube returns the function of a cube, the literals of which may come in any order.
func (m *Manager) Cube(c Cube) (r Node) {
	if m.err != nil {
		return Invalid
	}
	for _, l := range c {
		if !m.has(l.Var) {
			m.setErr(fmt.Errorf("%w: %d of %d", ErrVar, l.Var, len(m.variables)))
			return Invalid
		}
	}
	byLevel := func(a, b Literal) int { return int(m.order.levelOf(a.Var)) - int(m.order.levelOf(b.Var)) }
	if !slices.IsSortedFunc(c, byLevel) {
		c = slices.Clone(c)
		slices.SortFunc(c, byLevel)
	}
	defer m.guard(&r)
	e := one
	for _, l := range slices.Backward(c) {
		level := m.order.levelOf(l.Var)
		switch {
		case m.level(e) == level: // twice
			x := m.variable(level)
			if !l.Value {
				x ^= 1
			}
			e = m.and(x, e)
		case l.Value:
			e = m.mk(level, zero, e)
		default:
			e = m.mk(level, e, zero)
		}
	}
	return m.out(e)
}

// Pick returns a cube that implies f, always the same for the same diagram. It
// returns false if there is none.
func (m *Manager) Pick(f Node) (Cube, bool) {
	if !m.ready(f) || f == False {
		return nil, false
	}
	cube := Cube{}
	for e := m.in(f); e != one; {
		n := &m.nodes[e>>1]
		value := n.lo^e&1 == zero
		cube = append(cube, Literal{m.order.varAt(n.level), value})
		if value {
			e = n.hi ^ e&1
		} else {
			e = n.lo ^ e&1
		}
	}
	return cube, true
}

// PickNode returns the function of one valuation of the variables of a set that is
// compatible with f: a single state out of a set of states, if f depends on no
// other variables. It returns False if f is.
func (m *Manager) PickNode(f Node, set VarSet) (r Node) {
	cube, ok := m.Pick(f)
	if !ok {
		if m.err != nil {
			return Invalid
		}
		return False
	}
	full := make(Cube, 0, m.Len(set))
	for _, level := range m.levels(set) {
		for len(cube) > 0 && m.order.levelOf(cube[0].Var) < level {
			cube = cube[1:]
		}
		v := m.order.varAt(level)
		full = append(full, Literal{v, len(cube) > 0 && cube[0] == Literal{v, true}})
	}
	return m.Cube(full)
}

// AllSat returns the cubes of the paths of f's diagram: they are disjoint, and f is
// their disjunction. A cube is good until the next is asked for. There is no
// collection while the iteration is under way.
func (m *Manager) AllSat(f Node) iter.Seq[Cube] {
	return func(yield func(Cube) bool) {
		if !m.ready(f) {
			return
		}
		m.busy++
		defer func() { m.busy-- }()
		m.paths(m.in(f), nil, yield)
	}
}

// paths yields all cubes that begin with the given one; false if told to stop.
func (m *Manager) paths(f edge, cube Cube, yield func(Cube) bool) bool {
	if f.constant() {
		return f == zero || yield(cube)
	}
	n := m.nodes[f>>1]
	v := m.order.varAt(n.level)
	return m.paths(n.lo^f&1, append(cube, Literal{v, false}), yield) &&
		m.paths(n.hi^f&1, append(cube, Literal{v, true}), yield)
}

// Valuations returns all valuations of the variables of a set that make f true, as
// cubes over all these variables. If f depends on other variables, there are none
// and Err is ErrDomain. A cube is good until the next is asked for. There is no
// collection while the iteration is under way.
func (m *Manager) Valuations(f Node, set VarSet) iter.Seq[Cube] {
	return func(yield func(Cube) bool) {
		if !m.ready(f) {
			return
		}
		if m.Minus(m.Support(f), set) != 0 {
			m.setErr(ErrDomain)
			return
		}
		m.busy++
		defer func() { m.busy-- }()
		m.valuations(m.in(f), m.levels(set), nil, yield)
	}
}

// valuations is paths with the levels that a path skips filled in.
func (m *Manager) valuations(f edge, levels []uint32, cube Cube, yield func(Cube) bool) bool {
	if f == zero {
		return true
	}
	if len(levels) == 0 {
		return yield(cube)
	}
	v := m.order.varAt(levels[0])
	lo, hi := m.below(f, levels[0])
	return m.valuations(lo, levels[1:], append(cube, Literal{v, false}), yield) &&
		m.valuations(hi, levels[1:], append(cube, Literal{v, true}), yield)
}
