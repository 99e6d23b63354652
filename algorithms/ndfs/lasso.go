// This file defines how a run is found in a component that has an accepting cycle, or the
// beginning of runs.

package ndfs

import "slices"

// A hop is a transition of the product as a lasso takes it: from a pair along a
// transition of the graph.
type hop struct {
	from pair
	edge int
	sets uint64
	to   pair
}

// lasso returns the stem and the loop of a run that goes round in the accepting component:
// a shortest way there over pairs that the search has met, then a shortest way to each set
// that is still missing, and a shortest way back.
func (s *search) lasso() (stem, loop []hop) {
	known := func(x pair) bool { return *s.order(x) != 0 }
	inside := func(x pair) bool { return *s.order(x) != removed && *s.order(x) >= s.component.order }
	var start pair
	if i := slices.IndexFunc(s.first, inside); i >= 0 {
		start = s.first[i]
	} else {
		stem = s.shortest(s.first, known, func(h hop) bool { return inside(h.to) })
		start = stem[len(stem)-1].to
	}
	at, missing := start, s.full
	for missing != 0 {
		part := s.shortest([]pair{at}, inside, func(h hop) bool { return h.sets&missing != 0 })
		for _, h := range part {
			missing &^= h.sets
		}
		loop, at = append(loop, part...), part[len(part)-1].to
	}
	if at != start || len(loop) == 0 {
		loop = append(loop, s.shortest([]pair{at}, inside, func(h hop) bool { return h.to == start })...)
	}
	return stem, loop
}

// shortest returns a shortest way from some pairs, over allowed ones, that ends in a wanted hop.
func (s *search) shortest(from []pair, allowed func(pair) bool, wanted func(hop) bool) []hop {
	queue := slices.Clone(from)
	parent := map[pair]hop{}
	for _, x := range from {
		parent[x] = hop{edge: -1}
	}
	for i := 0; i < len(queue); i++ {
		f := s.frame(queue[i])
		for {
			edge := f.edge
			to, sets, ok := s.next(&f)
			if !ok {
				break
			}
			h := hop{queue[i], edge, sets, to}
			if !allowed(to) {
				continue
			}
			if wanted(h) {
				way := []hop{h}
				for h = parent[h.from]; h.edge >= 0; h = parent[h.from] {
					way = append(way, h)
				}
				slices.Reverse(way)
				return way
			}
			if _, known := parent[to]; !known {
				parent[to] = h
				queue = append(queue, to)
			}
		}
	}
	return nil // not reached: what is wanted is there
}

// path returns the run of the graph of a lasso of the product.
func (s *search) path() *Path {
	stem, loop := s.lasso()
	p := &Path{Loop: len(stem)}
	for _, h := range append(stem, loop...) {
		p.States = append(p.States, h.from.graph())
		p.Moves = append(p.Moves, s.edges[h.edge].Move)
	}
	p.shorten()
	return p
}

// prefix returns a shortest beginning of runs, among what the search has met, that ends at the
// pair at which the formula is refuted.
func (s *search) prefix() *Path {
	p := &Path{Loop: -1}
	if !slices.Contains(s.first, *s.refuted) {
		known := func(x pair) bool { return *s.order(x) != 0 }
		for _, h := range s.shortest(s.first, known, func(h hop) bool { return h.to == *s.refuted }) {
			p.States = append(p.States, h.from.graph())
			p.Moves = append(p.Moves, s.edges[h.edge].Move)
		}
	}
	p.States = append(p.States, s.refuted.graph())
	return p
}

// shorten writes the same run in fewer states: the automaton may have told apart what the
// graph does not.
func (p *Path) shorten() {
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
