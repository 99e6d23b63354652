// This file defines a simplex method that looks for linear constraints.

package algorithms

import "math"

// A column is a sparse column of a matrix of small integers.
type column []coefficient

type coefficient struct {
	row uint32
	n   int32
}

// A simplex decides whether C·x ≥ d has a solution x ≥ 0, for one matrix C and one
// vector d after the other. If there is none, there is a y ≥ 0 with y·C ≤ 0 and y·d > 0
// (Farkas). Each question starts from the basis in which the last one ended.
//
// It works on C·x - w = d with x, w ≥ 0 and goes from basis to basis without an
// objective: a basic variable that is negative leaves, one that makes it greater enters; if
// there is none, its row is the y. Numbers are floating point, so an answer has to be checked.
//
// With prices it is the dual simplex method, and the solution that it ends in is one with
// the least sum of x: each column costs 1, and what enters is chosen such that the prices
// y of rows, with which a basic column costs what its entries are worth, stay good.
type simplex struct {
	rows    int
	columns []column
	basis   []int32     // by row: the basic variable; a column, or rows of C from ^0 on for w
	basic   []bool      // by column
	slack   []bool      // by row of C: w is basic
	inverse [][]float64 // of the basis
	value   []float64   // by row: of the basic variable
	enter   []float64   // inverse · the column that enters
	touched []uint32
	work    int // multiplications since the question

	prices  []float64 // by row of C; nil if any solution will do
	reduced float64   // what the column that enters costs more than its entries are worth
	stop    func() bool
}

const (
	zero      = 1e-9
	tolerance = 1e-7
)

func newSimplex(rows int, columns []column) *simplex {
	s := &simplex{
		rows: rows, columns: columns, basis: make([]int32, rows), basic: make([]bool, len(columns)),
		slack: make([]bool, rows), inverse: make([][]float64, rows), value: make([]float64, rows), enter: make([]float64, rows),
	}
	all := make([]float64, rows*rows)
	for i := range s.inverse {
		s.inverse[i] = all[i*rows : (i+1)*rows : (i+1)*rows]
	}
	s.reset()
	return s
}

// reset takes the basis of all w.
func (s *simplex) reset() {
	clear(s.basic)
	for i := range s.basis {
		s.basis[i] = ^int32(i)
		s.slack[i] = true
		clear(s.inverse[i])
		s.inverse[i][i] = -1
	}
	clear(s.prices)
}

// infeasible returns y if C·x ≥ d is found to have no solution, else nil. It gives up
// after the given number of multiplications; work is how many there were. The result is valid until the next call.
func (s *simplex) infeasible(d column, most int) (y []float64, work int) {
	s.work = 0
	clear(s.value)
	for _, c := range d {
		for i, row := range s.inverse {
			s.value[i] += row[c.row] * float64(c.n)
		}
	}
	s.work += s.rows * len(d)
	leaving, entering := s.leaving, s.entering
	if s.prices != nil {
		leaving, entering = s.steepest, s.cheapest
	}
	for n := 0; s.work < most; n++ {
		if n%16 == 15 && s.stop != nil && s.stop() {
			return nil, most
		}
		r := leaving(n > 4*s.rows)
		if r < 0 {
			return nil, s.work
		}
		j, alpha := entering(r, n > 4*s.rows)
		if alpha == 0 {
			y := s.enter
			for i, x := range s.inverse[r] {
				y[i] = max(0, -x)
			}
			return y, s.work
		}
		if !s.pivot(r, j, alpha) {
			s.reset()
			return nil, s.work
		}
	}
	return nil, s.work
}

// leaving chooses the row of the variable that leaves, -1 if there is none.
func (s *simplex) leaving(first bool) int {
	r, least := -1, -tolerance
	for i, v := range s.value {
		if v < least {
			if r = i; first {
				break
			}
			least = v
		}
	}
	return r
}

