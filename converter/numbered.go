// This file defines the numbering of states that a translation up front uses.

package converter

import (
	"fmt"
	"math"

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
func (c *Numbered) Shared(words []uint64) uint32 {
	v := number(words, c.layout.Shared)
	if a := c.layout.Atomic(); c.guarded && words[a/64]>>(a%64)&1 != 0 {
		v |= 1 << c.layout.Shared
	}
	return 1 + v
}

// Local implements [image.Codec].
func (c *Numbered) Local(pc int, words []uint64) uint32 {
	return 1 + uint32(pc)<<c.layout.Local + number(words, c.layout.Local)
}

// SharedWords implements [image.Codec].
func (c *Numbered) SharedWords(dst []uint64, k uint32) []uint64 {
	v := k - 1
	dst = valuation(dst, v, c.layout.Shared, c.layout.SharedWords)
	if v>>c.layout.Shared != 0 {
		a := c.layout.Atomic()
		dst[len(dst)-c.layout.SharedWords+a/64] |= 1 << (a % 64)
	}
	return dst
}

// LocalWords implements [image.Codec].
func (c *Numbered) LocalWords(dst []uint64, k uint32) (int, []uint64) {
	v := k - 1
	return int(v >> c.layout.Local), valuation(dst, v, c.layout.Local, c.layout.LocalWords)
}

// Begun reports whether number k of a thread state stands for a program state:
// it is neither "not begun" nor "error".
func (c *Numbered) BegunShared(k uint32) bool { return k > 0 && uint64(k) < c.numShared-1 }
func (c *Numbered) BegunLocal(k uint32) bool  { return k > 0 && uint64(k) < c.numLocal-1 }

// number reads n bits, the first most significant.
func number(words []uint64, n int) uint32 {
	var v uint32
	for i := range n {
		v = v<<1 | uint32(words[i/64]>>(i%64)&1)
	}
	return v
}

// valuation appends the words of a valuation whose bits number reads as v.
func valuation(dst []uint64, v uint32, n, words int) []uint64 {
	at := len(dst)
	for range words {
		dst = append(dst, 0)
	}
	for i := range n {
		dst[at+i/64] |= uint64(v>>(n-1-i)&1) << (i % 64)
	}
	return dst
}
