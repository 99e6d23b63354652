// This file defines the store of configurations: packed, interned, each with its
// parent, in about twenty bytes.

package store

import (
	"encoding/binary"
	"errors"
	"hash/maphash"
	"math/bits"

	"github.com/ijit/ijit/tts"
)

// errFull says that a store has no positions left.
var errFull = errors.New("store of configurations is full")

const (
	chunkBytes      = 1 << 20
	firstChunkBytes = 1 << 14 // most runs are small
	unit            = 4       // records begin at multiples of this
	chunkUnits      = chunkBytes / unit
)

// NoPos is no position.
const NoPos = ^uint32(0)

// A Store keeps distinct configurations in the order in which they come, which
// makes it the queue of a breadth-first search as well. A configuration is known
// by its position.
//
// A record is the position of its parent, the length of the packed
// configuration, and the packed configuration. Records lie in chunks, so that
// growing copies nothing and leaves no garbage; the index is an open-addressing
// table with an 8-bit tag for each slot, so that a probe rarely reads a record in
// vain.
type Store[K tts.Key] struct {
	codec  codec[K]
	seed   maphash.Seed
	chunks [][]byte
	used   int // bytes of the last chunk
	n      int
	last   uint32 // position of the newest configuration
	tags   []uint8
	slots  []uint32
	buf    []byte
}

// New returns an empty store.
func New[K tts.Key]() *Store[K] {
	s := NewSmall[K]()
	s.resize(1 << 10)
	return s
}

// NewSmall returns a store for few configurations, which is fast to reset.
func NewSmall[K tts.Key]() *Store[K] {
	s := &Store[K]{codec: codecOf[K](), seed: maphash.MakeSeed()}
	s.resize(1 << 5)
	return s
}

func (s *Store[K]) resize(n int) {
	old := s.slots
	s.tags, s.slots = make([]uint8, n), make([]uint32, n)
	for i := range s.slots {
		s.slots[i] = NoPos
	}
	for _, pos := range old {
		if pos == NoPos {
			continue
		}
		h := maphash.Bytes(s.seed, s.payload(pos))
		i := s.home(h)
		for s.slots[i] != NoPos {
			i = s.after(i)
		}
		s.tags[i], s.slots[i] = uint8(h), pos
	}
}

// home is the slot where a search for hash h begins.
func (s *Store[K]) home(h uint64) int {
	hi, _ := bits.Mul64(h, uint64(len(s.slots)))
	return int(hi)
}

func (s *Store[K]) after(i int) int {
	if i++; i == len(s.slots) {
		return 0
	}
	return i
}

// Add stores c unless it is there and returns its position and whether it is new.
func (s *Store[K]) Add(c tts.Config[K], parent uint32) (pos uint32, fresh bool, err error) {
	s.buf = s.codec.pack(s.buf[:0], c)
	return s.add(s.buf, maphash.Bytes(s.seed, s.buf), parent)
}

func (s *Store[K]) add(packed []byte, h uint64, parent uint32) (pos uint32, fresh bool, err error) {
	i := s.home(h)
	for ; s.slots[i] != NoPos; i = s.after(i) {
		if s.tags[i] == uint8(h) && string(s.payload(s.slots[i])) == string(packed) {
			return s.slots[i], false, nil
		}
	}
	pos, err = s.append(packed, parent)
	if err != nil {
		return 0, false, err
	}
	s.tags[i], s.slots[i] = uint8(h), pos
	s.last = pos
	s.n++
	if s.n*5 >= len(s.slots)*4 {
		s.resize(len(s.slots) + len(s.slots)/2)
	}
	return pos, true, nil
}

// append writes the record of a packed configuration.
func (s *Store[K]) append(packed []byte, parent uint32) (uint32, error) {
	need := 4 + binary.MaxVarintLen32 + len(packed)
	if len(s.chunks) == 0 || s.used+need > len(s.chunks[len(s.chunks)-1]) {
		if len(s.chunks) == (1<<32)/chunkUnits-1 {
			return 0, errFull
		}
		size := chunkBytes
		if len(s.chunks) == 0 {
			size = firstChunkBytes
		}
		// A record longer than a chunk gets one of its own length.
		s.chunks = append(s.chunks, make([]byte, max(size, need)))
		s.used = 0
	}
	last := len(s.chunks) - 1
	at := s.used
	rec := s.chunks[last][at:at:len(s.chunks[last])]
	rec = binary.LittleEndian.AppendUint32(rec, parent)
	rec = binary.AppendUvarint(rec, uint64(len(packed)))
	rec = append(rec, packed...)
	s.used = (at + len(rec) + unit - 1) / unit * unit
	if s.used >= chunkBytes {
		s.used = len(s.chunks[last])
	}
	return uint32(last*chunkUnits + at/unit), nil
}

// record returns the bytes of the record at pos and what follows.
func (s *Store[K]) record(pos uint32) []byte {
	return s.chunks[pos/chunkUnits][pos%chunkUnits*unit:]
}

func (s *Store[K]) payload(pos uint32) []byte {
	rec := s.record(pos)[4:]
	n := uint64(rec[0])
	if n < 0x80 {
		return rec[1 : 1+n]
	}
	n, k := binary.Uvarint(rec)
	return rec[k : k+int(n)]
}

// Len returns how many configurations there are.
func (s *Store[K]) Len() int { return s.n }

// Last returns the position of the newest configuration.
func (s *Store[K]) Last() uint32 { return s.last }

// Parent returns the parent of the configuration at pos, noPos for an initial one.
func (s *Store[K]) Parent(pos uint32) uint32 {
	return binary.LittleEndian.Uint32(s.record(pos))
}

// Get unpacks the configuration at pos, into the memory of locals.
func (s *Store[K]) Get(pos uint32, locals []tts.Count[K]) tts.Config[K] {
	return s.codec.unpack(s.payload(pos), locals[:0])
}

// Next returns the position behind pos in the order of coming, noPos at the end.
func (s *Store[K]) Next(pos uint32) uint32 {
	rec := s.record(pos)
	n, k := binary.Uvarint(rec[4:])
	at := int(pos%chunkUnits)*unit + 4 + k + int(n)
	at = (at + unit - 1) / unit * unit
	chunk := int(pos / chunkUnits)
	if chunk == len(s.chunks)-1 {
		if at >= s.used {
			return NoPos
		}
		return uint32(chunk*chunkUnits + at/unit)
	}
	// The chunk was left when the next record did not fit. Its rest is zero, and
	// no record has length 0, so a zero length marks the end.
	if at+4 < len(s.chunks[chunk]) && at < chunkBytes && s.chunks[chunk][at+4] != 0 {
		return uint32(chunk*chunkUnits + at/unit)
	}
	return uint32((chunk + 1) * chunkUnits)
}

// Bytes returns the memory that the store takes.
func (s *Store[K]) Bytes() int {
	total := len(s.tags) + 4*len(s.slots)
	for i, c := range s.chunks {
		if i == len(s.chunks)-1 {
			total += s.used
			break
		}
		total += len(c)
	}
	return total
}

// Reset empties the store and keeps its memory.
func (s *Store[K]) Reset() {
	if s.n == 0 {
		return
	}
	for i := range s.slots {
		s.slots[i] = NoPos
	}
	if len(s.chunks) > 1 {
		clear(s.chunks[0])
	}
	s.chunks = s.chunks[:1]
	clear(s.chunks[0][:min(s.used+unit, len(s.chunks[0]))])
	s.used, s.n = 0, 0
}
