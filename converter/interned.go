// This file defines the conversion between program states and dense identifiers
// of bitsets.

package converter

import (
	"github.com/bits-and-blooms/bitset"

	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/tts"
)

// Interned converts between program states and identifiers. It is an
// [image.Codec].
//
// A shared state is the bitset of the shared variables, a local state that of the
// local variables with the program counter, in binary, from bit [Interned.PCBit]
// on.
type Interned struct {
	shared, local *image.Table
	localWords    int
	row           []uint64
}

// NewInterned makes a conversion for p that knows no states yet.
func NewInterned(p *parser.Program) *Interned {
	l := p.Layout
	return &Interned{
		shared:     image.NewTable(l.SharedWords),
		local:      image.NewTable(l.LocalWords + 1),
		localWords: l.LocalWords,
	}
}

// Shared implements [image.Codec].
func (c *Interned) Shared(words []uint64) uint32 {
	id, _ := c.shared.Intern(words)
	return id
}

// Local implements [image.Codec].
func (c *Interned) Local(pc int, words []uint64) uint32 {
	c.row = append(append(c.row[:0], words...), uint64(pc))
	id, _ := c.local.Intern(c.row)
	return id
}

// SharedWords implements [image.Codec].
func (c *Interned) SharedWords(dst []uint64, id uint32) []uint64 {
	return append(dst, c.shared.Row(id)...)
}

// LocalWords implements [image.Codec].
func (c *Interned) LocalWords(dst []uint64, id uint32) (int, []uint64) {
	row := c.local.Row(id)
	return int(row[c.localWords]), append(dst, row[:c.localWords]...)
}

// NumShared and NumLocal return how many states have been met.
func (c *Interned) NumShared() int { return c.shared.Len() }
func (c *Interned) NumLocal() int  { return c.local.Len() }

// PCBit is the bit of a local state's bitset at which the program counter begins.
func (c *Interned) PCBit() uint { return uint(64 * c.localWords) }

// SharedBits returns a shared state as a bitset, which must not be changed.
func (c *Interned) SharedBits(id uint32) *bitset.BitSet { return bitset.From(c.shared.Row(id)) }

// LocalBits returns a local state as a bitset, which must not be changed.
func (c *Interned) LocalBits(id uint32) *bitset.BitSet { return bitset.From(c.local.Row(id)) }

// FromBits returns the thread state of two bitsets.
func (c *Interned) FromBits(shared, local *bitset.BitSet) tts.ThreadState[uint32] {
	s, _ := c.shared.Intern(fit(shared, c.shared.Width()))
	l, _ := c.local.Intern(fit(local, c.local.Width()))
	return tts.ThreadState[uint32]{Shared: s, Local: l}
}

// fit returns the words of b, exactly n of them.
func fit(b *bitset.BitSet, n int) []uint64 {
	w := append([]uint64(nil), b.Words()...)
	for len(w) < n {
		w = append(w, 0)
	}
	return w[:n]
}

// ToProgram converts a thread state to a program state (f of the paper).
func (c *Interned) ToProgram(t tts.ThreadState[uint32]) image.State {
	pc, local := c.LocalWords(nil, t.Local)
	return image.State{Shared: c.SharedWords(nil, t.Shared), PC: pc, Local: local}
}

// ToSystem converts a program state to a thread state (f⁻¹ of the paper).
func (c *Interned) ToSystem(s image.State) tts.ThreadState[uint32] {
	return tts.ThreadState[uint32]{Shared: c.Shared(s.Shared), Local: c.Local(s.PC, s.Local)}
}
