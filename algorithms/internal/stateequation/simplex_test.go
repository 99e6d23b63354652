// This file tests the simplex method, each of whose answers is checked by inserting, and
// how an answer becomes a weighting.

package stateequation

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSimplex asks random questions, many of each matrix, and checks that an answer is
// either a solution or shows that there is none.
func TestSimplex(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	solved, refuted, lost := 0, 0, 0
	for range 400 {
		rows := 1 + rng.IntN(12)
		var columns []Column
		for range 1 + rng.IntN(20) {
			var c Column
			for r := range rows {
				if rng.IntN(3) == 0 {
					c = append(c, Coefficient{uint32(r), int32(rng.IntN(5) - 2)})
				}
			}
			columns = append(columns, c)
		}
		s := newSimplex(rows, columns, newAnySolution, func() bool { return false })
		for range 20 {
			var d Column
			for r := range rows {
				if rng.IntN(3) == 0 {
					d = append(d, Coefficient{uint32(r), int32(rng.IntN(6) - 3)})
				}
			}
			y, work := s.infeasible(d, 1<<20)
			switch {
			case work >= 1<<20:
				lost++
			case y == nil:
				solved++
				checkSolution(t, s, d)
			default:
				refuted++
				checkRefutation(t, s, d, y)
			}
		}
	}
	t.Logf("%d solved, %d refuted, %d given up", solved, refuted, lost)
	if solved < 1000 || refuted < 1000 || lost > 0 {
		t.Errorf("%d solved, %d refuted, %d given up", solved, refuted, lost)
	}
}

// checkSolution checks that x ≥ 0 and C·x ≥ d.
func checkSolution(t *testing.T, s *simplex, d Column) {
	left := make([]float64, s.rows)
	for i, j := range s.basis {
		if s.value[i] < -1e-5 {
			t.Fatalf("a variable has the value %v", s.value[i])
		}
		if j >= 0 {
			for _, c := range s.columns[j] {
				left[c.Row] += float64(c.N) * s.value[i]
			}
		}
	}
	right := make([]float64, s.rows)
	for _, c := range d {
		right[c.Row] = float64(c.N)
	}
	for r := range left {
		if left[r] < right[r]-1e-5 {
			t.Fatalf("row %d has %v, not %v", r, left[r], right[r])
		}
	}
}

// checkRefutation checks that y ≥ 0, y·C ≤ 0 and y·d > 0, in whole numbers.
func checkRefutation(t *testing.T, s *simplex, d Column, y []float64) {
	w := whole(y)
	if w == nil {
		t.Fatalf("%v is no multiple of whole numbers", y)
	}
	sum := func(c Column) (n int64) {
		for _, x := range c {
			n += int64(x.N) * int64(w[x.Row])
		}
		return n
	}
	for _, x := range w {
		if x < 0 {
			t.Fatalf("the weight %d is negative", x)
		}
	}
	for _, c := range s.columns {
		if sum(c) > 0 {
			t.Fatalf("a column increases the weight by %d", sum(c))
		}
	}
	if sum(d) <= 0 {
		t.Fatalf("the right side weighs %d", sum(d))
	}
}

// TestWeighting checks that a weighting is made of whole numbers, exactly, and that what
// any column increases is none.
func TestWeighting(t *testing.T) {
	for _, test := range []struct {
		y    []float64
		want []int32
	}{
		{[]float64{1. / 2, 0, 1. / 3}, []int32{3, 0, 2}},
		{[]float64{0.7, 0.7}, []int32{1, 1}},
		{[]float64{1, 1e-12}, []int32{1, 0}},
		{[]float64{1, 1 + 1e-3}, nil},
		{[]float64{1, 1e6 + 1./7, 1e6 + 1./11, 1e6 + 1./13}, nil},
		{nil, nil},
	} {
		if got := whole(test.y); !slices.Equal(got, test.want) {
			t.Errorf("%v becomes %v, want %v", test.y, got, test.want)
		}
	}
	q := &Equation{simplex: newSimplex(3, []Column{{{0, -1}, {1, 1}}, {{1, -2}, {2, 1}}}, newAnySolution, nil)}
	for _, w := range [][]int32{{1, 1, 2}, {5, 0, 0}, {1 << 20, 1 << 20, 1 << 20}} {
		if !q.inductive(w) {
			t.Errorf("%v is not inductive", w)
		}
	}
	for _, w := range [][]int32{{1, 2, 2}, {1, 1, 3}, {0, 0, 1}} {
		if q.inductive(w) {
			t.Errorf("%v is inductive", w)
		}
	}
}
