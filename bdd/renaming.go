// This file defines Renaming, a map of variables to variables, and how it is
// applied.

package bdd

import (
	"fmt"
	"slices"
)

// A Renaming maps some variables of one manager to others, all at the same time;
// it may swap, shift or permute them. Equal renamings are equal (==); the zero
// value leaves all variables as they are. Renamings are interned, live as long as
// the manager, and cost time and memory for what they map only.
type Renaming uint32

// renamings are those of a manager, as pairs of variables sorted by the first, and
// the one that is being applied.
type renamings struct {
	interner
	pairs []pair
	words []uint32

	// loaded is the renaming that targets is about, which has a place for each
	// level; a place is stamped with the renaming that wrote it (see sets).
	loaded  Renaming
	targets []target
	last    uint32 // lowest level that is mapped to another
}

type pair struct{ from, to uint32 }

type target struct{ stamp, level uint32 }

// NewRenaming returns the map of from[i] to to[i] for all i. If a variable occurs
// twice in from, or the lengths differ, it is an error. Two variables may be mapped
// to the same one.
func (m *Manager) NewRenaming(from, to []Var) Renaming {
	if m.err != nil {
		return 0
	}
	if len(from) != len(to) {
		m.setErr(fmt.Errorf("bdd: a renaming of %d variables to %d", len(from), len(to)))
		return 0
	}
	pairs := m.renamings.pairs[:0]
	sorted := true
	for i, v := range from {
		if w := max(v, to[i]); !m.has(w) {
			m.setErr(fmt.Errorf("%w: %d of %d", ErrVar, w, len(m.variables)))
			return 0
		}
		p := pair{uint32(v), uint32(to[i])}
		sorted = sorted && (len(pairs) == 0 || pairs[len(pairs)-1].from < p.from)
		pairs = append(pairs, p)
	}
	m.renamings.pairs = pairs
	if !sorted {
		slices.SortFunc(pairs, func(p, q pair) int { return int(p.from) - int(q.from) })
	}
	words := m.renamings.words[:0]
	for i, p := range pairs {
		if i > 0 && pairs[i-1].from == p.from {
			m.setErr(fmt.Errorf("bdd: variable %d is renamed twice", p.from))
			return 0
		}
		if p.from != p.to {
			words = append(words, p.from, p.to)
		}
	}
	m.renamings.words = words
	return Renaming(m.renamings.id(words))
}

// Inverse returns the renaming that undoes another, which must not map two
// variables to the same one.
func (m *Manager) Inverse(r Renaming) Renaming {
	words := m.renamings.at(uint32(r))
	var from, to []Var
	for i := 0; i < len(words); i += 2 {
		from = append(from, Var(words[i+1]))
		to = append(to, Var(words[i]))
	}
	return m.NewRenaming(from, to)
}

// loadRenaming makes a renaming, not the identity, the one that renamed is about.
func (m *Manager) loadRenaming(r Renaming) {
	t := &m.renamings
	if t.loaded == r {
		return
	}
	if len(t.targets) < len(m.variables) {
		t.targets = append(t.targets, make([]target, len(m.variables)-len(t.targets))...)
	}
	words := t.at(uint32(r))
	t.last = 0
	for i := 0; i < len(words); i += 2 {
		level := m.order.levelOf(Var(words[i]))
		t.targets[level] = target{uint32(r), m.order.levelOf(Var(words[i+1]))}
		t.last = max(t.last, level)
	}
	t.loaded = r
}

// unload forgets what is known of levels.
func (t *renamings) unload() {
	clear(t.targets)
	t.loaded = 0
}

// renamed returns what the loaded renaming makes of a level, one of those that are
// not below the last it maps.
func (t *renamings) renamed(level uint32) uint32 {
	if to := t.targets[level]; to.stamp == uint32(t.loaded) {
		return to.level
	}
	return level
}

func (t *renamings) size() int {
	return t.interner.size() + 2*cap(t.targets) + 2*cap(t.pairs) + cap(t.words)
}

// Rename returns f with its variables renamed: the result at a valuation is f at
// the valuation that gives v the value of the variable that v is mapped to.
// It is one pass where the order of the variables f depends on stays the same, and
// costs more where it does not.
func (m *Manager) Rename(f Node, r Renaming) (g Node) {
	if !m.ready(f) {
		return Invalid
	}
	if r == 0 {
		return f
	}
	defer m.guard(&g)
	m.loadRenaming(r)
	return m.out(m.rename(m.in(f)))
}

// rename applies the loaded renaming.
func (m *Manager) rename(f edge) edge {
	n := &m.nodes[f>>1]
	level := n.level
	if level > m.renamings.last {
		return f
	}
	sign := f & 1
	f ^= sign
	a, c := uint32(f)|opRename, uint32(m.renamings.loaded)
	r, hash := m.get(a, 0, c)
	if r != 0 {
		return r ^ sign
	}
	lo, hi := n.lo, n.hi
	r = m.mkAnywhere(m.renamings.renamed(level), m.rename(lo), m.rename(hi))
	m.put(hash, a, 0, c, r)
	return r ^ sign
}

// mkAnywhere is mk for any level.
func (m *Manager) mkAnywhere(level uint32, lo, hi edge) edge {
	if level < m.level(lo) && level < m.level(hi) {
		return m.mk(level, lo, hi)
	}
	return m.ite(m.variable(level), hi, lo)
}
