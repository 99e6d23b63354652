// This file defines the search for an accepting cycle in the product of a graph and an
// automaton.

package ndfs

import (
	"slices"

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
	orders    [][]*page // by state of the automaton and of the graph: see order
	met       uint32    // pairs
	first     []pair    // initial ones that the search began with
	live      []pair    // in order, those of components that are complete removed
	stack     []frame   // the path of the search
	roots     []root
	fired     int64
	component root // that has an accepting cycle
	refuted   bool // at some pair that was met the formula is refuted whatever follows
}

const (
	noLetter = ^uint32(0)
	removed  = ^uint32(0)
)

type span struct{ from, to int }

// A pair is a state of the graph and one of the automaton.
type pair uint64

func pairOf(g, a uint32) pair { return pair(g)<<32 | pair(a) }

func (p pair) graph() uint32     { return uint32(p >> 32) }
func (p pair) automaton() uint32 { return uint32(p) }

// A page has the orders of pairs with neighbouring states of the graph: most are met if one is.
type page [256]uint32

// A frame is a pair on the path of the search, with the transition to be looked at next.
type frame struct {
	pair       pair
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
	s := &search{graph: g, automaton: a, meter: m, watch: watch, shift: g.FairSets()}
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
	for _, g := range s.graph.AppendInitial(nil) {
		if x := pairOf(g, 0); *s.order(x) == 0 {
			s.first = append(s.first, x)
			if s.enter(x, 0); s.explore() {
				return true
			}
		}
		if s.stopped() {
			return false
		}
	}
	return false
}

func (s *search) stats() Stats { return Stats{len(s.letter), int(s.met), s.fired} }

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
		switch at := *s.order(to); at {
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
func (s *search) enter(x pair, sets uint64) {
	s.met++
	*s.order(x) = s.met
	s.live = append(s.live, x)
	s.roots = append(s.roots, root{order: s.met, entered: sets})
	f := s.frame(x)
	s.stack = append(s.stack, f)
	s.refuted = s.refuted || slices.ContainsFunc(f.list, s.automaton.universal)
}

// refutes reports whether the formula is refuted at a pair whatever follows.
func (s *search) refutes(x pair) bool {
	return slices.ContainsFunc(s.frame(x).list, s.automaton.universal)
}

// known reports whether a pair was met.
func (s *search) known(x pair) bool { return *s.order(x) != 0 }

// leave takes the last pair off the path, and its component with it if it is the root.
func (s *search) leave() {
	x := s.stack[len(s.stack)-1].pair
	s.stack = s.stack[:len(s.stack)-1]
	if s.roots[len(s.roots)-1].order != *s.order(x) {
		return
	}
	s.roots = s.roots[:len(s.roots)-1]
	for {
		last := s.live[len(s.live)-1]
		s.live = s.live[:len(s.live)-1]
		*s.order(last) = removed
		if last == x {
			return
		}
	}
}

// order returns where it stands when a pair was met, from 1; 0 for not yet, removed for the end.
func (s *search) order(x pair) *uint32 {
	a, g := int(x.automaton()), int(x.graph())
	for a >= len(s.orders) {
		s.orders = append(s.orders, nil)
	}
	at, i := g/len(page{}), g%len(page{})
	for at >= len(s.orders[a]) {
		s.orders[a] = append(s.orders[a], nil)
	}
	if s.orders[a][at] == nil {
		s.orders[a][at] = new(page)
	}
	return &s.orders[a][at][i]
}

// frame returns the transitions of a pair.
func (s *search) frame(x pair) frame {
	g := x.graph()
	letter := s.letterOf(g)
	list := s.automaton.arcs(x.automaton(), letter, func(atom int) bool { return s.graph.Value(atom, g) })
	return frame{pair: x, edge: s.spans[g].from, list: list}
}

// next returns the next transition of a pair.
func (s *search) next(f *frame) (to pair, sets uint64, ok bool) {
	if f.edge == s.spans[f.pair.graph()].to || len(f.list) == 0 {
		return 0, 0, false
	}
	t, x := &s.edges[f.edge], &f.list[f.arcs]
	if f.arcs++; f.arcs == len(f.list) {
		f.edge, f.arcs = f.edge+1, 0
	}
	return pairOf(t.To, x.to), t.Fair | x.met<<s.shift, true
}

// letterOf returns the letter of a state of the graph, the transitions of which are known then.
func (s *search) letterOf(g uint32) uint32 {
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
