// This file defines sets of program variables.

package bebop

import "github.com/ijit/ijit/bdd"

// A row is a set of the variables that a procedure sees: bit i is global i, and the
// bits behind the globals are its locals.
type row []uint64

func (s *search) newRow() row { return make(row, s.words) }

func (r row) has(i int) bool { return r[i/64]>>(i%64)&1 != 0 }
func (r row) add(i int)      { r[i/64] |= 1 << (i % 64) }

// union adds all of x and reports whether that changed r.
func (r row) union(x row) bool {
	changed := false
	for i, w := range x {
		changed = changed || w&^r[i] != 0
		r[i] |= w
	}
	return changed
}

// unionBelow is union of the members of x below n.
func (r row) unionBelow(x row, n int) bool {
	changed := false
	for i := 0; i*64 < n; i++ {
		w := x[i]
		if rest := n - i*64; rest < 64 {
			w &= 1<<rest - 1
		}
		changed = changed || w&^r[i] != 0
		r[i] |= w
	}
	return changed
}

// intersect removes what is not in x.
func (r row) intersect(x row) {
	for i := range r {
		r[i] &= x[i]
	}
}

// set makes r equal to x without y, which may be nil.
func (r row) set(x, y row) {
	copy(r, x)
	for i := range y {
		r[i] &^= y[i]
	}
}

// place returns where a frame has the members of r that are wanted.
func (s *search) place(frame []bdd.Var, r row, wanted func(i int) bool) []bdd.Var {
	var vs []bdd.Var
	for i, v := range frame {
		if r.has(i) && wanted(i) {
			vs = append(vs, v)
		}
	}
	return vs
}

func every(int) bool { return true }
