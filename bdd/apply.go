// This file defines conjunction, exclusive or and if-then-else on edges: the
// recursions that all others rest on.

package bdd

// and returns the conjunction.
func (m *Manager) and(f, g edge) edge {
	if f > g {
		f, g = g, f
	}
	if f <= zero {
		if f == one {
			return g
		}
		return zero
	}
	if f^g <= 1 {
		if f == g {
			return f
		}
		return zero
	}
	r, hash := m.get(uint32(f)|opAnd, uint32(g), 0)
	if r != 0 {
		return r
	}
	// This is split, inlined: here it counts.
	level := min(m.level(f), m.level(g))
	f0, f1 := m.below(f, level)
	g0, g1 := m.below(g, level)
	lo := m.and(f0, g0)
	r = m.mk(level, lo, m.and(f1, g1))
	m.put(hash, uint32(f)|opAnd, uint32(g), 0, r)
	return r
}

func (m *Manager) or(f, g edge) edge { return m.and(f^1, g^1) ^ 1 }

// xor returns the exclusive or. It moves complements to the result.
func (m *Manager) xor(f, g edge) edge {
	sign := (f ^ g) & 1
	f &^= 1
	g &^= 1
	if f > g {
		f, g = g, f
	}
	switch {
	case f == one:
		return g ^ 1 ^ sign
	case f == g:
		return zero ^ sign
	}
	r, hash := m.get(uint32(f)|opXor, uint32(g), 0)
	if r != 0 {
		return r ^ sign
	}
	level, f0, f1, g0, g1 := m.split(f, g)
	lo := m.xor(f0, g0)
	r = m.mk(level, lo, m.xor(f1, g1))
	m.put(hash, uint32(f)|opXor, uint32(g), 0, r)
	return r ^ sign
}

// split returns the higher of the levels of two functions and their cofactors.
func (t *table) split(f, g edge) (level uint32, f0, f1, g0, g1 edge) {
	nf, ng := &t.nodes[f>>1], &t.nodes[g>>1]
	level = nf.level
	f0, f1, g0, g1 = f, f, g, g
	if level <= ng.level {
		f0, f1 = nf.lo^f&1, nf.hi^f&1
	}
	if ng.level <= level {
		level = ng.level
		g0, g1 = ng.lo^g&1, ng.hi^g&1
	}
	return level, f0, f1, g0, g1
}

// ite returns "if f then g else h", by a smaller operation where one will do.
func (m *Manager) ite(f, g, h edge) edge {
	if f&1 != 0 {
		f, g, h = f^1, h, g
	}
	switch {
	case f == one:
		return g
	case g == h:
		return g
	case g == one || g == f:
		return m.or(f, h)
	case g == zero || g == f^1:
		return m.and(f^1, h)
	case h == zero || h == f:
		return m.and(f, g)
	case h == one || h == f^1:
		return m.or(f^1, g)
	case g == h^1:
		return m.xor(f, h)
	}
	sign := g & 1
	g ^= sign
	h ^= sign
	r, hash := m.get(uint32(f)|opIte, uint32(g), uint32(h))
	if r != 0 {
		return r ^ sign
	}
	level := min(m.level(f), m.level(g), m.level(h))
	f0, f1 := m.below(f, level)
	g0, g1 := m.below(g, level)
	h0, h1 := m.below(h, level)
	lo := m.ite(f0, g0, h0)
	r = m.mk(level, lo, m.ite(f1, g1, h1))
	m.put(hash, uint32(f)|opIte, uint32(g), uint32(h), r)
	return r ^ sign
}
