// This file defines formulas with known answers.

package sat_test

import (
	"math/rand/v2"

	"github.com/ijit/ijit/allsat/sat"
)

// A formula is a list of clauses.
type formula struct {
	vars    int
	clauses [][]sat.Lit
}

func (f *formula) newVar() sat.Lit {
	f.vars++
	return sat.Lit(f.vars)
}

func (f *formula) add(c ...sat.Lit) { f.clauses = append(f.clauses, c) }

func (f *formula) and(a, b sat.Lit) sat.Lit {
	x := f.newVar()
	f.add(-x, a)
	f.add(-x, b)
	f.add(x, -a, -b)
	return x
}

func (f *formula) or(a, b sat.Lit) sat.Lit { return -f.and(-a, -b) }

func (f *formula) xor(a, b sat.Lit) sat.Lit {
	x := f.newVar()
	f.add(-x, a, b)
	f.add(-x, -a, -b)
	f.add(x, -a, b)
	f.add(x, a, -b)
	return x
}

func (f *formula) fullAdder(a, b, c sat.Lit) (sum, carry sat.Lit) {
	x := f.xor(a, b)
	return f.xor(x, c), f.or(f.and(a, b), f.and(x, c))
}

func (f *formula) halfAdder(a, b sat.Lit) (sum, carry sat.Lit) { return f.xor(a, b), f.and(a, b) }

// load puts a formula into a solver.
func (f *formula) load(s *sat.Solver) *sat.Solver {
	for range f.vars - s.Stats().Variables {
		s.NewVar()
	}
	for _, c := range f.clauses {
		s.Add(c...)
	}
	return s
}

// pigeons puts n pigeons into m holes, one into each.
func pigeons(n, m int) *formula {
	f := &formula{vars: n * m}
	in := func(p, h int) sat.Lit { return sat.Lit(p*m + h + 1) }
	for p := range n {
		var c []sat.Lit
		for h := range m {
			c = append(c, in(p, h))
		}
		f.add(c...)
	}
	for h := range m {
		for p := range n {
			for q := range p {
				f.add(-in(p, h), -in(q, h))
			}
		}
	}
	return f
}

// random3 is random 3-SAT.
func random3(r *rand.Rand, vars, clauses int) *formula {
	f := &formula{vars: vars}
	for range clauses {
		var c []sat.Lit
		for _, v := range r.Perm(vars)[:3] {
			l := sat.Lit(v + 1)
			if r.IntN(2) == 0 {
				l = -l
			}
			c = append(c, l)
		}
		f.add(c...)
	}
	return f
}

// parity sums n variables in two orders, which gives different sums.
func parity(r *rand.Rand, n int) *formula {
	f := &formula{}
	var x []sat.Lit
	for range n {
		x = append(x, f.newVar())
	}
	sum := func() sat.Lit {
		at := r.Perm(n)
		y := x[at[0]]
		for _, i := range at[1:] {
			y = f.xor(y, x[i])
		}
		return y
	}
	f.add(f.xor(sum(), sum()))
	return f
}

// multipliers says that two circuits, which multiply n by n bits, differ: one adds the rows
// one after the other, the other one adds columns. If wrong, the second has a mistake.
func multipliers(n int, wrong bool) *formula {
	f := &formula{}
	var a, b []sat.Lit
	for range n {
		a, b = append(a, f.newVar()), append(b, f.newVar())
	}
	rows := f.addRows(a, b)
	columns := f.addColumns(b, a)
	if wrong {
		columns[n] = f.or(columns[n], f.and(a[0], b[n-1]))
	}
	var differ []sat.Lit
	for i := range 2 * n {
		differ = append(differ, f.xor(rows[i], columns[i]))
	}
	f.add(differ...)
	return f
}

func (f *formula) addRows(a, b []sat.Lit) []sat.Lit {
	n := len(a)
	zero := f.newVar()
	f.add(-zero)
	sum := make([]sat.Lit, 2*n)
	for i := range sum {
		sum[i] = zero
	}
	for i := range n {
		carry := zero
		for j := range n {
			sum[i+j], carry = f.fullAdder(sum[i+j], f.and(a[i], b[j]), carry)
		}
		sum[i+n] = carry
	}
	return sum
}

func (f *formula) addColumns(a, b []sat.Lit) []sat.Lit {
	n := len(a)
	columns := make([][]sat.Lit, 2*n+1)
	for i := range n {
		for j := range n {
			columns[i+j] = append(columns[i+j], f.and(a[i], b[j]))
		}
	}
	var sum []sat.Lit
	for k := range 2 * n {
		c := columns[k]
		for len(c) > 1 {
			var s, carry sat.Lit
			if len(c) > 2 {
				s, carry = f.fullAdder(c[0], c[1], c[2])
				c = append(c[3:], s)
			} else {
				s, carry = f.halfAdder(c[0], c[1])
				c = []sat.Lit{s}
			}
			columns[k+1] = append(columns[k+1], carry)
		}
		if len(c) == 0 {
			c = []sat.Lit{f.newVar()}
			f.add(-c[0])
		}
		sum = append(sum, c[0])
	}
	return sum
}

// counters unrolls two counters of some bits that count in step, the second one in Gray code,
// and says that after k steps in which they may pause they differ.
func counters(bits, k int) *formula {
	f := &formula{}
	zero := f.newVar()
	f.add(-zero)
	binary, gray := make([]sat.Lit, bits), make([]sat.Lit, bits)
	for i := range bits {
		binary[i], gray[i] = zero, zero
	}
	for range k {
		run := f.newVar()
		carry := run
		// The Gray counter goes over binary code and back.
		decoded := make([]sat.Lit, bits)
		decoded[bits-1] = gray[bits-1]
		for i := bits - 2; i >= 0; i-- {
			decoded[i] = f.xor(decoded[i+1], gray[i])
		}
		carry2 := run
		for i := range bits {
			binary[i], carry = f.halfAdder(binary[i], carry)
			decoded[i], carry2 = f.halfAdder(decoded[i], carry2)
		}
		gray[bits-1] = decoded[bits-1]
		for i := range bits - 1 {
			gray[i] = f.xor(decoded[i], decoded[i+1])
		}
	}
	var differ []sat.Lit
	for i := range bits {
		next := zero
		if i+1 < bits {
			next = binary[i+1]
		}
		differ = append(differ, f.xor(gray[i], f.xor(binary[i], next)))
	}
	f.add(differ...)
	return f
}

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }
