// This file defines the state equation, which every execution solves, and the
// linear constraints that follow from it.

package algorithms

import (
	"cmp"
	"math"
	"slices"

	"github.com/ijit/ijit/tts"
)

// An equation is the state equation of a cover: if a configuration can be covered, there
// are numbers of steps, one for each arc, that taken together lead from an initial
// configuration to it, whether or not they can be taken in any order. Where there are
// none, a weighting of shared and local states shows that: no arc increases the weight
// of a configuration, and that of the configuration is greater than that of the initial
// ones (Esparza, Ledesma-Garza, Majumdar, Meyer, Niksic, "An SMT-based approach to
// coverability analysis", CAV 2014; Geffroy, Leroux, Sutre, "Occam's razor applied to the
// Petri net coverability problem", RP 2016). Such a weighting excludes many configurations
// more, so it is kept.
//
// There is a row for each shared state that is not passed by and each local state, a
// column for each arc with what is passed by before it, and for what an arc does to
// another thread. An initial configuration is a step from a start. Local states in which
// some initial configuration has unboundedly many threads weigh nothing and have no row.
type equation struct {
	*arrivals
	simplex *simplex // nil if it was not needed yet
	shared  []int32  // by shared state: its row, or noRow
	local   []int32  // by local state
	// weights are by row, those that excluded something lately first. The weight of
	// row 0, the start, is the bound.
	weights [][]int32
	initial starts
	rows    int
	work    int  // multiplications so far
	cost    int  // the next question may take about as many
	counts  bool // there are more rows for local states than for shared ones
	asked   int  // questions answered
	found   int  // of them, with impossible
	sum     column
}

const (
	noRow     = -1
	maxRows   = 2048 // the simplex takes 8 bytes for two of them
	maxWeight = 1 << 20
	// A question may take so many multiplications, some tenths of a second; the limits are
	// not looked at before it ends.
	maxQuestion = 1 << 27
	fewFired    = 1024 // a search may ask before it has fired so often
)

// newEquation returns nil if the equation would be too large.
func newEquation(a *arrivals, initial starts) *equation {
	q := &equation{arrivals: a, shared: make([]int32, len(a.locals)), local: make([]int32, len(a.count))}
	rows, large := int32(1), false
	for s := range q.shared {
		q.shared[s] = noRow
		if a.pass[s] == noArc {
			q.shared[s] = rows
			rows++
		}
	}
	initial(func(_ uint32, counts []tts.Count[uint32]) {
		for _, n := range counts {
			switch {
			case n.N == tts.Omega:
				q.local[n.Local] = noRow
			case n.N > maxWeight:
				large = true
			}
		}
	})
	forShared := rows
	for l := range q.local {
		if q.local[l] != noRow {
			q.local[l] = rows
			rows++
		}
	}
	if large || rows > maxRows {
		return nil
	}
	q.initial, q.rows, q.cost = initial, int(rows), 8*(int(rows*rows)+len(a.arcs))
	q.counts = rows > 2*forShared
	return q
}

// columns returns the columns, each once.
func (q *equation) columns() []column {
	var all []column
	keep := func() {
		c := q.merge()
		if slices.ContainsFunc(c, func(x coefficient) bool { return x.n > 0 }) {
			all = append(all, slices.Clone(c))
		}
		q.sum = q.sum[:0]
	}
	q.initial(func(s uint32, counts []tts.Count[uint32]) {
		q.add(0, -1)
		q.add(q.shared[s], 1)
		for _, n := range counts {
			q.add(q.local[n.Local], int32(n.N))
		}
		keep()
	})
	for i := range q.arcs {
		if q.pass[q.arcs[i].to] == noArc {
			for range q.chain(uint32(i)) {
			}
			keep()
		}
	}
	for _, e := range q.effects {
		for l, to := range e.moved {
			for _, k := range to {
				q.add(q.local[l], -1)
				q.add(q.local[k], 1)
				keep()
			}
		}
	}
	slices.SortFunc(all, func(x, y column) int {
		return slices.CompareFunc(x, y, func(a, b coefficient) int { return cmp.Or(cmp.Compare(a.row, b.row), cmp.Compare(a.n, b.n)) })
	})
	return slices.CompactFunc(all, func(x, y column) bool { return slices.Equal(x, y) })
}

// chain adds what an arc does, with the arcs of what is passed by before it, and yields all
// of these, the last one first.
func (q *equation) chain(i uint32) func(yield func(uint32) bool) {
	return func(yield func(uint32) bool) {
		x := &q.arcs[i]
		q.add(q.shared[x.to], 1)
		for {
			q.along(x)
			if !yield(i) {
				return
			}
			if q.pass[x.from] == noArc {
				break
			}
			i = uint32(q.pass[x.from])
			x = &q.arcs[i]
		}
		q.add(q.shared[x.from], -1)
	}
}

