// This file defines the maximal elements of a downward-closed set of
// configurations, and the index that answers whether a configuration is in it.

package km

import (
	"hash/maphash"
	"slices"

	"github.com/ijit/ijit/tts"
)

// A maximal keeps configurations with omegas, of which none covers another: the
// maximal elements of a downward-closed set.
//
// A question is only about elements with the same shared state. One look at a
// [rank] rules out nearly all of those that do not cover, or are not covered.
type maximal[K tts.Key] struct {
	peaks map[K][]peak[K] // by shared state
	n     int
	// compared is how many elements configurations were compared with, since whoever looks
	// at it set it to 0.
	compared int
	hash     func(K) uint64
}

// A peak is an element, known by a number of whoever put it there.
type peak[K tts.Key] struct {
	rank
	id     uint32
	locals []tts.Count[K]
}

// A rank is what the covering relation keeps: if c covers d, the signature of c
// contains that of d, c has as many omegas at least, and if as many, as many threads
// besides. A signature has a bit for each local state.
type rank struct {
	signature uint64
	omegas    uint32
	threads   uint64 // not counting the omegas
}

func newMaximal[K tts.Key]() *maximal[K] {
	return &maximal[K]{peaks: map[K][]peak[K]{}, hash: hashOf[K]()}
}

func (m *maximal[K]) rank(locals []tts.Count[K]) rank {
	var r rank
	for _, x := range locals {
		r.signature |= 1 << (m.hash(x.Local) >> 58)
		if x.N == tts.Omega {
			r.omegas++
		} else {
			r.threads += uint64(x.N)
		}
	}
	return r
}

// mayCover is necessary for a configuration with rank r to cover one with rank s.
func (r *rank) mayCover(s *rank) bool {
	return s.signature&^r.signature == 0 &&
		(r.omegas > s.omegas || r.omegas == s.omegas && r.threads >= s.threads)
}

// covers reports whether an element covers c.
func (m *maximal[K]) covers(c tts.Config[K]) bool {
	peaks := m.peaks[c.Shared]
	if len(peaks) == 0 {
		return false
	}
	m.compared += len(peaks)
	r := m.rank(c.Locals)
	// What was put there last is most like what comes next.
	for i := len(peaks) - 1; i >= 0; i-- {
		p := &peaks[i]
		if p.mayCover(&r) && (tts.Config[K]{Shared: c.Shared, Locals: p.locals}).Covers(c) {
			return true
		}
	}
	return false
}

// add puts c, which no element covers, in the place of the elements that it covers;
// drop is called for each of these. The locals of c are kept.
func (m *maximal[K]) add(c tts.Config[K], id uint32, drop func(id uint32)) {
	r := m.rank(c.Locals)
	peaks := m.peaks[c.Shared]
	m.compared += len(peaks)
	kept := peaks[:0]
	for i := range peaks {
		p := &peaks[i]
		if r.mayCover(&p.rank) && c.Covers(tts.Config[K]{Shared: c.Shared, Locals: p.locals}) {
			drop(p.id)
			m.n--
			continue
		}
		kept = append(kept, *p)
	}
	m.peaks[c.Shared] = append(kept, peak[K]{r, id, c.Locals})
	m.n++
}

// remove takes out the element with the given shared state and number, if it is there.
func (m *maximal[K]) remove(shared K, id uint32) {
	peaks := m.peaks[shared]
	for i := range peaks {
		if peaks[i].id == id {
			m.peaks[shared] = slices.Delete(peaks, i, i+1)
			m.n--
			return
		}
	}
}

// configs returns the elements in order.
func (m *maximal[K]) configs() []tts.Config[K] {
	list := make([]tts.Config[K], 0, m.n)
	for s, peaks := range m.peaks {
		for i := range peaks {
			list = append(list, tts.Config[K]{Shared: s, Locals: peaks[i].locals})
		}
	}
	slices.SortFunc(list, tts.Config[K].Compare)
	return list
}

// hashOf returns a hash function whose high bits are good. It is chosen once for
// one kind of key, so that the loops that call it need not ask.
func hashOf[K tts.Key]() func(K) uint64 {
	const golden = 0x9e3779b97f4a7c15
	var f any
	switch any(*new(K)).(type) {
	case uint32:
		f = func(k uint32) uint64 { return uint64(k) * golden }
	case uint64:
		f = func(k uint64) uint64 { return k * golden }
	case string:
		seed := maphash.MakeSeed()
		f = func(k string) uint64 { return maphash.String(seed, k) }
	}
	return f.(func(K) uint64)
}
