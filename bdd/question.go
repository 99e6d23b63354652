// This file defines questions about functions that build none: inclusion, value,
// support.

package bdd

import "slices"

// Leq reports whether f implies g everywhere: whether the set f is a subset of g.
// It builds nothing. If it could not be found out, it returns false and sets Err.
func (m *Manager) Leq(f, g Node) bool {
	return m.ready2(f, g) && m.leqNode(m.in(f), m.in(g)) == True
}

func (m *Manager) leqNode(f, g edge) (r Node) {
	defer m.guard(&r)
	return Const(m.leq(f, g))
}

// Disjoint reports whether no valuation makes both f and g true. It builds
// nothing. If it could not be found out, it returns false and sets Err.
func (m *Manager) Disjoint(f, g Node) bool {
	return m.ready2(f, g) && m.Leq(f, g^1)
}

func (m *Manager) leq(f, g edge) bool {
	switch {
	case f == zero || g == one || f == g:
		return true
	case f == one || g == zero || f == g^1:
		return false
	}
	// "f and not g is empty" does not change when its sides do.
	if f > g^1 {
		f, g = g^1, f^1
	}
	if r, _ := m.get(uint32(f)|opAnd, uint32(g^1), 0); r != 0 {
		return r == zero
	}
	r, hash := m.get(uint32(f)|opOther, uint32(g), opLeq)
	if r != 0 {
		return r == one
	}
	_, f0, f1, g0, g1 := m.split(f, g)
	yes := m.leq(f0, g0) && m.leq(f1, g1)
	m.put(hash, uint32(f)|opOther, uint32(g), opLeq, Const(yes).edge())
	return yes
}

// Eval returns the value of f at a valuation, which is asked for the variables
// that matter only.
func (m *Manager) Eval(f Node, valuation func(Var) bool) bool {
	if !m.ready(f) {
		return false
	}
	e := m.in(f)
	for !e.constant() {
		n := &m.nodes[e>>1]
		if valuation(m.order.varAt(n.level)) {
			e = n.hi ^ e&1
		} else {
			e = n.lo ^ e&1
		}
	}
	return e == one
}

// Support returns the variables that at least one of the functions depends on.
func (m *Manager) Support(fs ...Node) VarSet {
	for _, f := range fs {
		if !m.ready(f) {
			return 0
		}
	}
	seen := make([]bool, len(m.variables))
	vars := m.sets.buffer[:0]
	m.walk(fs, func(i uint32) {
		if l := m.nodes[i].level &^ mark; !seen[l] {
			seen[l] = true
			vars = append(vars, uint32(m.order.varAt(l)))
		}
	})
	slices.Sort(vars)
	m.sets.buffer = vars
	return VarSet(m.sets.id(vars))
}

// DependsOn reports whether f depends on some variable of a set.
func (m *Manager) DependsOn(f Node, set VarSet) bool {
	return m.Intersect(m.Support(f), set) != 0
}
