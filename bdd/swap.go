// This file defines the exchange of two neighbours in the order, by which variables are
// moved: it changes the nodes of the upper one in place, so that each stays the function that
// it is.

package bdd

import "math/bits"

// A sifter moves variables. While there is one, the level of a node is its variable, so that
// nodes stay as they are where their variable goes up or down, and there is a table for the
// nodes of each variable in the place of the one for all. There is no garbage: a node goes with
// the last reference to it.
type sifter struct {
	m       *Manager
	places  int      // how many nodes there may be
	refs    []uint32 // by node: how many edges and roots lead to it
	tables  []subtable
	leaving []uint32 // nodes that an exchange gives to the other variable
	work    int      // nodes that were looked at
	checkAt int      // work at which the context is looked at

	groups       []group    // from the top
	interactions [][]uint64 // by number of a group: the set of those that it interacts with; nil if that may be all
}

// A subtable has the nodes of a variable, chained as in table.
type subtable struct {
	heads []uint32 // a power of two of them
	size  int
}

func (t *subtable) head(lo, hi edge) *uint32 {
	return &t.heads[mix(uint32(lo), uint32(hi), 0)&uint32(len(t.heads)-1)]
}

// put puts node i in.
func (s *sifter) put(t *subtable, i uint32) {
	if t.size >= 2*len(t.heads) {
		s.resize(t)
	}
	n := &s.m.nodes[i]
	head := t.head(n.lo, n.hi)
	n.next = *head
	*head = i
	t.size++
}

// resize makes about as many heads as there are nodes.
func (s *sifter) resize(t *subtable) {
	old := t.heads
	t.heads = make([]uint32, 1<<bits.Len(uint(t.size)))
	for _, i := range old {
		for i != 0 {
			n := &s.m.nodes[i]
			next, head := n.next, t.head(n.lo, n.hi)
			n.next = *head
			*head = i
			i = next
		}
	}
}

// take takes node i out.
func (s *sifter) take(t *subtable, i uint32) {
	n := &s.m.nodes[i]
	link := t.head(n.lo, n.hi)
	for *link != i {
		link = &s.m.nodes[*link].next
	}
	*link = n.next
	t.size--
}

// node returns "if x then hi else lo", with one more reference.
func (s *sifter) node(x Var, lo, hi edge) edge {
	if lo == hi {
		s.refs[lo.index()]++
		return lo
	}
	m, t := s.m, &s.tables[x]
	sign := hi & 1
	lo ^= sign
	hi ^= sign
	for i := *t.head(lo, hi); i != 0; i = m.nodes[i].next {
		if n := &m.nodes[i]; n.lo == lo && n.hi == hi {
			s.refs[i]++
			return edge(i<<1) | sign
		}
	}
	i := m.free
	if i != 0 {
		m.free = m.nodes[i].next
	} else {
		i = uint32(len(m.nodes))
		m.nodes = m.nodes[:i+1]
	}
	m.nodes[i] = node{lo: lo, hi: hi, level: uint32(x)}
	m.used++
	s.refs[i] = 1
	s.refs[lo.index()]++
	s.refs[hi.index()]++
	s.put(t, i)
	return edge(i<<1) | sign
}

// drop takes a reference from a node, which goes with the last of them.
func (s *sifter) drop(f edge) {
	i := f.index()
	if f.constant() {
		return
	}
	if s.refs[i]--; s.refs[i] > 0 {
		return
	}
	m := s.m
	n := m.nodes[i]
	s.take(&s.tables[n.level], i)
	m.nodes[i] = node{level: freeLevel, next: m.free}
	m.free = i
	m.used--
	m.handles.freed(i)
	s.drop(n.lo)
	s.drop(n.hi)
}

// swap exchanges the variables x of a level and y of the next (Rudell). A node of x with a
// child of y becomes one of y, whose children are of x; all others stay as they are, but for
// nodes of y that nothing else refers to.
func (s *sifter) swap(level uint32) {
	m := s.m
	x, y := m.order.varAt(level), m.order.varAt(level+1)
	t := &s.tables[x]
	if 8*t.size < len(t.heads) {
		s.resize(t)
	}
	s.work += len(t.heads) + t.size
	s.leaving = s.leaving[:0]
	for h := range t.heads {
		for link := &t.heads[h]; *link != 0; {
			i := *link
			n := &m.nodes[i]
			if m.level(n.lo) != uint32(y) && m.level(n.hi) != uint32(y) {
				link = &n.next
				continue
			}
			s.leaving = append(s.leaving, i)
			*link = n.next
		}
	}
	t.size -= len(s.leaving)
	for _, i := range s.leaving {
		lo, hi := m.nodes[i].lo, m.nodes[i].hi
		lo0, lo1 := m.below(lo, uint32(y))
		hi0, hi1 := m.below(hi, uint32(y))
		f0 := s.node(x, lo0, hi0)
		f1 := s.node(x, lo1, hi1)
		m.nodes[i] = node{lo: f0, hi: f1, level: uint32(y)}
		s.put(&s.tables[y], i)
		s.drop(lo)
		s.drop(hi)
	}
	m.order.swap(level)
}

// room reports whether there are places for the nodes that exchanging two levels may make, and
// for those of changing them back.
func (s *sifter) room(level uint32) bool {
	upper, lower := s.m.order.varAt(level), s.m.order.varAt(level+1)
	return s.m.used+2*s.tables[upper].size+s.tables[lower].size <= s.places
}
