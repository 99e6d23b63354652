// This file defines the state equation as it is asked for one configuration after the other,
// and the weightings that it remembers.

package stateequation

import (
	"math"
	"slices"
)

// An Equation is the state equation of a system with its initial configurations, each a step
// from the start. A weighting that was found excludes many configurations more, so it is
// kept. A nil Equation answers nothing.
type Equation struct {
	rows    *Rows
	columns func() []Column
	stop    func() bool
	simplex *simplex // nil if it was not needed yet
	// weights are by row, those that excluded something lately first. The weight of
	// the start is the bound.
	weights [][]int32
	work    int  // multiplications so far
	cost    int  // the next question may take about as many
	counts  bool // there are more rows for local states than for shared ones
	asked   int  // questions answered
	found   int  // of them, with Impossible
	sum     Sum
}

const (
	MaxRows   = 2048    // the simplex takes 8 bytes for two of them
	MaxWeight = 1 << 20 // of a row
	// A question may take so many multiplications, some tenths of a second.
	maxQuestion = 1 << 27
	fewFired    = 1024 // a search may ask before it has fired so often
)

// NewEquation makes an equation of at most [MaxRows] rows. The columns, which may be about as
// many as steps, are asked for when they are needed; nil if that was stopped. counts says that
// there are more rows for local states than for shared ones, so that questions most likely
// lead to something. What stop ends is unanswered.
func NewEquation(rows *Rows, steps int, counts bool, columns func() []Column, stop func() bool) *Equation {
	return &Equation{rows: rows, columns: columns, cost: 8 * (rows.N*rows.N + steps), counts: counts, stop: stop}
}

// Weightings returns those that are known.
func (q *Equation) Weightings() [][]int32 { return q.weights }

// Excludes reports whether a weighting that is known excludes the configuration.
func (q *Equation) Excludes(shared uint32, threads []uint32) bool {
	if q == nil || q.rows.Shared[shared] == NoRow {
		return false // only a root can be where shared states are passed by
	}
	for i, w := range q.weights {
		if q.rows.weigh(w, shared, threads) > int64(w[0]) {
			if i > 0 {
				q.weights[i-1], q.weights[i] = w, q.weights[i-1]
			}
			return true
		}
	}
	return false
}

// An Answer says whether the state equation allows that a configuration is covered.
type Answer uint8

const (
	Unanswered Answer = iota // it would take too long to know
	Possible
	Impossible
)

// Ask asks for a configuration that no known weighting excludes. If it is impossible
// to cover, the weighting that shows it is kept; if possible, steps says how many the
// solution has. What may be spent on it is a share of fired, how often the search has fired.
func (q *Equation) Ask(shared uint32, threads []uint32, fired int64) (a Answer, steps uint16) {
	if q == nil || q.rows.Shared[shared] == NoRow {
		return Unanswered, 0
	}
	credit := int(fired+fewFired)*q.share() - q.work
	if credit < q.cost {
		return Unanswered, 0
	}
	if q.simplex == nil {
		columns := q.columns()
		if columns == nil {
			return Unanswered, 0
		}
		q.simplex = newSimplex(q.rows.N, columns, newAnySolution, q.stop)
	}
	q.sum.Reset()
	q.sum.Add(Start, -1)
	q.sum.Add(q.rows.Shared[shared], 1)
	for _, l := range threads {
		q.sum.Add(q.rows.Local[l], 1)
	}
	most := min(credit, maxQuestion)
	y, work := q.simplex.infeasible(q.sum.Merge(), most)
	q.work += work
	q.cost = work
	if work >= most {
		q.cost = 2 * most
		return Unanswered, 0
	}
	q.asked++
	if y == nil {
		return Possible, q.simplex.steps()
	}
	w := whole(y)
	if w == nil || !q.inductive(w) || q.rows.weigh(w, shared, threads) <= int64(w[0]) {
		return Unanswered, 0
	}
	q.found++
	q.weights = append([][]int32{w}, q.weights...)
	return Impossible, 0
}

// share returns how many multiplications may be made for each arc that is fired: about
// as much work as the rest of the search where they lead to something, or may be expected
// to, else a tenth of it.
func (q *Equation) share() int {
	if q.asked == 0 && q.counts || q.found > q.asked/8 {
		return 1 << 10
	}
	return 1 << 7
}

// inductive reports whether no arc increases the weight.
func (q *Equation) inductive(w []int32) bool {
	for _, c := range q.simplex.columns {
		n := int64(0)
		for _, x := range c {
			n += int64(x.N) * int64(w[x.Row])
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
		if x > Tolerance*most {
			least = min(least, x)
		}
	}
	w := make([]int32, len(y))
next:
	for k := 1.0; k <= 120; k++ {
		for i, x := range y {
			x *= k / least
			n := math.Round(x)
			if math.Abs(x-n) > 1e-4 || n > MaxWeight {
				continue next
			}
			w[i] = int32(n)
		}
		return w
	}
	return nil
}
