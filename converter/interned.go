// This file defines the conversion between program states and bitset-encoded states
// of a thread-transition system, which dense identifiers stand for.

package converter

import (
	"github.com/bits-and-blooms/bitset"

	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/internal/intern"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/tts"
)

// Interned converts between program states and the states of a thread-transition
// system (f and f⁻¹ of the paper). It is an [image.Codec].
//
// A shared state of the system is encoded as the bitset of the shared variables, a
// local state as that of the local variables with the program counter, in binary,
// from bit [Interned.PCBit] on. An algorithm handles identifiers of bitsets, from 0 on
// in the order in which the bitsets are met: equal bitsets have one identifier.
type Interned struct {
	sharedStates, localStates *intern.Table // the words of the bitsets
	localWords                int           // those before the program counter
	row                       []uint64
}

// NewInterned makes a conversion for p that knows no states yet.
func NewInterned(p *parser.Program) *Interned {
	l := p.Layout
	return &Interned{
		sharedStates: intern.New(l.SharedWords),
		localStates:  intern.New(l.LocalWords + 1),
		localWords:   l.LocalWords,
	}
}

// Shared implements [image.Codec].
func (c *Interned) Shared(b *bitset.BitSet) uint32 {
	id, _ := c.sharedStates.Intern(b.Words())
	return id
}

// Local implements [image.Codec].
func (c *Interned) Local(pc int, b *bitset.BitSet) uint32 {
	c.row = append(append(c.row[:0], b.Words()...), uint64(pc))
	id, _ := c.localStates.Intern(c.row)
	return id
}

// SharedBits implements [image.Codec].
func (c *Interned) SharedBits(dst *bitset.BitSet, id uint32) {
	copy(dst.Words(), c.sharedStates.Row(id))
}

// LocalBits implements [image.Codec].
func (c *Interned) LocalBits(dst *bitset.BitSet, id uint32) int {
	row := c.localStates.Row(id)
	copy(dst.Words(), row)
	return int(row[c.localWords])
}

// NumShared and NumLocal return how many states have been met.
func (c *Interned) NumShared() int { return c.sharedStates.Len() }
func (c *Interned) NumLocal() int  { return c.localStates.Len() }

// PCBit is the bit of a local state's bitset at which the program counter begins.
func (c *Interned) PCBit() uint { return uint(64 * c.localWords) }

// Bits returns the bitsets that the identifiers of t stand for. They lie in the
// memory of c and must not be changed.
func (c *Interned) Bits(t tts.ThreadState[uint32]) (shared, local *bitset.BitSet) {
	return bitset.From(c.sharedStates.Row(t.Shared)), bitset.From(c.localStates.Row(t.Local))
}

// FromBits returns the identifiers of two bitsets, which must be as long as those that
// Bits returns.
func (c *Interned) FromBits(shared, local *bitset.BitSet) tts.ThreadState[uint32] {
	s, _ := c.sharedStates.Intern(shared.Words())
	l, _ := c.localStates.Intern(local.Words())
	return tts.ThreadState[uint32]{Shared: s, Local: l}
}

// ToProgram converts a thread state to a program state (f of the paper). Its bitsets
// lie in the memory of c and must not be changed.
func (c *Interned) ToProgram(t tts.ThreadState[uint32]) image.State {
	var b [2]bitset.BitSet
	b[0].SetBitsetFrom(c.sharedStates.Row(t.Shared))
	pc := c.local(&b[1], t.Local)
	return image.State{Shared: &b[0], PC: pc, Local: &b[1]}
}

// ToSystem converts a program state to a thread state (f⁻¹ of the paper).
func (c *Interned) ToSystem(s image.State) tts.ThreadState[uint32] {
	return tts.ThreadState[uint32]{Shared: c.Shared(s.Shared), Local: c.Local(s.PC, s.Local)}
}

// local makes b the local variables of a state, without copying them, and returns its
// program counter.
func (c *Interned) local(b *bitset.BitSet, id uint32) (pc int) {
	row := c.localStates.Row(id)
	b.SetBitsetFrom(row[:c.localWords:c.localWords])
	return int(row[c.localWords])
}
