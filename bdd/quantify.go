// This file defines quantification over sets of variables, alone and fused with
// conjunction.

package bdd

// Exists returns the function that is true where f is for some values of the
// variables of a set.
func (m *Manager) Exists(f Node, set VarSet) (r Node) {
	if !m.ready(f) {
		return Invalid
	}
	if set == 0 {
		return f
	}
	defer m.guard(&r)
	m.loadSet(set)
	return m.out(m.exists(m.in(f)))
}

// Forall returns the function that is true where f is for all values of the
// variables of a set.
func (m *Manager) Forall(f Node, set VarSet) Node {
	return m.Not(m.Exists(m.Not(f), set))
}

// AndExists returns Exists(And(f, g), set) without building the conjunction: the
// relational product. (Its dual, Forall over Or, is Not of it on the complements.)
func (m *Manager) AndExists(f, g Node, set VarSet) (r Node) {
	if !m.ready2(f, g) {
		return Invalid
	}
	defer m.guard(&r)
	if set == 0 {
		return m.out(m.and(m.in(f), m.in(g)))
	}
	m.loadSet(set)
	return m.out(m.andExists(m.in(f), m.in(g)))
}

// exists quantifies the variables of the loaded set.
func (m *Manager) exists(f edge) edge {
	n := &m.nodes[f>>1]
	level := n.level
	if level > m.sets.last {
		return f
	}
	a, c := uint32(f)|opExists, uint32(m.sets.loaded)
	r, hash := m.get(a, 0, c)
	if r != 0 {
		return r
	}
	lo, hi := n.lo^f&1, n.hi^f&1
	if m.sets.inSet(level) {
		if r = m.exists(lo); r != one {
			r = m.or(r, m.exists(hi))
		}
	} else {
		lo = m.exists(lo)
		r = m.mk(level, lo, m.exists(hi))
	}
	m.put(hash, a, 0, c, r)
	return r
}

// andExists quantifies the variables of the loaded set in a conjunction.
func (m *Manager) andExists(f, g edge) edge {
	if f > g {
		f, g = g, f
	}
	switch {
	case f == zero || f == g^1:
		return zero
	case f == one || f == g:
		return m.exists(g)
	}
	level, f0, f1, g0, g1 := m.split(f, g)
	if level > m.sets.last {
		return m.and(f, g)
	}
	a, c := uint32(f)|opAndExists, uint32(m.sets.loaded)
	r, hash := m.get(a, uint32(g), c)
	if r != 0 {
		return r
	}
	if m.sets.inSet(level) {
		// What the upper half can add is below f1 and below g1, neither of which
		// need be free of the set; but if the lower half is one of them, it is.
		if r = m.andExists(f0, g0); r != one && r != f1 && r != g1 {
			r = m.or(r, m.andExists(f1, g1))
		}
	} else {
		lo := m.andExists(f0, g0)
		r = m.mk(level, lo, m.andExists(f1, g1))
	}
	m.put(hash, a, uint32(g), c, r)
	return r
}
