// This file defines the rules by which the simplex method chooses what leaves and enters
// the basis.

package stateequation

import "math"

// A rule chooses the pivots. Its rows are those of the basis.
type rule interface {
	// begin is called before each question, reset when the basis is that of all w.
	begin()
	reset()
	// leaving chooses the row of the variable that leaves, -1 if there is none.
	leaving() (row int)
	// entering chooses the variable that enters, and returns its entry in that row, 0 if
	// there is none.
	entering(row int) (j int32, alpha float64)
	// pivoted is told the row of what has entered, and where that is not 0.
	pivoted(row []float64, touched []uint32)
}

// An anySolution looks for any solution. It takes the least variable and the least entry.
// That may go in circles; so when it takes long, it takes the first ones.
type anySolution struct {
	*simplex
	pivots int // since the question
}

func newAnySolution(s *simplex) rule { return &anySolution{simplex: s} }

func (s *anySolution) begin()                      { s.pivots = 0 }
func (s *anySolution) reset()                      {}
func (s *anySolution) pivoted([]float64, []uint32) {}

// first reports whether the first variable that will do is taken.
func (s *anySolution) first() bool { return s.pivots > 4*s.rows+1 }

// Leaving chooses the variable that is least.
func (s *anySolution) leaving() int {
	s.pivots++
	r, least := -1, -Tolerance
	for i, v := range s.value {
		if v < least {
			if r = i; s.first() {
				break
			}
			least = v
		}
	}
	return r
}

func (s *anySolution) entering(r int) (j int32, alpha float64) {
	row := s.inverse[r]
	alpha = -Tolerance
	found := false
	for q, x := range row {
		if -x < alpha && !s.slack[q] {
			j, alpha, found = ^int32(q), -x, true
			if s.first() {
				return j, alpha
			}
		}
	}
	s.work += s.rows
	for i, c := range s.columns {
		if s.basic[i] {
			continue
		}
		sum := 0.0
		for _, x := range c {
			sum += row[x.Row] * float64(x.N)
		}
		s.work += len(c)
		if sum < alpha {
			j, alpha, found = int32(i), sum, true
			if s.first() {
				return j, alpha
			}
		}
	}
	if !found {
		return 0, 0
	}
	return j, alpha
}

// A leastSolution looks for the one with the least sum of x: the dual simplex method. Each
// column costs 1, and what enters is chosen such that the prices y of rows, with which a
// basic column costs what its entries are worth, stay good.
type leastSolution struct {
	*simplex
	prices  []float64 // by row of C
	reduced float64   // what the column that enters costs more than its entries are worth
}

func newLeastSolution(s *simplex) rule {
	return &leastSolution{simplex: s, prices: make([]float64, s.rows)}
}

func (s *leastSolution) begin() {}
func (s *leastSolution) reset() { clear(s.prices) }

func (s *leastSolution) pivoted(row []float64, touched []uint32) {
	for _, k := range touched {
		s.prices[k] += s.reduced * row[k]
	}
}

// Leaving chooses by how far away the solution is from where the variable would not be
// negative.
func (s *leastSolution) leaving() int {
	r, best := -1, 0.0
	for i, v := range s.value {
		if v < -Tolerance {
			norm := 0.0
			for _, x := range s.inverse[i] {
				norm += x * x
			}
			s.work += s.rows
			if v*v > best*norm {
				r, best = i, v*v/norm
			}
		}
	}
	return r
}

// Entering keeps the prices good.
func (s *leastSolution) entering(r int) (j int32, alpha float64) {
	row, best := s.inverse[r], math.Inf(1)
	consider := func(i int32, a, reduced float64) {
		if ratio := max(0, reduced) / -a; ratio < best-zero || ratio < best+zero && a < alpha {
			j, alpha, best, s.reduced = i, a, ratio, max(0, reduced)
		}
	}
	for q, x := range row {
		if x > Tolerance && !s.slack[q] {
			consider(^int32(q), -x, s.prices[q])
		}
	}
	s.work += s.rows
	for i, c := range s.columns {
		if s.basic[i] {
			continue
		}
		sum := 0.0
		for _, x := range c {
			sum += row[x.Row] * float64(x.N)
		}
		s.work += len(c)
		if sum < -Tolerance {
			reduced := 1 + float64(uint32(i)*2654435761>>20)*1e-6 // a little more or less, so that there are few ties
			for _, x := range c {
				reduced -= s.prices[x.Row] * float64(x.N)
			}
			consider(int32(i), sum, reduced)
		}
	}
	return j, alpha
}
