// This file defines the simplex method.

package stateequation

import "math"

// A simplex decides whether C·x ≥ d has a solution x ≥ 0, for one matrix C and one
// vector d after the other. If there is none, there is a y ≥ 0 with y·C ≤ 0 and y·d > 0
// (Farkas). Each question starts from the basis in which the last one ended.
//
// It works on C·x - w = d with x, w ≥ 0 and goes from basis to basis without an
// objective: a basic variable that is negative leaves, one that makes it greater enters; if
// there is none, its row is the y. Numbers are floating point, so an answer has to be checked.
// Which variables these are, a [rule] chooses.
type simplex struct {
	rows    int
	columns []Column
	basis   []int32     // by row: the basic variable; a column, or rows of C from ^0 on for w
	basic   []bool      // by column
	slack   []bool      // by row of C: w is basic
	inverse [][]float64 // of the basis
	value   []float64   // by row: of the basic variable
	enter   []float64   // inverse · the column that enters
	touched []uint32
	work    int // multiplications since the question
	rule    rule
	stop    func() bool
}

const (
	zero = 1e-9
	// Tolerance is how far numbers may be off.
	Tolerance = 1e-7

	pollWork = 1 << 20 // multiplications between two looks at stop, about a millisecond
)

func newSimplex(rows int, columns []Column, r func(*simplex) rule, stop func() bool) *simplex {
	s := &simplex{
		rows: rows, columns: columns, basis: make([]int32, rows), basic: make([]bool, len(columns)),
		slack: make([]bool, rows), inverse: make([][]float64, rows), value: make([]float64, rows), enter: make([]float64, rows), stop: stop,
	}
	s.rule = r(s)
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
	s.rule.reset()
}

// infeasible returns y if C·x ≥ d is found to have no solution, else nil. It gives up
// after the given number of multiplications, and when it is stopped; work is how many there
// were, or that number. The result is valid until the next call.
func (s *simplex) infeasible(d Column, most int) (y []float64, work int) {
	s.work = 0
	clear(s.value)
	for _, c := range d {
		for i, row := range s.inverse {
			s.value[i] += row[c.Row] * float64(c.N)
		}
	}
	s.work += s.rows * len(d)
	s.rule.begin()
	for poll := pollWork; s.work < most; {
		if s.work > poll {
			if poll = s.work + pollWork; s.stop() {
				return nil, most
			}
		}
		r := s.rule.leaving()
		if r < 0 {
			return nil, s.work
		}
		j, alpha := s.rule.entering(r)
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
				sum += row[x.Row] * float64(x.N)
			}
			enter[i] = sum
		}
		s.work += s.rows * len(s.columns[j])
	}
	if math.Abs(enter[r]-alpha) > Tolerance*max(1, math.Abs(alpha)) {
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
	s.rule.pivoted(pivot, s.touched)
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
		if j >= 0 && s.value[i] > Tolerance && !yield(j, s.value[i]) {
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
