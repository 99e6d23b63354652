// This file defines the Boolean connectives as users call them.

package bdd

// Not returns the complement of f. It costs nothing.
func (m *Manager) Not(f Node) Node {
	if !m.ready(f) {
		return Invalid
	}
	return f ^ 1
}

// And returns the conjunction.
func (m *Manager) And(f, g Node) (r Node) {
	if !m.ready2(f, g) {
		return Invalid
	}
	defer m.guard(&r)
	return m.out(m.and(m.in(f), m.in(g)))
}

// Or returns the disjunction.
func (m *Manager) Or(f, g Node) (r Node) {
	if !m.ready2(f, g) {
		return Invalid
	}
	defer m.guard(&r)
	return m.out(m.or(m.in(f), m.in(g)))
}

// Xor returns the function that is true where exactly one of f and g is.
func (m *Manager) Xor(f, g Node) (r Node) {
	if !m.ready2(f, g) {
		return Invalid
	}
	defer m.guard(&r)
	return m.out(m.xor(m.in(f), m.in(g)))
}

// Diff returns "f and not g".
func (m *Manager) Diff(f, g Node) (r Node) {
	if !m.ready2(f, g) {
		return Invalid
	}
	defer m.guard(&r)
	return m.out(m.and(m.in(f), m.in(g)^1))
}

// Implies returns "not f or g". Leq asks whether that is True without building it.
func (m *Manager) Implies(f, g Node) (r Node) {
	if !m.ready2(f, g) {
		return Invalid
	}
	defer m.guard(&r)
	return m.out(m.and(m.in(f), m.in(g)^1) ^ 1)
}

// Equiv returns the function that is true where f and g agree.
func (m *Manager) Equiv(f, g Node) (r Node) {
	if !m.ready2(f, g) {
		return Invalid
	}
	defer m.guard(&r)
	return m.out(m.xor(m.in(f), m.in(g)) ^ 1)
}

// Ite returns "if f then g else h".
func (m *Manager) Ite(f, g, h Node) (r Node) {
	if !m.ready2(f, g) || !m.ready(h) {
		return Invalid
	}
	defer m.guard(&r)
	return m.out(m.ite(m.in(f), m.in(g), m.in(h)))
}

// Conj returns the conjunction of functions, from the last to the first: list them
// in the order of their variables. That of none is True.
func (m *Manager) Conj(fs ...Node) Node {
	r := True
	for i := len(fs) - 1; i >= 0; i-- {
		r = m.And(fs[i], r)
	}
	return r
}

// Disj returns the disjunction of functions, two and two, so that all stay small for
// long. That of none is False.
func (m *Manager) Disj(fs ...Node) Node {
	switch len(fs) {
	case 0:
		return False
	case 1:
		return fs[0]
	}
	half := len(fs) / 2
	return m.Or(m.Disj(fs[:half]...), m.Disj(fs[half:]...))
}

// EqualVars returns the function that is true where xs[i] and ys[i] have the same
// value for all i: the identity relation, or the frame of an assignment.
func (m *Manager) EqualVars(xs, ys []Var) Node {
	if len(xs) != len(ys) {
		m.setErr(ErrDomain)
		return Invalid
	}
	r := True
	for i := len(xs) - 1; i >= 0; i-- {
		r = m.And(m.Equiv(m.Var(xs[i]), m.Var(ys[i])), r)
	}
	return r
}