// steepest chooses the row of the variable that leaves by how far away the solution is from
// where it would not be negative.
func (s *simplex) steepest(bool) int {
	r, best := -1, 0.0
	for i, v := range s.value {
		if v < -tolerance {
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

// entering chooses the variable that enters, and returns its entry in row r, 0 if
// there is none.
func (s *simplex) entering(r int, first bool) (j int32, alpha float64) {
	row := s.inverse[r]
	alpha = -tolerance
	found := false
	for q, x := range row {
		if -x < alpha && !s.slack[q] {
			j, alpha, found = ^int32(q), -x, true
			if first {
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
			sum += row[x.row] * float64(x.n)
		}
		s.work += len(c)
		if sum < alpha {
			j, alpha, found = int32(i), sum, true
			if first {
				return j, alpha
			}
		}
	}
	if !found {
		return 0, 0
	}
	return j, alpha
}

// cheapest is as entering, but keeps prices good.
func (s *simplex) cheapest(r int, _ bool) (j int32, alpha float64) {
	row, best := s.inverse[r], math.Inf(1)
	consider := func(i int32, a, reduced float64) {
		if ratio := max(0, reduced) / -a; ratio < best-zero || ratio < best+zero && a < alpha {
			j, alpha, best, s.reduced = i, a, ratio, max(0, reduced)
		}
	}
	for q, x := range row {
		if x > tolerance && !s.slack[q] {
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
			sum += row[x.row] * float64(x.n)
		}
		s.work += len(c)
		if sum < -tolerance {
			reduced := 1 + float64(uint32(i)*2654435761>>20)*1e-6 // a little more or less, so that there are few ties
			for _, x := range c {
				reduced -= s.prices[x.row] * float64(x.n)
			}
			consider(int32(i), sum, reduced)
		}
	}
	return j, alpha
}

// pivot exchanges the variable of row r for j, unless numbers are not what they should be.
func (s *simplex) pivot(r int, j int32, alpha float64) bool {
	enter := s.enter
	if j < 0 {
		for i, row := range s.inverse {
			enter[i] = -row[^j]
		}
	} else {
		for i, row := range s.inverse {
			sum := 0.0
			for _, x := range s.columns[j] {
				sum += row[x.row] * float64(x.n)
			}
			enter[i] = sum
		}
		s.work += s.rows * len(s.columns[j])
	}
	if math.Abs(enter[r]-alpha) > tolerance*max(1, math.Abs(alpha)) {
		return false
	}
	s.touched = s.touched[:0]
	pivot := s.inverse[r]
	for k, x := range pivot {
		if math.Abs(x) < zero {
			pivot[k] = 0
			continue
		}
		pivot[k] = x / alpha
		s.touched = append(s.touched, uint32(k))
	}
	s.value[r] /= alpha
	if s.prices != nil {
		for _, k := range s.touched {
			s.prices[k] += s.reduced * pivot[k]
		}
	}
	for i, row := range s.inverse {
		if x := enter[i]; i != r && math.Abs(x) > zero {
			for _, k := range s.touched {
				row[k] -= x * pivot[k]
			}
			s.value[i] -= x * s.value[r]
			s.work += len(s.touched)
		}
	}
	s.work += s.rows
	if old := s.basis[r]; old < 0 {
		s.slack[^old] = false
	} else {
		s.basic[old] = false
	}
	if j < 0 {
		s.slack[^j] = true
	} else {
		s.basic[j] = true
	}
	s.basis[r] = j
	return true
}

// solution calls yield with each column that the solution has, and how often.
func (s *simplex) solution(yield func(column int32, n float64) bool) {
	for i, j := range s.basis {
		if j >= 0 && s.value[i] > tolerance && !yield(j, s.value[i]) {
			return
		}
	}
}

// steps returns the sum of x in the solution that was found.
func (s *simplex) steps() uint16 {
	sum := 0.0
	for i, j := range s.basis {
		if j >= 0 {
			sum += s.value[i]
		}
	}
	return uint16(max(0, min(sum, math.MaxUint16)))
}
