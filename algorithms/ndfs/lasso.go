// This file defines how a run is found in a component that has an accepting cycle, or the
// beginning of runs.

package ndfs

import (
	"iter"
	"math"
	"slices"

	"github.com/ijit/ijit/algorithms"
)

// A hop is a transition of the product as a lasso takes it: from a pair along a
// transition of the graph.
type hop struct {
	from pair
	edge int
	sets uint64
	to   pair
}

// A lasso is a run of the product: a stem, and a loop that has transitions of all sets.
type lasso struct{ stem, loop []hop }

func (l lasso) len() int { return len(l.stem) + len(l.loop) }

// lasso returns a run that goes round in the accepting component: a shortest way there over pairs that the search has
// met, then round.
func (s *search) lasso() (l lasso) {
	inside := func(x pair) bool { return *s.order(x) != removed && *s.order(x) >= s.component.order }
	w := walk{search: s, work: math.MaxInt64}
	var start pair
	if i := slices.IndexFunc(s.first, inside); i >= 0 {
		start = s.first[i]
	} else {
		l.stem = w.shortest(s.first, s.known, func(h hop) bool { return inside(h.to) }, math.MaxInt)
		start = l.stem[len(l.stem)-1].to
	}
	l.loop = w.round(start, inside, math.MaxInt)
	return l
}

// leastWork is how many transitions a search for a shorter run may look at, however few the search has.
const leastWork = 1 << 16

// shorten looks for a run in fewer hops than l, over pairs that a search in depth need not have met: from each pair, those
// that take the fewest hops first, it goes round. It looks at so many transitions as the search has.
func (s *search) shorten(l lasso) lasso {
	anywhere := func(pair) bool { return true }
	w := walk{search: s, work: s.fired + leastWork}
	ways := newWays(s.first)
	for i := 0; i < len(ways.queue) && w.work > 0; i++ {
		x := ways.queue[i]
		stem := ways.to(x)
		if len(stem)+1 >= l.len() {
			break // so has each that follows
		}
		if loop := w.round(x, anywhere, l.len()-len(stem)-1); loop != nil {
			l = lasso{stem, loop}
		}
		for h := range w.hops(x) {
			ways.add(h)
		}
	}
	return l
}

// A walk goes over the product in breadth, past so many transitions at most.
type walk struct {
	*search
	work int64
}

// hops yields the hops from a pair.
func (w *walk) hops(x pair) iter.Seq[hop] {
	return func(yield func(hop) bool) {
		for f := w.frame(x); w.work > 0; w.work-- {
			edge := f.edge
			to, sets, ok := w.next(&f)
			if !ok || !yield(hop{x, edge, sets, to}) {
				return
			}
		}
	}
}

// round returns a way from a pair back to it in at most so many hops: a shortest way to each set that is still missing,
// and a shortest way back. It returns nil if it finds none.
func (w *walk) round(start pair, allowed func(pair) bool, most int) (loop []hop) {
	at, missing := start, w.full
	for missing != 0 || at != start || len(loop) == 0 {
		part := w.shortest([]pair{at}, allowed, func(h hop) bool { return h.sets&missing != 0 || missing == 0 && h.to == start }, most-len(loop))
		if part == nil {
			return nil
		}
		for _, h := range part {
			missing &^= h.sets
		}
		loop, at = append(loop, part...), part[len(part)-1].to
	}
	return loop
}

// shortest returns a shortest way from some pairs, over allowed ones, that ends in a wanted hop, if one has at most so many.
func (w *walk) shortest(from []pair, allowed func(pair) bool, wanted func(hop) bool, most int) []hop {
	ways := newWays(from)
	level := len(from) // where pairs begin that are further away
	for i, n := 0, 1; i < len(ways.queue) && n <= most; i++ {
		for h := range w.hops(ways.queue[i]) {
			switch {
			case !allowed(h.to):
			case wanted(h):
				return append(ways.to(h.from), h)
			default:
				ways.add(h)
			}
		}
		if i+1 == level {
			n, level = n+1, len(ways.queue)
		}
	}
	return nil
}

// Ways are shortest ways from some pairs to those of the queue, which are in the order of their lengths.
type ways struct {
	queue []pair
	last  map[pair]hop // of the way to a pair
}

func newWays(from []pair) ways {
	x := ways{slices.Clone(from), map[pair]hop{}}
	for _, p := range from {
		x.last[p] = hop{edge: -1}
	}
	return x
}

// add adds the way that ends in a hop, unless there is one to its end.
func (x *ways) add(h hop) {
	if _, known := x.last[h.to]; !known {
		x.last[h.to] = h
		x.queue = append(x.queue, h.to)
	}
}

// to returns the way to a pair.
func (x *ways) to(p pair) (way []hop) {
	for h := x.last[p]; h.edge >= 0; h = x.last[h.from] {
		way = append(way, h)
	}
	slices.Reverse(way)
	return way
}

// path returns the run of the graph of a lasso of the product.
func (s *search) path() *Path {
	l := s.lasso()
	if short := s.shorten(l); s.meter.Reason() == algorithms.NoReason { // else transitions may have been left out
		l = short
	}
	p := &Path{Loop: len(l.stem)}
	p.follow(s, append(l.stem, l.loop...))
	p.fold()
	return p
}

// prefix returns a shortest beginning of runs that ends at a pair at which the formula is refuted whatever follows. The
// search has met all pairs.
func (s *search) prefix() *Path {
	p := &Path{Loop: -1}
	if i := slices.IndexFunc(s.first, s.refutes); i >= 0 {
		p.States = []uint32{s.first[i].graph()}
		return p
	}
	w := walk{search: s, work: math.MaxInt64}
	way := w.shortest(s.first, s.known, func(h hop) bool { return s.refutes(h.to) }, math.MaxInt)
	p.follow(s, way)
	p.States = append(p.States, way[len(way)-1].to.graph())
	return p
}

func (p *Path) follow(s *search, way []hop) {
	for _, h := range way {
		p.States = append(p.States, h.from.graph())
		p.Moves = append(p.Moves, s.edges[h.edge].Move)
	}
}

// fold writes the same run in fewer states: the automaton may have told apart what the
// graph does not.
func (p *Path) fold() {
	same := func(i, j int) bool { return p.States[i] == p.States[j] && p.Moves[i] == p.Moves[j] }
	for period := 1; period < len(p.States)-p.Loop; period++ {
		n := len(p.States) - p.Loop
		if n%period != 0 {
			continue
		}
		repeats := true
		for i := p.Loop; i+period < len(p.States) && repeats; i++ {
			repeats = same(i, i+period)
		}
		if repeats {
			p.cut(p.Loop + period)
			break
		}
	}
	for p.Loop > 0 && same(p.Loop-1, len(p.States)-1) {
		p.Loop--
		p.cut(len(p.States) - 1)
	}
}

func (p *Path) cut(n int) { p.States, p.Moves = p.States[:n], p.Moves[:n] }
