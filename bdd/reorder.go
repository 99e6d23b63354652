// This file defines when and where variables are moved: sifting of groups.

package bdd

import (
	"cmp"
	"math/bits"
	"slices"
)

const (
	// A safe point moves variables again when there are growth times as many nodes as were left,
	// or, where less than one in so many went, that many times as many: the order is good.
	little = 8

	// Nodes may become a tenth more while a group is on its way. With twice that sifting takes
	// half as long again and finds nothing more.
	growthOnTheWay = 10

	sifterBytes = 4 + 2*4 // for a node: references, and heads of subtables
)

// Reorder is Collect, and then moves variables to where they make diagrams small: by sifting
// (Rudell, "Dynamic Variable Ordering for Ordered Binary Decision Diagrams", ICCAD 1993), which takes
// one group of variables after the other to all places in the order and leaves it at the
// best. All nodes that are registered or given stay the functions that they are. Afterwards there are not more
// of them than before, unless the context ended it. It reports whether it did anything:
// there is nothing where memory is short or an iteration over cubes is under way.
func (m *Manager) Reorder(live ...Node) bool {
	return m.collect(live) && m.reorder(live)
}

// reorder is Reorder right behind a collection.
func (m *Manager) reorder(live []Node) bool {
	if m.err != nil {
		return false
	}
	s := m.newSifter(live)
	if s == nil {
		return false
	}
	before := m.used
	bySize := slices.Clone(s.groups)
	slices.SortStableFunc(bySize, func(a, b group) int { return cmp.Compare(s.size(b), s.size(a)) })
	if forced && len(bySize) > 0 { // another one each time: there are many safe points
		bySize = bySize[m.order.moves%len(bySize):][:1]
	}
	for _, g := range bySize {
		if m.err == nil && s.size(g) > int(g.size) {
			s.sift(slices.IndexFunc(s.groups, func(h group) bool { return h.number == g.number }))
		}
	}
	s.finish()
	times := growth
	if before-m.used < before/little {
		times = little
	}
	m.order.due = times * m.used
	return true
}

// newSifter makes a sifter, nil if memory does not allow it. There must be no garbage.
func (m *Manager) newSifter(live []Node) *sifter {
	s := &sifter{m: m, groups: m.order.groups()}
	if want := min(growth*m.used+firstNodes, maxIndex); cap(m.nodes) < want && m.affordable((nodeBytes+sifterBytes)*want) {
		m.nodes = append(make([]node, 0, want), m.nodes...)
	}
	if !m.affordable(sifterBytes * cap(m.nodes)) {
		return nil
	}
	s.places = min(cap(m.nodes)-2, m.maxNodes())
	s.refs = make([]uint32, cap(m.nodes))
	s.tables = make([]subtable, len(m.variables))
	for i := 2; i < len(m.nodes); i++ {
		if n := &m.nodes[i]; n.level != freeLevel {
			n.level = uint32(m.order.varAt(n.level))
			s.refs[n.lo.index()]++
			s.refs[n.hi.index()]++
			s.tables[n.level].size++
		}
	}
	s.findInteractions()
	for v := range s.tables {
		t := &s.tables[v]
		t.heads = make([]uint32, 1<<bits.Len(uint(t.size)))
		t.size = 0
	}
	for i := 2; i < len(m.nodes); i++ {
		if n := &m.nodes[i]; n.level != freeLevel {
			s.put(&s.tables[n.level], uint32(i))
		}
	}
	m.eachRoot(live, func(f edge) { s.refs[f.index()]++ })
	return s
}

// finish gives the manager its table back.
func (s *sifter) finish() {
	m := s.m
	for i := 2; i < len(m.nodes); i++ {
		if n := &m.nodes[i]; n.level != freeLevel {
			n.level = m.order.levelOf(Var(n.level))
		}
	}
	m.fill()
	clear(m.entries) // nodes of results went, and their places were taken
	m.sets.unload()
	m.renamings.unload()
	m.order.moves++
	m.setCollectAt()
}

// size returns how many nodes a group has.
func (s *sifter) size(g group) int {
	n := 0
	for _, t := range s.tables[g.first : g.first+Var(g.size)] {
		n += t.size
	}
	return n
}

// sift moves the group at a place to where there are the fewest nodes.
func (s *sifter) sift(start int) {
	m := s.m
	at, best, least := start, start, m.used
	if forced {
		least = maxIndex // any other place is better
	}
	most := m.used + m.used/growthOnTheWay
	explore := func(step int) {
		g := s.groups[at]
		ahead := 0 // nodes of groups on its way that it interacts with
		for p := at + step; 0 <= p && p < len(s.groups); p += step {
			if s.interact(g, s.groups[p]) {
				ahead += s.size(s.groups[p])
			}
		}
		// No other nodes than these and its own can go.
		for ahead > 0 && m.used-ahead-s.size(g) < least && m.used <= most {
			passed := s.groups[at+step]
			if s.interact(g, passed) {
				ahead -= s.size(passed)
			}
			if !s.exchange(min(at, at+step), false) {
				break
			}
			if at += step; m.used < least {
				best, least = at, m.used
			}
		}
	}
	to := func(place int) {
		for at != place && m.err == nil {
			step := cmp.Compare(place, at)
			s.exchange(min(at, at+step), true)
			at += step
		}
	}
	near, far := -1, 1
	if start > len(s.groups)/2 {
		near, far = far, near
	}
	explore(near)
	to(start)
	explore(far)
	to(best)
}

// exchange exchanges the groups at place p and the next. It changes nothing and returns false if there is no
// room for it, or the context has ended; a way back, where there was room before, is always possible.
func (s *sifter) exchange(p int, back bool) bool {
	a, b := s.groups[p], s.groups[p+1]
	top := s.m.order.levelOf(a.first)
	// The variables of b go up, one after the other, past all of a.
	level := func(i uint32) uint32 { return top + i/a.size + a.size - 1 - i%a.size }
	interact := s.interact(a, b)
	for i := range a.size * b.size {
		switch {
		case !interact:
			s.m.order.swap(level(i))
		case back || s.mayGoOn() && s.room(level(i)):
			s.swap(level(i))
		default:
			for i > 0 {
				i--
				s.swap(level(i))
			}
			return false
		}
	}
	s.groups[p], s.groups[p+1] = b, a
	return true
}

// mayGoOn looks at the context from time to time.
func (s *sifter) mayGoOn() bool {
	if s.work > s.checkAt {
		s.checkAt = s.work + putsPerCheck
		s.m.err = s.m.contextErr()
	}
	return s.m.err == nil
}
