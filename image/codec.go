// This file defines codecs, which say how program states are represented, and
// the two that leave them as they are.

package image

import (
	"encoding/binary"
	"math/bits"

	"github.com/bits-and-blooms/bitset"

	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/tts"
)

// A Codec converts between program states and their representation as keys, one
// to one: Shared and Local are f⁻¹ of the paper, SharedBits and LocalBits are f.
type Codec[K tts.Key] interface {
	// Shared and Local return the keys of a shared and of a local state. They keep
	// nothing of the bitsets.
	Shared(b *bitset.BitSet) K
	Local(pc int, b *bitset.BitSet) K
	// SharedBits and LocalBits overwrite dst, which has the words of a
	// [parser.Layout], with what k stands for.
	SharedBits(dst *bitset.BitSet, k K)
	LocalBits(dst *bitset.BitSet, k K) (pc int)
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

func (c Packed) Shared(b *bitset.BitSet) uint64 { return b.Words()[0] }
func (c Packed) Local(pc int, b *bitset.BitSet) uint64 {
	return uint64(pc)<<c.localBits | b.Words()[0]
}
func (c Packed) SharedBits(dst *bitset.BitSet, k uint64) { dst.Words()[0] = k }
func (c Packed) LocalBits(dst *bitset.BitSet, k uint64) int {
	dst.Words()[0] = k & (1<<c.localBits - 1)
	return int(k >> c.localBits)
}

// PackedWide represents states of any width by the bytes of their words.
type PackedWide struct{}

func (PackedWide) Shared(b *bitset.BitSet) string { return pack(nil, b) }
func (PackedWide) Local(pc int, b *bitset.BitSet) string {
	return pack(binary.BigEndian.AppendUint64(nil, uint64(pc)), b)
}
func (PackedWide) SharedBits(dst *bitset.BitSet, k string) { unpack(dst, k) }
func (PackedWide) LocalBits(dst *bitset.BitSet, k string) int {
	unpack(dst, k[8:])
	return int(binary.BigEndian.Uint64([]byte(k[:8])))
}

func pack(buf []byte, b *bitset.BitSet) string {
	for _, w := range b.Words() {
		buf = binary.BigEndian.AppendUint64(buf, w)
	}
	return string(buf)
}

func unpack(dst *bitset.BitSet, k string) {
	for i := range dst.Words() {
		dst.Words()[i] = binary.BigEndian.Uint64([]byte(k[8*i : 8*i+8]))
	}
}
