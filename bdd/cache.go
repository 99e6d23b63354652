// This file defines the cache of results: one for all operations, direct-mapped,
// losing what collides.

package bdd

// The operations that have results in the cache. They are kept in the bits of the
// first operand that no edge uses; those of opOther and the number of a set, of a
// renaming or of a pair of both are in the third operand.
const (
	opAnd = iota << 29
	opXor
	opIte // the only one whose third operand is an edge
	opExists
	opAndExists
	opRename
	opImage
	opOther

	opBits = 7 << 29
)

// The operations of opOther, in the low bits of the third operand.
const (
	opConstrain = iota
	opRestrict
	opLeq
	opSubstitute

	otherBits = 3
)

// An entry says that the operation in a on a, b and c gives r. That of an unused
// entry is 0: no operation is looked up for constants.
type entry struct{ a, b, c, r uint32 }

type cache struct {
	entries []entry // a power of two of them
	puts    uint32  // since the last check of the context
}

const (
	firstEntries = 1 << 9

	// putsPerCheck is how many results come between two looks at the context: a
	// fraction of a millisecond.
	putsPerCheck = 1 << 13
)

func (c *cache) init() { c.entries = make([]entry, firstEntries) }

// get looks a result up; 0 if it is not there. The hash is for put.
func (c *cache) get(a, b, x uint32) (r edge, hash uint32) {
	hash = mix(a, b, x)
	e := &c.entries[hash&uint32(len(c.entries)-1)]
	if e.a == a && e.b == b && e.c == x {
		return edge(e.r), hash
	}
	return 0, hash
}

// put remembers a result.
func (m *Manager) put(hash, a, b, c uint32, r edge) {
	m.entries[hash&uint32(len(m.entries)-1)] = entry{a, b, c, uint32(r)}
	if m.puts++; m.puts >= putsPerCheck {
		m.checkContext()
	}
}

// double makes twice as many entries and keeps the old ones.
func (c *cache) double() {
	old := c.entries
	c.entries = make([]entry, 2*len(old))
	for _, e := range old {
		if e.a != 0 {
			c.entries[mix(e.a, e.b, e.c)&uint32(len(c.entries)-1)] = e
		}
	}
}

// retain drops all entries with an operand or a result that has no mark.
func (c *cache) retain(nodes []node) {
	nodes[0].level |= mark // the constants and what is no operand
	nodes[1].level |= mark
	for i := range c.entries {
		e := &c.entries[i]
		if e.a == 0 {
			continue
		}
		marks := nodes[e.a&^opBits>>1].level & nodes[e.b>>1].level & nodes[e.r>>1].level
		if e.a&opBits == opIte {
			marks &= nodes[e.c>>1].level
		}
		if marks&mark == 0 {
			*e = entry{}
		}
	}
	nodes[0].level &^= mark
	nodes[1].level &^= mark
}

// forget drops all entries of an operation of opOther.
func (c *cache) forget(op uint32) {
	for i := range c.entries {
		if e := &c.entries[i]; e.a&opBits == opOther && e.c&(1<<otherBits-1) == op {
			*e = entry{}
		}
	}
}
