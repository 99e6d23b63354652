// This file defines how configurations are packed into bytes.

package store

import (
	"encoding/binary"

	"github.com/ijit/ijit/tts"
)

// A codec packs configurations. It is a pair of functions for one kind of key,
// chosen once, so that the loops inside are not generic.
//
// Packed are the shared state and each local state with a bit that says whether
// a count other than one follows: integers in base 128, strings with their
// length before them. No packed configuration is empty.
type codec[K tts.Key] struct {
	pack   func(dst []byte, c tts.Config[K]) []byte
	unpack func(src []byte, locals []tts.Count[K]) tts.Config[K]
}

func codecOf[K tts.Key]() codec[K] {
	var c any
	switch any(*new(K)).(type) {
	case uint32:
		c = codec[uint32]{packIDs, unpackIDs}
	case uint64:
		c = codec[uint64]{packWords, unpackWords}
	case string:
		c = codec[string]{packStrings, unpackStrings}
	}
	return c.(codec[K])
}

func packIDs(dst []byte, c tts.Config[uint32]) []byte {
	dst = binary.AppendUvarint(dst, uint64(c.Shared))
	for _, x := range c.Locals {
		if x.N == 1 {
			dst = binary.AppendUvarint(dst, uint64(x.Local)<<1)
			continue
		}
		dst = binary.AppendUvarint(dst, uint64(x.Local)<<1|1)
		dst = binary.AppendUvarint(dst, uint64(x.N))
	}
	return dst
}

func unpackIDs(src []byte, locals []tts.Count[uint32]) tts.Config[uint32] {
	s, k := uvarint(src)
	for src = src[k:]; len(src) > 0; {
		l, k := uvarint(src)
		src = src[k:]
		n := uint64(1)
		if l&1 != 0 {
			n, k = uvarint(src)
			src = src[k:]
		}
		locals = append(locals, tts.Count[uint32]{Local: uint32(l >> 1), N: uint32(n)})
	}
	return tts.Config[uint32]{Shared: uint32(s), Locals: locals}
}

// packWords keeps the bit apart from the word, which may be full.
func packWords(dst []byte, c tts.Config[uint64]) []byte {
	dst = binary.AppendUvarint(dst, c.Shared)
	for _, x := range c.Locals {
		if x.N == 1 && x.Local < 1<<63 {
			dst = binary.AppendUvarint(dst, x.Local<<1)
			continue
		}
		dst = binary.AppendUvarint(dst, x.Local<<1|1)
		dst = append(dst, byte(x.Local>>63))
		dst = binary.AppendUvarint(dst, uint64(x.N))
	}
	return dst
}

func unpackWords(src []byte, locals []tts.Count[uint64]) tts.Config[uint64] {
	s, k := uvarint(src)
	for src = src[k:]; len(src) > 0; {
		l, k := uvarint(src)
		src = src[k:]
		n := uint64(1)
		local := l >> 1
		if l&1 != 0 {
			local |= uint64(src[0]) << 63
			n, k = uvarint(src[1:])
			src = src[1+k:]
		}
		locals = append(locals, tts.Count[uint64]{Local: local, N: uint32(n)})
	}
	return tts.Config[uint64]{Shared: s, Locals: locals}
}

func packStrings(dst []byte, c tts.Config[string]) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(c.Shared)))
	dst = append(dst, c.Shared...)
	for _, x := range c.Locals {
		dst = binary.AppendUvarint(dst, uint64(len(x.Local)))
		dst = append(dst, x.Local...)
		dst = binary.AppendUvarint(dst, uint64(x.N))
	}
	return dst
}

func unpackStrings(src []byte, locals []tts.Count[string]) tts.Config[string] {
	next := func() string {
		n, k := uvarint(src)
		s := string(src[k : k+int(n)])
		src = src[k+int(n):]
		return s
	}
	c := tts.Config[string]{Shared: next()}
	for len(src) > 0 {
		l := next()
		n, k := uvarint(src)
		src = src[k:]
		locals = append(locals, tts.Count[string]{Local: l, N: uint32(n)})
	}
	c.Locals = locals
	return c
}

// uvarint is binary.Uvarint with a short way for one and two bytes, which nearly
// all are.
func uvarint(src []byte) (uint64, int) {
	if b := src[0]; b < 0x80 {
		return uint64(b), 1
	}
	if len(src) > 1 && src[1] < 0x80 {
		return uint64(src[0]&0x7f) | uint64(src[1])<<7, 2
	}
	return binary.Uvarint(src)
}
