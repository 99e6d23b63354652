// This file defines benchmarks of graphs.

package aig_test

import (
	"math/rand/v2"
	"testing"

	"github.com/ijit/ijit/allsat/aig"
)

// add returns the sum of two numbers of the same width, without the last carry.
func add(g *aig.Graph, a, b []aig.Lit) (sum []aig.Lit) {
	carry := aig.False
	for i := range a {
		x := g.Xor(a[i], b[i])
		sum = append(sum, g.Xor(x, carry))
		carry = g.Or(g.And(a[i], b[i]), g.And(x, carry))
	}
	return sum
}

// multiply returns the product of two numbers of n bits, modulo 2^n, by rows from the first or
// from the last bit of b.
func multiply(g *aig.Graph, a, b []aig.Lit, last bool) []aig.Lit {
	sum := make([]aig.Lit, len(a))
	for k := range b {
		if last {
			k = len(b) - 1 - k
		}
		row := make([]aig.Lit, len(a))
		for i := k; i < len(a); i++ {
			row[i] = g.And(a[i-k], b[k])
		}
		sum = add(g, sum, row)
	}
	return sum
}

func numbers(g *aig.Graph, n int) (a, b []aig.Lit) {
	for range n {
		a, b = append(a, g.NewInput()), append(b, g.NewInput())
	}
	return a, b
}

func BenchmarkGraph(b *testing.B) {
	b.Run("multiplier", func(b *testing.B) {
		for b.Loop() {
			g := aig.NewGraph()
			x, y := numbers(g, 300)
			multiply(g, x, y, false)

		}
	})
	b.Run("random", func(b *testing.B) {
		for b.Loop() {
			g := aig.NewGraph()
			rng := rand.New(rand.NewPCG(1, 1))
			lits := []aig.Lit{}
			for range 1000 {
				lits = append(lits, g.NewInput())
			}
			for range 1_000_000 {
				lits = append(lits, g.And(lits[rng.IntN(len(lits))]^aig.Lit(rng.IntN(2)), lits[rng.IntN(len(lits))]^aig.Lit(rng.IntN(2))))
			}

		}
	})
	b.Run("fan-out", func(b *testing.B) {
		for b.Loop() {
			g := aig.NewGraph()
			var in []aig.Lit
			for range 200_000 {
				in = append(in, g.NewInput())
			}
			enable := g.And(g.NewInput(), g.NewInput())
			for range 3 {
				for _, l := range in {
					g.And(enable, l)
				}
			}

		}
	})
}

// BenchmarkUnroll builds 100 frames of a small part of a large circuit, and of all of one.
func BenchmarkUnroll(b *testing.B) {
	large := func(gates int) (c *aig.Circuit, all aig.Lit) {
		c = aig.New()
		rng := rand.New(rand.NewPCG(1, 1))
		var lits []aig.Lit
		for range 100 {
			lits = append(lits, c.Input(""), c.Latch("", aig.Zero))
		}
		for range gates {
			near := lits[max(0, len(lits)-500):]
			lits = append(lits, c.Mux(near[rng.IntN(len(near))], near[rng.IntN(len(near))], near[rng.IntN(len(near))]))
		}
		for i := range c.Latches {
			c.SetNext(i, lits[len(lits)-1-i*len(lits)/200])
		}
		return c, lits[len(lits)-1]
	}
	b.Run("cone", func(b *testing.B) {
		c, _ := large(1_000_000)
		counter := c.Latch("", aig.Zero)
		c.SetNext(len(c.Latches)-1, c.Xor(counter, c.Inputs[0].Lit))
		b.ReportAllocs()
		for b.Loop() {
			u := aig.Unroll(c, false)
			for f := range 100 {
				u.At(counter, f)
			}
		}
	})
	b.Run("all", func(b *testing.B) {
		c, l := large(10_000)
		b.ReportAllocs()
		for b.Loop() {
			u := aig.Unroll(c, false)
			for f := range 100 {
				u.At(l, f)
			}
		}
	})
}
