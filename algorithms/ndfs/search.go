// This file defines the search for an accepting cycle in the product of a graph and an
// automaton.

package ndfs

import (
	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/internal/intern"
	"github.com/ijit/ijit/parser/ltl"
)

// A search can have so many fairness sets and operators U and F, taken together, and so
// many formulas of the future below operators of the past.
const (
	maxSets    = 64
	maxGuesses = 16
)

// A search is a depth-first search for a strongly connected component of the product that
// has transitions of all sets, and a cycle (Couvreur 1999; Schwoon and Esparza, "A Note
// on On-The-Fly Verification Algorithms", TACAS 2005, figure 5). Tarjan's stack of roots is
// kept with the sets that each partial component has, so the search ends as soon as the
// states it has seen have an accepting cycle.
type search struct {
	graph     Graph
	automaton *automaton
	meter     *algorithms.Meter
	watch     func(Stats)
	full      uint64 // all sets
	shift     int    // where the sets of the automaton begin

	letters   *intern.Table // values of the formula's atoms
	letter    []uint32      // by state of the graph; noLetter for not asked yet
	edges     []Transition  // of the states that were asked for
	spans     []span        // of edges, by state; the letter says whether it is known
	row       []uint64
	product   *intern.Table // pairs of states, graph before automaton
	order     []uint32      // by pair: when it was met, from 1; 0 for not yet, removed for the end
	met       uint32
	live      []uint32 // pairs in order, those of components that are complete removed
	stack     []frame  // the path of the search
	roots     []root
	fired     int64
	component root // that has an accepting cycle
}

const (
	noLetter = ^uint32(0)
	removed  = ^uint32(0)
)

type span struct{ from, to int }

// A frame is a pair on the path of the search, with the transition to be looked at next.
type frame struct {
	pair       uint32
	edge, arcs int
	list       []arc
}

// A root is the first pair of a partial component.
type root struct {
	order   uint32
	sets    uint64 // of transitions inside
	entered uint64 // of the transition that leads to it
}

func newSearch(g Graph, f *ltl.Formula, m *algorithms.Meter, watch func(Stats)) *search {
	ticks := 0
	stop := func() bool {
		ticks++
		return m.Reason() != algorithms.NoReason || ticks%256 == 0 && m.Stop()
	}
	a := newAutomaton(f, stop)
	s := &search{graph: g, automaton: a, meter: m, watch: watch, shift: g.FairSets(), product: intern.New(1)}
	s.letters = intern.New(len(a.atoms)/64 + 1)
	s.row = make([]uint64, len(a.atoms)/64+1)
	s.full = uint64(1)<<(g.FairSets()+a.untils) - 1
	return s
}

// supported reports whether the search can be run at all.
func (s *search) supported() bool {
	return s.graph.FairSets()+s.automaton.untils <= maxSets && len(s.automaton.guessed) <= maxGuesses
}

// run reports whether there is an accepting cycle. Whether that is so is not known if the
// meter has stopped.
func (s *search) run() bool {
	for _, first := range s.graph.AppendInitial(nil) {
		if pair := s.pair(first, 0); s.order[pair] == 0 {
			if s.enter(pair, 0); s.explore() {
				return true
			}
		}
		if s.stopped() {
			return false
		}
	}
	return false
}

func (s *search) stats() Stats { return Stats{len(s.letter), s.product.Len(), s.fired} }

// stopped polls the limits.
func (s *search) stopped() bool {
	if s.watch != nil {
		s.watch(s.stats())
	}
	return s.meter.Stop()
}

// explore searches from the path, until it is empty.
func (s *search) explore() bool {
	for steps := 1; len(s.stack) > 0; steps++ {
		if steps%64 == 0 && s.stopped() {
			return false
		}
		top := &s.stack[len(s.stack)-1]
		to, sets, ok := s.next(top)
		if !ok {
			s.leave()
			continue
		}
		s.fired++
		switch at := s.order[to]; at {
		case 0:
			s.enter(to, sets)
		case removed:
		default:
			if s.close(at, sets) {
				return true
			}
		}
	}
	return false
}

// close merges the partial components from that of a pair of the path on, since a
// transition leads back to it, and reports whether the result is accepting.
func (s *search) close(at uint32, sets uint64) bool {
	last := len(s.roots) - 1
	for s.roots[last].order > at {
		sets |= s.roots[last].sets | s.roots[last].entered
		last--
	}
	s.roots = s.roots[:last+1]
	s.roots[last].sets |= sets
	s.component = s.roots[last]
	return s.component.sets == s.full
}

// enter puts a pair that is new on the path.
func (s *search) enter(pair uint32, sets uint64) {
	s.met++
	s.order[pair] = s.met
	s.live = append(s.live, pair)
	s.roots = append(s.roots, root{order: s.met, entered: sets})
	s.stack = append(s.stack, s.frame(pair))
}

// leave takes the last pair off the path, and its component with it if it is the root.
func (s *search) leave() {
	pair := s.stack[len(s.stack)-1].pair
	s.stack = s.stack[:len(s.stack)-1]
	if s.roots[len(s.roots)-1].order != s.order[pair] {
		return
	}
	s.roots = s.roots[:len(s.roots)-1]
	for {
		last := s.live[len(s.live)-1]
		s.live = s.live[:len(s.live)-1]
		s.order[last] = removed
		if last == pair {
			return
		}
	}
}

// pair returns the number of a state of the graph with one of the automaton.
func (s *search) pair(g, a uint32) uint32 {
	id, fresh := s.product.Intern([]uint64{uint64(g)<<32 | uint64(a)})
	if fresh {
		s.order = append(s.order, 0)
	}
	return id
}

// sides returns the states of a pair.
func (s *search) sides(pair uint32) (g, a uint32) {
	row := s.product.Row(pair)[0]
	return uint32(row >> 32), uint32(row)
}

// frame returns the transitions of a pair.
func (s *search) frame(pair uint32) frame {
	g, a := s.sides(pair)
	letter := s.known(g)
	return frame{pair: pair, edge: s.spans[g].from, list: s.automaton.arcs(a, letter, func(atom int) bool { return s.graph.Value(atom, g) })}
}

// next returns the next transition of a pair.
func (s *search) next(f *frame) (to uint32, sets uint64, ok bool) {
	g, _ := s.sides(f.pair)
	if f.edge == s.spans[g].to || len(f.list) == 0 {
		return 0, 0, false
	}
	t, x := &s.edges[f.edge], &f.list[f.arcs]
	if f.arcs++; f.arcs == len(f.list) {
		f.edge, f.arcs = f.edge+1, 0
	}
	return s.pair(t.To, x.to), t.Fair | x.met<<s.shift, true
}

// known returns the letter of a state of the graph, the transitions of which are known then.
func (s *search) known(g uint32) uint32 {
	for int(g) >= len(s.letter) {
		s.letter = append(s.letter, noLetter)
		s.spans = append(s.spans, span{})
	}
	if s.letter[g] == noLetter {
		clear(s.row)
		for i, atom := range s.automaton.atoms {
			if s.graph.Value(atom, g) {
				s.row[i/64] |= 1 << (i % 64)
			}
		}
		s.letter[g], _ = s.letters.Intern(s.row)
		from := len(s.edges)
		s.edges = s.graph.AppendSuccessors(s.edges, g)
		s.spans[g] = span{from, len(s.edges)}
	}
	return s.letter[g]
}
