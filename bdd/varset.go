// This file defines VarSet, a set of variables.

package bdd

import (
	"fmt"
	"slices"
)

// A VarSet is a set of variables of one manager. Equal sets are equal (==); the
// zero value is the empty set. Sets are interned and live as long as the manager.
type VarSet uint32

// sets are the sets of a manager, as sorted variables, and the one that a
// quantification is about.
type sets struct {
	interner
	buffer []uint32

	// loaded is the set whose members are stamped with its number in stamps, which
	// has a place for each level. A stamp of a set is never wrong: what is in a set
	// does not change until variables are moved. So sets are loaded in time of their own
	// size.
	loaded VarSet
	stamps []uint32
	last   uint32 // lowest level of the loaded set
}

// NewVarSet returns the set of these variables, which may come in any order and
// more than once.
func (m *Manager) NewVarSet(vars ...Var) VarSet {
	if m.err != nil {
		return 0
	}
	words := m.sets.buffer[:0]
	sorted := true
	for _, v := range vars {
		if !m.has(v) {
			m.setErr(fmt.Errorf("%w: %d of %d", ErrVar, v, len(m.variables)))
			return 0
		}
		w := uint32(v)
		sorted = sorted && (len(words) == 0 || words[len(words)-1] < w)
		words = append(words, w)
	}
	m.sets.buffer = words
	if !sorted {
		slices.Sort(words)
		words = slices.Compact(words)
	}
	return VarSet(m.sets.id(words))
}

func (s *sets) members(set VarSet) []uint32 { return s.at(uint32(set)) }

// levels returns the levels of the variables of a set, sorted.
func (m *Manager) levels(set VarSet) []uint32 {
	levels := slices.Clone(m.sets.members(set))
	for i, v := range levels {
		levels[i] = m.order.levelOf(Var(v))
	}
	slices.Sort(levels)
	return levels
}

// Vars returns the variables of a set, sorted by their numbers.
func (m *Manager) Vars(set VarSet) []Var {
	members := m.sets.members(set)
	vars := make([]Var, len(members))
	for i, v := range members {
		vars[i] = Var(v)
	}
	return vars
}

// Len returns the number of variables of a set.
func (m *Manager) Len(set VarSet) int { return len(m.sets.members(set)) }

// Contains reports whether a variable is in a set.
func (m *Manager) Contains(set VarSet, v Var) bool {
	_, found := slices.BinarySearch(m.sets.members(set), uint32(v))
	return found
}

// Union returns the variables that are in one of two sets.
func (m *Manager) Union(s, t VarSet) VarSet {
	return m.merge(s, t, func(inS, inT bool) bool { return true })
}

// Intersect returns the variables that are in both of two sets.
func (m *Manager) Intersect(s, t VarSet) VarSet {
	return m.merge(s, t, func(inS, inT bool) bool { return inS && inT })
}

// Minus returns the variables that are in s and not in t.
func (m *Manager) Minus(s, t VarSet) VarSet {
	return m.merge(s, t, func(inS, inT bool) bool { return inS && !inT })
}

// merge walks two sets at the same time and keeps what keep says.
func (m *Manager) merge(s, t VarSet, keep func(inS, inT bool) bool) VarSet {
	a, b := m.sets.members(s), m.sets.members(t)
	vars := m.sets.buffer[:0]
	for len(a) > 0 || len(b) > 0 {
		inA := len(b) == 0 || len(a) > 0 && a[0] <= b[0]
		inB := len(a) == 0 || len(b) > 0 && b[0] <= a[0]
		var v uint32
		if inA {
			v, a = a[0], a[1:]
		}
		if inB {
			v, b = b[0], b[1:]
		}
		if keep(inA, inB) {
			vars = append(vars, v)
		}
	}
	m.sets.buffer = vars
	return VarSet(m.sets.id(vars))
}

// loadSet makes a set, not the empty one, the one that inSet is about.
func (m *Manager) loadSet(set VarSet) {
	s := &m.sets
	if s.loaded == set {
		return
	}
	if len(s.stamps) < len(m.variables) {
		s.stamps = append(s.stamps, make([]uint32, len(m.variables)-len(s.stamps))...)
	}
	s.last = 0
	for _, v := range s.members(set) {
		level := m.order.levelOf(Var(v))
		s.stamps[level] = uint32(set)
		s.last = max(s.last, level)
	}
	s.loaded = set
}

// unload forgets what is known of levels.
func (s *sets) unload() {
	clear(s.stamps)
	s.loaded = 0
}

// inSet reports whether a level, one of those that are not below the last of the
// loaded set, is in that set.
func (s *sets) inSet(level uint32) bool { return s.stamps[level] == uint32(s.loaded) }

func (s *sets) size() int { return s.interner.size() + cap(s.stamps) + cap(s.buffer) }
