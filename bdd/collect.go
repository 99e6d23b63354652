// This file defines roots and the collection of garbage: mark and sweep, which
// moves nothing and happens only where the user says that it may.

package bdd

import "iter"

// firstCollection is how many nodes there are at least before a safe point
// collects; after a collection, it is growth times what was alive, or as many as have
// had a place, because a collection walks through all places.
const (
	firstCollection = 1 << 13
	growth          = 2
)

// roots are what keeps nodes alive, apart from the variables and what a safe point
// is told.
type roots struct {
	registered  []*Roots
	collectAt   int // number of nodes at which a safe point collects if there is no limit
	due         int // that at which it does
	collections int
	freed       int
}

// Roots is a registration of nodes that collections keep.
type Roots struct {
	m     *Manager
	nodes iter.Seq[Node]
	place int // in the manager's list
}

// Register makes collections keep all nodes of a sequence, which is asked at each
// collection: so it can range over a data structure of the user's as it is then.
// The sequence must not use the manager.
func (m *Manager) Register(nodes iter.Seq[Node]) *Roots {
	r := &Roots{m, nodes, len(m.roots.registered)}
	m.roots.registered = append(m.roots.registered, r)
	return r
}

// RegisterVars makes collections keep what these Go variables hold at the time.
func (m *Manager) RegisterVars(vars ...*Node) *Roots {
	return m.Register(func(yield func(Node) bool) {
		for _, v := range vars {
			if !yield(*v) {
				return
			}
		}
	})
}

// Unregister ends the registration. It may be called more than once.
func (r *Roots) Unregister() {
	list := r.m.roots.registered
	if r.place >= len(list) || list[r.place] != r {
		return
	}
	last := list[len(list)-1]
	list[r.place] = last
	last.place = r.place
	list[len(list)-1] = nil
	r.m.roots.registered = list[:len(list)-1]
}

// SafePoint says that from here on only the registered nodes and those given will
// be used, and what is built from them. It may move variables (Options.AutoReorder). It collects garbage if there may be enough
// of it, and reports whether it did. It costs nothing otherwise, so loops should
// have one in each round. It also looks at the context.
func (m *Manager) SafePoint(live ...Node) bool {
	if m.err == nil {
		m.err = m.contextErr()
	}
	if !m.Due() || !m.collect(live) {
		return false
	}
	if first := m.options.AutoReorder; forced || first > 0 && m.used >= max(first, m.order.due) {
		m.reorder(live)
	}
	return true
}

// Due reports whether a safe point would collect, for inner loops that look at the
// context elsewhere.
func (m *Manager) Due() bool { return m.used >= m.roots.due || forced }

// Collect is SafePoint that always collects, unless an iteration over the cubes of
// a function is under way.
func (m *Manager) Collect(live ...Node) bool { return m.collect(live) }

func (m *Manager) collect(live []Node) bool {
	if m.busy > 0 {
		return false
	}
	m.eachRoot(live, func(f edge) { m.markAll(f, func(uint32) {}) })
	m.retain(m.nodes)
	before := m.used
	m.sweep()
	m.roots.collections++
	m.roots.freed += before - m.used
	m.setCollectAt()
	return true
}

// setCollectAt sets the number of nodes at which a safe point collects again.
func (m *Manager) setCollectAt() {
	m.roots.collectAt = max(firstCollection, growth*m.used, len(m.nodes))
	m.setGrowAt()
}

// eachRoot calls visit with what a collection keeps.
func (m *Manager) eachRoot(live []Node, visit func(f edge)) {
	for _, v := range m.variables {
		visit(v)
	}
	for _, f := range live {
		visit(m.in(f))
	}
	for _, r := range m.roots.registered {
		for f := range r.nodes {
			visit(m.in(f))
		}
	}
}

// sweep frees all nodes without a mark and takes the mark from the others.
func (m *Manager) sweep() {
	clear(m.heads)
	m.free, m.used = 0, 0
	for i := len(m.nodes) - 1; i > 1; i-- {
		n := &m.nodes[i]
		if n.level&mark == 0 {
			if n.level != freeLevel {
				n.level = freeLevel
				m.handles.freed(uint32(i))
			}
			n.next = m.free
			m.free = uint32(i)
			continue
		}
		n.level &^= mark
		head := m.head(n.level, n.lo, n.hi)
		n.next = *head
		*head = uint32(i)
		m.used++
	}
}
