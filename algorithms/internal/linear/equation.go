// This file defines the state equation of a cover: its rows and columns.

package linear

import (
	"slices"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/algorithms/internal/arcs"
	"github.com/ijit/ijit/algorithms/internal/stateequation"
	"github.com/ijit/ijit/tts"
)

// An Equation is the state equation of a cover. There is a row for each shared state that is
// not passed by and each local state, a column for each arc with what is passed by before it,
// and for what an arc does to another thread. An initial configuration is a step from the
// start. Local states in which some initial configuration has unboundedly many threads weigh
// nothing and have no row.
type Equation struct {
	*arcs.Arrivals
	stateequation.Rows
	asked   *stateequation.Equation // whether configurations can be covered
	initial *arcs.Starts
	meter   *algorithms.Meter
	sum     stateequation.Sum
}

// NewEquation returns nil if the equation would be too large.
func NewEquation(a *arcs.Arrivals, initial *arcs.Starts, m *algorithms.Meter) *Equation {
	q := &Equation{Arrivals: a, initial: initial, meter: m}
	q.Rows = stateequation.Rows{Shared: make([]int32, len(a.Locals)), Local: make([]int32, a.NumLocal())}
	rows, large := stateequation.Start+1, false
	for s := range q.Shared {
		q.Shared[s] = stateequation.NoRow
		if a.Pass[s] == arcs.NoArc {
			q.Shared[s] = rows
			rows++
		}
	}
	initial.Each(func(_ uint32, counts []tts.Count[uint32]) {
		for _, n := range counts {
			switch {
			case n.N == tts.Omega:
				q.Local[n.Local] = stateequation.NoRow
			case n.N > stateequation.MaxWeight:
				large = true
			}
		}
	})
	forShared := rows
	for l := range q.Local {
		if q.Local[l] != stateequation.NoRow {
			q.Local[l] = rows
			rows++
		}
	}
	if large || rows > stateequation.MaxRows {
		return nil
	}
	q.N = int(rows)
	q.asked = stateequation.NewEquation(&q.Rows, len(a.Arcs), rows > 2*forShared, q.columns, m.Stop)
	return q
}

// Ask asks whether a configuration can be covered ([stateequation.Equation.Ask]).
func (q *Equation) Ask(shared uint32, threads []uint32, fired int64) (a stateequation.Answer, steps uint16) {
	if q == nil {
		return stateequation.Unanswered, 0
	}
	return q.asked.Ask(shared, threads, fired)
}

// Excludes reports whether it is known that a configuration cannot be covered.
func (q *Equation) Excludes(shared uint32, threads []uint32) bool {
	return q != nil && q.asked.Excludes(shared, threads)
}

// columns returns the columns, each once, nil if it was stopped.
func (q *Equation) columns() []stateequation.Column {
	var all []stateequation.Column
	keep := func() {
		c := q.sum.Merge()
		if slices.ContainsFunc(c, func(x stateequation.Coefficient) bool { return x.N > 0 }) {
			all = append(all, slices.Clone(c))
		}
		q.sum.Reset()
	}
	q.initial.Each(func(s uint32, counts []tts.Count[uint32]) {
		q.sum.Add(stateequation.Start, -1)
		q.sum.Add(q.Shared[s], 1)
		for _, n := range counts {
			q.sum.Add(q.Local[n.Local], int32(n.N))
		}
		keep()
	})
	for i := range q.Arcs {
		if i%1024 == 0 && q.meter.Stop() {
			return nil
		}
		if q.Pass[q.Arcs[i].To] == arcs.NoArc {
			for range q.chain(uint32(i)) {
			}
			keep()
		}
	}
	for _, e := range q.Effects {
		for l, to := range e.Moved {
			for _, k := range to {
				q.sum.Add(q.Local[l], -1)
				q.sum.Add(q.Local[k], 1)
				keep()
			}
		}
	}
	slices.SortFunc(all, stateequation.Column.Compare)
	return slices.CompactFunc(all, func(x, y stateequation.Column) bool { return slices.Equal(x, y) })
}

// chain adds what an arc does, with the arcs of what is passed by before it, and yields all
// of these, the last one first.
func (q *Equation) chain(i uint32) func(yield func(uint32) bool) {
	return func(yield func(uint32) bool) {
		x := &q.Arcs[i]
		q.sum.Add(q.Shared[x.To], 1)
		for {
			q.along(x)
			if !yield(i) {
				return
			}
			if q.Pass[x.From] == arcs.NoArc {
				break
			}
			i = uint32(q.Pass[x.From])
			x = &q.Arcs[i]
		}
		q.sum.Add(q.Shared[x.From], -1)
	}
}

// along adds what an arc does to local states.
func (q *Equation) along(x *arcs.Arc) {
	if x.Kind == tts.Move {
		q.sum.Add(q.Local[x.After], 1)
	}
	if x.Kind != tts.Environment {
		q.sum.Add(q.Local[x.Active], -1)
	}
	if x.Effect != arcs.NoEffect && q.Effects[x.Effect].Kind == tts.Spawn {
		q.sum.Add(q.Local[q.Effects[x.Effect].Child], 1)
	}
}
