// This file defines the family of instances in a bad order.

package bdd_test

import (
	"fmt"
	"testing"

	"github.com/ijit/ijit/bdd"
)

// adder adds two numbers of n bits. In its order all bits of one number come before those of the
// other: the carry takes 2^n nodes there, and 3n if the bits alternate. It returns the sums and the carry.
func adder(m *bdd.Manager, n int) []bdd.Node {
	a, b := m.NewVars(n), m.NewVars(n)
	var sums []bdd.Node
	carry := bdd.False
	for i := range n {
		x, y := m.Var(a[i]), m.Var(b[i])
		sums = append(sums, m.Xor(m.Xor(x, y), carry))
		carry = m.Or(m.And(x, y), m.And(carry, m.Or(x, y)))
		m.SafePoint(append(sums, carry)...)
	}
	return append(sums, carry)
}

func BenchmarkAdder(b *testing.B) {
	for _, n := range []int{24, 64} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				m := bdd.New(bdd.Options{AutoReorder: 1 << 12})
				f := adder(m, n)
				b.ReportMetric(float64(m.Size(f...)), "nodes")
				b.ReportMetric(float64(m.Stats().Reorderings), "reorderings")
			}
		})
	}
}