// along adds what an arc does to local states.
func (q *equation) along(x *arc) {
	if x.kind == tts.Move {
		q.add(q.local[x.after], 1)
	}
	if x.kind != tts.Environment {
		q.add(q.local[x.active], -1)
	}
	if x.effect != noEffect && q.effects[x.effect].kind == tts.Spawn {
		q.add(q.local[q.effects[x.effect].child], 1)
	}
}

func (q *equation) add(row int32, n int32) {
	if row != noRow {
		q.sum = append(q.sum, coefficient{uint32(row), n})
	}
}

// merge makes sum a column.
func (q *equation) merge() column {
	slices.SortFunc(q.sum, func(x, y coefficient) int { return cmp.Compare(x.row, y.row) })
	c := q.sum[:0]
	for i := 0; i < len(q.sum); {
		x := q.sum[i]
		for i++; i < len(q.sum) && q.sum[i].row == x.row; i++ {
			x.n += q.sum[i].n
		}
		if x.n != 0 {
			c = append(c, x)
		}
	}
	return c
}

// excludes reports whether a weighting that is known excludes the configuration.
func (q *equation) excludes(shared uint32, threads []uint32) bool {
	if q == nil || q.shared[shared] == noRow {
		return false // only a root can be where shared states are passed by
	}
	for i, w := range q.weights {
		if q.weigh(w, shared, threads) > int64(w[0]) {
			if i > 0 {
				q.weights[i-1], q.weights[i] = w, q.weights[i-1]
			}
			return true
		}
	}
	return false
}

func (q *equation) weigh(w []int32, shared uint32, threads []uint32) int64 {
	n := int64(w[q.shared[shared]])
	for _, l := range threads {
		if r := q.local[l]; r != noRow {
			n += int64(w[r])
		}
	}
	return n
}

// An answer says whether the state equation allows that a configuration is covered.
type answer uint8

const (
	unanswered answer = iota // it would take too long to know
	possible
	impossible
)

// ask asks for a configuration that no known weighting excludes. If it is impossible
// to cover, the weighting that shows it is kept; if possible, steps says how many the
// solution has. What may be spent on it is a share of fired, how often the search has fired.
func (q *equation) ask(shared uint32, threads []uint32, fired int64) (a answer, steps uint16) {
	if q == nil || q.shared[shared] == noRow {
		return unanswered, 0
	}
	credit := int(fired+fewFired)*q.share() - q.work
	if credit < q.cost {
		return unanswered, 0
	}
	if q.simplex == nil {
		q.simplex = newSimplex(q.rows, q.columns())
	}
	q.sum = q.sum[:0]
	q.add(0, -1)
	q.add(q.shared[shared], 1)
	for _, l := range threads {
		q.add(q.local[l], 1)
	}
	most := min(credit, maxQuestion)
	y, work := q.simplex.infeasible(q.merge(), most)
	q.work += work
	q.cost = work
	if work >= most {
		q.cost = 2 * most
		return unanswered, 0
	}
	q.asked++
	if y == nil {
		return possible, q.simplex.steps()
	}
	w := whole(y)
	if w == nil || !q.inductive(w) || q.weigh(w, shared, threads) <= int64(w[0]) {
		return unanswered, 0
	}
	q.found++
	q.weights = append([][]int32{w}, q.weights...)
	return impossible, 0
}

// share returns how many multiplications may be made for each arc that is fired: about
// as much work as the rest of the search where they lead to something, or may be expected
// to, else a tenth of it.
func (q *equation) share() int {
	if q.asked == 0 && q.counts || q.found > q.asked/8 {
		return 1 << 10
	}
	return 1 << 7
}

// inductive reports whether no arc increases the weight.
func (q *equation) inductive(w []int32) bool {
	for _, c := range q.simplex.columns {
		n := int64(0)
		for _, x := range c {
			n += int64(x.n) * int64(w[x.row])
		}
		if n > 0 {
			return false
		}
	}
	return true
}

// whole returns the whole numbers that y is a multiple of, nil if they are not found.
func whole(y []float64) []int32 {
	if y == nil {
		return nil
	}
	most := slices.Max(y)
	least := most
	for _, x := range y {
		if x > tolerance*most {
			least = min(least, x)
		}
	}
	w := make([]int32, len(y))
next:
	for k := 1.0; k <= 120; k++ {
		for i, x := range y {
			x *= k / least
			n := math.Round(x)
			if math.Abs(x-n) > 1e-4 || n > maxWeight {
				continue next
			}
			w[i] = int32(n)
		}
		return w
	}
	return nil
}
