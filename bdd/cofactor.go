// This file defines cofactors: by a literal, and the two generalised ones, which
// simplify a function where it does not matter.

package bdd

import "fmt"

// Cofactor returns f with v fixed to the value. To fix several variables, use
// Constrain with their cube.
func (m *Manager) Cofactor(f Node, v Var, value bool) Node {
	return m.Constrain(f, m.Lit(v, value))
}

// Constrain returns a function that agrees with f wherever care is true: the
// generalised cofactor of Coudert and Madre, f at the nearest valuation in care. It
// may depend on more variables than f. With care a cube it is the usual cofactor.
// If care is False, so is the result.
func (m *Manager) Constrain(f, care Node) (r Node) {
	if !m.ready2(f, care) {
		return Invalid
	}
	if care == False {
		return False
	}
	defer m.guard(&r)
	return m.out(m.simplify(m.in(f), m.in(care), opConstrain))
}

// Restrict returns a function that agrees with f wherever care is true, depends on
// no variable that f does not depend on, and is often smaller. If care is False, so
// is the result.
func (m *Manager) Restrict(f, care Node) (r Node) {
	if !m.ready2(f, care) {
		return Invalid
	}
	if care == False {
		return False
	}
	defer m.guard(&r)
	return m.out(m.simplify(m.in(f), m.in(care), opRestrict))
}

// simplify is both, by the operation for which results are remembered.
func (m *Manager) simplify(f, c edge, op uint32) edge {
	switch {
	case c == one || f.constant():
		return f
	case f == c:
		return one
	case f == c^1:
		return zero
	}
	sign := f & 1
	f ^= sign
	r, hash := m.get(uint32(f)|opOther, uint32(c), op)
	if r != 0 {
		return r ^ sign
	}
	level, f0, f1, c0, c1 := m.split(f, c)
	switch {
	case op == opRestrict && f0 == f1: // a variable of care only
		r = m.simplify(f, m.or(c0, c1), op)
	case c0 == zero:
		r = m.simplify(f1, c1, op)
	case c1 == zero:
		r = m.simplify(f0, c0, op)
	default:
		lo := m.simplify(f0, c0, op)
		r = m.mk(level, lo, m.simplify(f1, c1, op))
	}
	m.put(hash, uint32(f)|opOther, uint32(c), op, r)
	return r ^ sign
}

// Compose returns f with the function g in the place of the variable v.
func (m *Manager) Compose(f Node, v Var, g Node) Node {
	return m.Substitute(f, []Var{v}, []Node{g})
}

// Substitute returns f with the functions gs in the places of the variables vars,
// all at the same time: what an assignment vars := gs needs f to be true of before,
// for f to be true after it. If a variable occurs twice in vars, or the lengths
// differ, it is an error.
func (m *Manager) Substitute(f Node, vars []Var, gs []Node) (r Node) {
	if !m.ready(f) {
		return Invalid
	}
	if len(vars) != len(gs) {
		m.setErr(fmt.Errorf("bdd: a substitution of %d functions for %d variables", len(gs), len(vars)))
		return Invalid
	}
	defer m.guard(&r)
	s := substitution{at: make(map[uint32]edge, len(vars))}
	for i, v := range vars {
		if !m.ready(gs[i]) {
			return Invalid
		}
		if !m.has(v) || s.at[m.order.levelOf(v)] != 0 {
			m.setErr(fmt.Errorf("%w, or substituted twice: %d of %d", ErrVar, v, len(m.variables)))
			return Invalid
		}
		level := m.order.levelOf(v)
		s.at[level] = m.in(gs[i])
		s.last = max(s.last, level)
	}
	// Results are of this substitution only: it has a number of its own.
	if m.vectors++; m.vectors >= 1<<(32-otherBits) {
		m.vectors = 1
		m.forget(opSubstitute)
	}
	s.key = m.vectors<<otherBits | opSubstitute
	return m.out(m.substitute(m.in(f), &s))
}

// A substitution has the functions for some levels.
type substitution struct {
	at   map[uint32]edge
	last uint32 // lowest of the levels
	key  uint32 // in the cache
}

func (m *Manager) substitute(f edge, s *substitution) edge {
	n := &m.nodes[f>>1]
	if n.level > s.last || len(s.at) == 0 {
		return f
	}
	sign := f & 1
	f ^= sign
	r, hash := m.get(uint32(f)|opOther, 0, s.key)
	if r != 0 {
		return r ^ sign
	}
	level, lo, hi := n.level, n.lo, n.hi
	lo, hi = m.substitute(lo, s), m.substitute(hi, s)
	if g, ok := s.at[level]; ok {
		r = m.ite(g, hi, lo)
	} else {
		r = m.mkAnywhere(level, lo, hi)
	}
	m.put(hash, uint32(f)|opOther, 0, s.key, r)
	return r ^ sign
}
