// This file defines the initial configurations over identifiers.

package arcs

import (
	"cmp"
	"iter"
	"slices"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/algorithms/internal/numbering"
	"github.com/ijit/ijit/tts"
)

// A start is an initial configuration over identifiers, its counts sorted by
// local state.
type start struct {
	shared uint32
	counts []tts.Count[uint32]
}

func startOf[K tts.Key](n *numbering.Names[K], c tts.Config[K]) start {
	x := start{shared: n.Shared.ID(c.Shared)}
	for _, l := range c.Locals {
		x.counts = append(x.counts, tts.Count[uint32]{Local: n.Local.ID(l.Local), N: l.N})
	}
	return x
}

// Starts are all initial configurations.
type Starts struct {
	list []start
	at   [][]uint32 // by shared state: positions in list
}

// NewStarts notes the initial configurations; f, if not nil, begins with them. It reports
// whether it was not stopped.
func NewStarts[K tts.Key](initial iter.Seq[tts.Config[K]], n *numbering.Names[K], f *Forward[K], m *algorithms.Meter, b *Budget) (*Starts, bool) {
	s := &Starts{}
	for c := range initial {
		x := startOf(n, c)
		if f != nil {
			f.begin(x)
		}
		slices.SortFunc(x.counts, func(x, y tts.Count[uint32]) int { return cmp.Compare(x.Local, y.Local) })
		for int(x.shared) >= len(s.at) {
			s.at = append(s.at, nil)
		}
		s.at[x.shared] = append(s.at[x.shared], uint32(len(s.list)))
		s.list = append(s.list, x)
		if len(s.list)%256 == 0 && m.Stop() || !b.Spend(1) {
			return s, false
		}
	}
	return s, true
}

// Each calls each for every initial configuration, its counts sorted by local
// state.
func (s *Starts) Each(each func(shared uint32, counts []tts.Count[uint32])) {
	for _, x := range s.list {
		each(x.shared, x.counts)
	}
}

// Above returns the counts of an initial configuration that covers the given one, and false
// if there is none.
func (s *Starts) Above(shared uint32, threads []uint32) ([]tts.Count[uint32], bool) {
	if int(shared) >= len(s.at) {
		return nil, false
	}
next:
	for _, i := range s.at[shared] {
		all := s.list[i].counts
		counts := all
		for j := 0; j < len(threads); {
			l, n := threads[j], uint32(0)
			for ; j < len(threads) && threads[j] == l; j++ {
				n++
			}
			for len(counts) > 0 && counts[0].Local < l {
				counts = counts[1:]
			}
			if len(counts) == 0 || counts[0].Local != l || counts[0].N < n {
				continue next
			}
		}
		return all, true
	}
	return nil, false
}
