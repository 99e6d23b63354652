// This file defines the table of nodes: edges, the two constants, and the one
// place where nodes are made unique.

package bdd

// Invalid is the result of an operation that could not be done; Manager.Err says
// why. An operation on Invalid returns Invalid.
const Invalid Node = 0

// The constant functions. They are the same in all managers.
const (
	True  Node = 2
	False Node = 3
)

// An edge is the index of a node, times two, plus one if the function is the
// complement of the node's. Index 0 is no node (Invalid, and the end of a chain),
// index 1 is the constant true.
type edge uint32

const (
	one  = edge(True)
	zero = edge(False)

	// maxIndex leaves three bits of an edge free, for the operation in the cache.
	maxIndex = 1<<28 - 1
)

func (n Node) edge() edge     { return edge(n) }
func (e edge) index() uint32  { return uint32(e >> 1) }
func (e edge) sign() edge     { return e & 1 }
func (e edge) constant() bool { return e <= zero }

// A node is the function "if its variable then hi else lo". So that there is one
// node for a function and its complement, hi is never a complement.
type node struct {
	lo, hi edge
	level  uint32 // in the order of the variables; mark is set only while the table is walked
	next   uint32 // in the chain of the hash table, or of the free places
}

const (
	mark       = 1 << 31
	constLevel = mark - 1       // below all variables
	freeLevel  = constLevel - 1 // of a free place
	maxLevel   = freeLevel - 1
)

// table is a chained hash table of nodes.
type table struct {
	nodes []node
	heads []uint32 // a power of two of them
	free  uint32   // first of the free places before len(nodes)
	used  int      // nodes in the table, garbage included
}

const (
	firstHeads = 1 << 10
	firstNodes = 1 << 7
)

func (t *table) init() {
	t.nodes = make([]node, 2, firstNodes)
	t.nodes[0].level = constLevel
	t.nodes[1] = node{lo: one, hi: one, level: constLevel}
	t.heads = make([]uint32, firstHeads)
}

// mix spreads three words over a word of which all bits are fit for use.
func mix(a, b, c uint32) uint32 {
	x := uint64(a)*0x9e3779b97f4a7c15 + uint64(b)*0xbf58476d1ce4e5b9 + uint64(c)*0x94d049bb133111eb
	return uint32(x >> 32)
}

func (t *table) head(level uint32, lo, hi edge) *uint32 {
	return &t.heads[mix(uint32(lo), uint32(hi), level)&uint32(len(t.heads)-1)]
}

// level returns the level of the node of an edge.
func (t *table) level(e edge) uint32 { return t.nodes[e>>1].level }

// below returns the two cofactors of f with respect to the variable of a level
// that is not below f's.
func (t *table) below(f edge, level uint32) (lo, hi edge) {
	n := &t.nodes[f>>1]
	if n.level != level {
		return f, f
	}
	return n.lo ^ f&1, n.hi ^ f&1
}

// mk returns the function "if the variable of this level then hi else lo"; both
// must be of lower variables.
func (m *Manager) mk(level uint32, lo, hi edge) edge {
	if lo == hi {
		return lo
	}
	sign := hi & 1
	lo ^= sign
	hi ^= sign
	for i := *m.head(level, lo, hi); i != 0; {
		n := &m.nodes[i]
		if n.lo == lo && n.hi == hi && n.level == level {
			return edge(i<<1) | sign
		}
		i = n.next
	}
	return m.add(level, lo, hi) | sign
}

// add makes a node that is not in the table.
func (m *Manager) add(level uint32, lo, hi edge) edge {
	if m.used >= m.growAt {
		m.expand()
	}
	i := m.free
	if i != 0 {
		m.free = m.nodes[i].next
	} else {
		if len(m.nodes) == cap(m.nodes) {
			m.expandNodes()
		}
		i = uint32(len(m.nodes))
		m.nodes = m.nodes[:i+1]
	}
	head := m.head(level, lo, hi)
	m.nodes[i] = node{lo, hi, level, *head}
	*head = i
	m.used++
	return edge(i << 1)
}

// rehash doubles the heads.
func (t *table) rehash() {
	t.heads = make([]uint32, 2*len(t.heads))
	t.fill()
}

// fill makes the chains anew.
func (t *table) fill() {
	clear(t.heads)
	for i := len(t.nodes) - 1; i > 1; i-- {
		n := &t.nodes[i]
		if n.level == freeLevel {
			continue
		}
		head := t.head(n.level, n.lo, n.hi)
		n.next = *head
		*head = uint32(i)
	}
}
