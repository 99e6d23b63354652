// This file defines Image, the relational product and the renaming after it in one
// pass.

package bdd

// Image returns Rename(AndExists(f, g, set), r) without building what is renamed.
// For a set of states f, a transition relation g from variables x to variables y,
// the set x and the renaming of y to x, it is the set of successors.
func (m *Manager) Image(f, g Node, set VarSet, r Renaming) (h Node) {
	if set == 0 {
		return m.Rename(m.And(f, g), r)
	}
	if r == 0 {
		return m.AndExists(f, g, set)
	}
	if !m.ready2(f, g) {
		return Invalid
	}
	defer m.guard(&h)
	m.loadSet(set)
	m.loadRenaming(r)
	return m.out(m.image(m.in(f), m.in(g), m.images.number(set, r)))
}

// images numbers pairs of sets and renamings.
type images struct {
	interner
	last [2]uint32 // the pair that was asked for last, and its number
	id   uint32
}

func (i *images) number(set VarSet, r Renaming) uint32 {
	if key := [2]uint32{uint32(set), uint32(r)}; i.last != key {
		i.last, i.id = key, i.interner.id(key[:])
	}
	return i.id
}

// image is andExists with the results renamed; id is the number of the loaded set
// and the loaded renaming.
func (m *Manager) image(f, g edge, id uint32) edge {
	if f > g {
		f, g = g, f
	}
	switch {
	case f == zero || f == g^1 || g == zero:
		return zero
	case f == g:
		f = one
	}
	level, f0, f1, g0, g1 := m.split(f, g)
	if level > m.sets.last {
		return m.rename(m.and(f, g))
	}
	a := uint32(f) | opImage
	r, hash := m.get(a, uint32(g), id)
	if r != 0 {
		return r
	}
	if m.sets.inSet(level) {
		if r = m.image(f0, g0, id); r != one {
			r = m.or(r, m.image(f1, g1, id))
		}
	} else {
		if level <= m.renamings.last {
			level = m.renamings.renamed(level)
		}
		lo := m.image(f0, g0, id)
		r = m.mkAnywhere(level, lo, m.image(f1, g1, id))
	}
	m.put(hash, a, uint32(g), id, r)
	return r
}
