// This file defines what becomes of labels once boxes are known: those that none reaches are
// safe, for others there are abstract paths, which are executed.

package reactive

import (
	"math"
	"slices"
	"time"

	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/systems/eca"
)

// A departure is where an execution leaves an abstract path: in the region from, bounds of a
// term decide.
type departure struct {
	from int32
	edge *edge // nil if the bound is one of a test, in the box of the region
	term int32
	c    int64
}

// decide notes what boxes say of labels, and executes the shortest abstract path to each that
// is left.
func (r *regions) decide() {
	parents, hits := r.paths()
	r.spurious = r.spurious[:0]
	var invariant *Invariant
	for i, wanted := range r.wanted() {
		a := &r.answers[i]
		if a.Verdict != verdict.Unknown || !wanted {
			continue
		}
		h := hits[i]
		if h.region < 0 {
			if invariant == nil {
				invariant = r.invariant()
			}
			r.safe(i, "regions", invariant)
		} else if inputs, ok := r.execute(parents, h, i); ok {
			r.unsafe(i, inputs)
			r.answers[i].Shortest = !r.mixed // each execution has an abstract path as long
		}
	}
}

// unsafe notes that inputs reach a label.
func (r *regions) unsafe(label int, inputs []int32) {
	if a := &r.answers[label]; a.Verdict == verdict.Unknown {
		*a = Answer{Verdict: verdict.Unsafe, By: "regions", Inputs: inputs}
		r.decided(label)
	}
}

// safe notes that a label cannot be reached.
func (r *regions) safe(label int, by string, invariant *Invariant) {
	r.answers[label] = Answer{Verdict: verdict.Safe, By: by, Invariant: invariant}
	r.decided(label)
}

func (r *regions) decided(label int) {
	r.answers[label].Seconds = time.Since(r.began).Seconds()
	r.left--
	r.board.decide(label)
}

// wanted returns the labels that are asked about, without those that others have decided.
func (r *regions) wanted() []bool {
	switch {
	case r.board != nil:
		return r.board.open()
	case r.options.Wanted != nil:
		return r.options.Wanted
	}
	return slices.Repeat([]bool{true}, len(r.answers))
}

// An arrival is how a region, or a label, is reached first: from a region, by an edge.
type arrival struct{ region, edge int32 }

// paths returns the abstract paths of fewest inputs, as arrivals at regions, and at labels.
func (r *regions) paths() (parents, hits []arrival) {
	parents = slices.Repeat([]arrival{{-2, -2}}, len(r.list))
	hits = slices.Repeat([]arrival{{-1, -1}}, len(r.answers))
	least := slices.Repeat([]int{math.MaxInt}, len(hits)) // where a turn has several inputs
	queue := slices.Clone(r.first)
	for _, i := range queue {
		parents[i] = arrival{-1, -1}
	}
	for turn, end, i := 0, len(queue), 0; i < len(queue); i++ {
		if i == end {
			turn, end = turn+max(0, r.reads), len(queue)
		}
		from := queue[i]
		for e := r.list[from].edges[0]; e < r.list[from].edges[1]; e++ {
			for _, h := range r.edges[e].move.hits {
				if n := turn + int(h.inputs); n < least[h.label] {
					least[h.label], hits[h.label] = n, arrival{from, e}
				}
			}
			for _, to := range r.edges[e].to {
				if parents[to].region == -2 {
					parents[to] = arrival{from, e}
					queue = append(queue, to)
				}
			}
		}
	}
	return parents, hits
}

// execute follows an abstract path to a label. It returns the inputs if the label is reached; if
// not, it notes where the execution departs from the path.
func (r *regions) execute(parents []arrival, h arrival, label int) ([]int32, bool) {
	path := []arrival{h}
	for parents[path[len(path)-1].region].region >= 0 {
		path = append(path, parents[path[len(path)-1].region])
	}
	slices.Reverse(path)
	numbers := make([]int32, len(r.data))
	begin := r.begin[slices.Index(r.first, path[0].region)]
	inputs := slices.Clone(begin.inputs)
	r.apply(begin, slices.Clone(numbers), numbers)
	next := slices.Clone(numbers)
	for i, p := range path {
		e := &r.edges[p.edge]
		if d, away := r.departs(e, p.region, numbers); away {
			r.spurious = append(r.spurious, d...)
			return nil, false
		}
		if i == len(path)-1 {
			for _, h := range e.move.hits {
				if int(h.label) == label {
					inputs = append(inputs, e.move.inputs[:h.inputs]...)
				}
			}
			return inputs, replay(r.file, label, inputs)
		}
		inputs = append(inputs, e.move.inputs...)
		r.apply(e.move, numbers, next)
		to := &r.list[path[i+1].region]
		cuts := r.cutsOf(to.part)
		for j := range next {
			sym := int32(j + 1)
			for _, set := range e.move.sets {
				if int(set.number) == j {
					sym = set.sym
				}
			}
			if lo := floor(cuts[j], int(to.place[j])); next[j] < lo {
				r.spurious = append(r.spurious, departure{p.region, e, sym, int64(lo) - 1})
				return nil, false
			}
			if hi := ceiling(cuts[j], int(to.place[j])); next[j] > hi {
				r.spurious = append(r.spurious, departure{p.region, e, sym, int64(hi)})
				return nil, false
			}
		}
		numbers, next = next, numbers
	}
	return nil, false
}

// departs returns the bounds of tests on an edge that numbers are not within.
func (r *regions) departs(e *edge, from int32, numbers []int32) ([]departure, bool) {
	for _, f := range e.facts {
		if c := r.of(f.term, numbers); c < f.lo {
			return []departure{{from, nil, f.term, int64(f.lo) - 1}}, true
		} else if c > f.hi {
			return []departure{{from, nil, f.term, int64(f.hi)}}, true
		}
	}
	return nil, false
}

// apply computes the numbers that a move leads to.
func (t *turner) apply(m *move, numbers, next []int32) {
	copy(next, numbers)
	for _, set := range m.sets {
		if set.sym == 0 {
			next[set.number] = set.c
		} else {
			next[set.number] = t.of(set.sym, numbers)
		}
	}
}

// replay reports whether the interpreter reaches a label by the last of some inputs.
func replay(file *eca.File, label int, inputs []int32) bool {
	for _, step := range eca.Run(file, inputs) {
		for _, l := range step.Reached {
			if l.Label.ID == label && l.Inputs == len(inputs) {
				return true
			}
		}
	}
	return false
}
