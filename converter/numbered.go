// This file defines the numbering of states that a translation up front uses.

package converter

import (
	"fmt"
	"math"
	"math/bits"

	"github.com/bits-and-blooms/bitset"

	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/parser"
)

// Numbered numbers all states of a program, met or not: it is the conversion of a
// translation up front and the meaning of numbers that a user writes. It is an
// [image.Codec].
//
// Shared state 1+v has the valuation v of the shared variables, the atomic bit
// before them if it is in use, the first-declared variable most significant. Local
// state 1+pc<<n+v has the program counter pc and the valuation v of the n
// local variables. The numbers 0 stand for a program and a thread that have not
// begun, the greatest ones for an error.
type Numbered struct {
	layout    parser.Layout
	guarded   bool
	numShared uint64
	numLocal  uint64
}

// NewNumbered makes the numbering for the program of e. It is an error if there
// are more states than numbers.
func NewNumbered(e *image.Engine) (*Numbered, error) {
	l := e.Program.Layout
	c := &Numbered{layout: l, guarded: e.Guarded()}
	sharedBits := l.Shared
	if c.guarded {
		sharedBits++
	}
	pcs := len(e.Program.Nodes)
	if sharedBits > 31 || l.Local > 31 || uint64(pcs)<<l.Local > math.MaxUint32-2 {
		return nil, fmt.Errorf("a translation up front has 2^%d shared and %d * 2^%d local states, more than there are numbers",
			sharedBits, pcs, l.Local)
	}
	c.numShared = 2 + 1<<sharedBits
	c.numLocal = 2 + uint64(pcs)<<l.Local
	return c, nil
}

// NumShared and NumLocal return how many numbers there are, those for "not
// begun" and "error" included.
func (c *Numbered) NumShared() uint32 { return uint32(c.numShared) }
func (c *Numbered) NumLocal() uint32  { return uint32(c.numLocal) }

// Shared implements [image.Codec].
func (c *Numbered) Shared(b *bitset.BitSet) uint32 {
	v := number(b, c.layout.Shared)
	if c.guarded && b.Test(uint(c.layout.Atomic())) {
		v |= 1 << c.layout.Shared
	}
	return 1 + v
}

// Local implements [image.Codec].
func (c *Numbered) Local(pc int, b *bitset.BitSet) uint32 {
	return 1 + uint32(pc)<<c.layout.Local + number(b, c.layout.Local)
}

// SharedBits implements [image.Codec].
func (c *Numbered) SharedBits(dst *bitset.BitSet, k uint32) {
	v := k - 1
	setNumber(dst, v, c.layout.Shared)
	dst.SetTo(uint(c.layout.Atomic()), v>>c.layout.Shared != 0)
}

// LocalBits implements [image.Codec].
func (c *Numbered) LocalBits(dst *bitset.BitSet, k uint32) int {
	v := k - 1
	setNumber(dst, v, c.layout.Local)
	return int(v >> c.layout.Local)
}

// Begun reports whether number k of a thread state stands for a program state:
// it is neither "not begun" nor "error".
func (c *Numbered) BegunShared(k uint32) bool { return k > 0 && uint64(k) < c.numShared-1 }
func (c *Numbered) BegunLocal(k uint32) bool  { return k > 0 && uint64(k) < c.numLocal-1 }

// number reads the first n bits of b, at most 64, bit 0 most significant.
func number(b *bitset.BitSet, n int) uint32 {
	return uint32(bits.Reverse64(b.Words()[0] << (64 - n)))
}

// setNumber overwrites b, which has one word, with the set of n bits that number reads
// as v.
func setNumber(b *bitset.BitSet, v uint32, n int) {
	b.Words()[0] = bits.Reverse64(uint64(v)) >> (64 - n)
}
