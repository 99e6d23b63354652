// This file defines codecs, which say how program states are represented, and
// the two that leave them as they are.

package image

import (
	"encoding/binary"
	"math/bits"

	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/tts"
)

// A Codec converts between program states and their representation as keys, one
// to one: Shared and Local are f⁻¹ of the paper, SharedWords and LocalWords are f.
type Codec[K tts.Key] interface {
	Shared(words []uint64) K
	Local(pc int, words []uint64) K
	// SharedWords and LocalWords append the words to dst.
	SharedWords(dst []uint64, k K) []uint64
	LocalWords(dst []uint64, k K) (pc int, words []uint64)
}

// Packed represents a shared state by its only word and a local state by program
// counter and variables in one word.
type Packed struct{ localBits uint }

// NewPacked returns the codec for p, unless its states are too wide.
func NewPacked(p *parser.Program) (Packed, bool) {
	l := p.Layout
	fits := l.SharedWords == 1 && l.Local+bits.Len(uint(len(p.Nodes))) <= 64
	return Packed{uint(l.Local)}, fits
}

func (c Packed) Shared(w []uint64) uint64                    { return w[0] }
func (c Packed) Local(pc int, w []uint64) uint64             { return uint64(pc)<<c.localBits | w[0] }
func (c Packed) SharedWords(dst []uint64, k uint64) []uint64 { return append(dst, k) }
func (c Packed) LocalWords(dst []uint64, k uint64) (int, []uint64) {
	return int(k >> c.localBits), append(dst, k&(1<<c.localBits-1))
}

// PackedWide represents states of any width by the bytes of their words.
type PackedWide struct{}

func (PackedWide) Shared(w []uint64) string { return pack(nil, w) }

func (PackedWide) Local(pc int, w []uint64) string {
	return pack(binary.BigEndian.AppendUint64(nil, uint64(pc)), w)
}

func (PackedWide) SharedWords(dst []uint64, k string) []uint64 { return unpack(dst, k) }

func (PackedWide) LocalWords(dst []uint64, k string) (int, []uint64) {
	pc := unpack(nil, k[:8])
	return int(pc[0]), unpack(dst, k[8:])
}

func pack(buf []byte, words []uint64) string {
	for _, w := range words {
		buf = binary.BigEndian.AppendUint64(buf, w)
	}
	return string(buf)
}

func unpack(dst []uint64, k string) []uint64 {
	for ; len(k) > 0; k = k[8:] {
		dst = append(dst, binary.BigEndian.Uint64([]byte(k[:8])))
	}
	return dst
}
