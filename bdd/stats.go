// This file defines how large things are.

package bdd

const (
	nodeBytes  = 16
	entryBytes = 16
)

// Stats are figures of a manager.
type Stats struct {
	Nodes       int   // in the table, garbage included
	Bytes       int64 // of all tables
	Collections int
	Freed       int // nodes that collections freed
	Reorderings int
}

// Stats returns the figures of now.
func (m *Manager) Stats() Stats {
	return Stats{m.used, m.Bytes(), m.roots.collections, m.roots.freed, m.order.moves}
}

// NodeCount returns the number of nodes in the table, garbage that is not yet
// collected included.
func (m *Manager) NodeCount() int { return m.used }

// Bytes returns the memory of the tables.
func (m *Manager) Bytes() int64 {
	words := len(m.heads) + cap(m.variables) + m.sets.size() + m.renamings.size() + m.images.size()
	return int64(nodeBytes*cap(m.nodes) + entryBytes*len(m.entries) + 4*words + m.order.bytes())
}

// Size returns the number of nodes of diagrams, those they share counted once; the
// constant is not counted.
func (m *Manager) Size(fs ...Node) int {
	n := 0
	m.walk(fs, func(uint32) { n++ })
	return n
}

// walk calls visit with the index of each node of diagrams, children first. It
// marks what it has seen, so visit must not do anything with the table.
func (m *Manager) walk(fs []Node, visit func(index uint32)) {
	for _, f := range fs {
		m.markAll(m.in(f), visit)
	}
	for _, f := range fs {
		m.unmarkAll(m.in(f))
	}
}

func (t *table) markAll(f edge, visit func(index uint32)) {
	n := &t.nodes[f>>1]
	if f.constant() || n.level&mark != 0 {
		return
	}
	n.level |= mark
	t.markAll(n.lo, visit)
	t.markAll(n.hi, visit)
	visit(f.index())
}

func (t *table) unmarkAll(f edge) {
	n := &t.nodes[f>>1]
	if f.constant() || n.level&mark == 0 {
		return
	}
	n.level &^= mark
	t.unmarkAll(n.lo)
	t.unmarkAll(n.hi)
}
