// This file defines the circuits of the TACAS 1999 paper with known answers, and benchmarks.

package bmc_test

import (
	"fmt"
	"testing"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/systems/circuits/bmc"
)

// multiplier returns a sequential multiplier of n bits, which shifts and adds for n steps, and
// for each bit that it is then another one than that of an array multiplier. In the buggy
// twin one carry is stuck at 0.
func multiplier(n int, buggy bool) (c *aig.Circuit, bads []aig.Lit) {
	c = aig.New()
	latches := func(name string, first aig.First) (lits []aig.Lit) {
		for i := range n {
			lits = append(lits, c.Latch(fmt.Sprint(name, i), first))
		}
		return lits
	}
	// x and y are kept; a is x shifted left, b is y shifted right; step has one bit.
	x, y := latches("x", aig.Any), latches("y", aig.Any)
	a, b, sum, step := latches("a", aig.Any), latches("b", aig.Any), latches("sum", aig.Zero), latches("step", aig.Zero)
	done := c.Latch("done", aig.Zero)
	none := c.Any(append([]aig.Lit{done}, step...)...).Not()
	next := func(of []aig.Lit, i int, l aig.Lit) { // of is the group, in order of creation
		for j, latch := range c.Latches {
			if latch.Lit == of[i] {
				c.SetNext(j, l)
			}
		}
	}
	carry := aig.False
	for i := range n {
		c.Initial = append(c.Initial, c.Equal(a[i], x[i]), c.Equal(b[i], y[i]))
		row := c.And(a[i], b[0])
		half := c.Xor(sum[i], row)
		next(sum, i, c.Mux(done, sum[i], c.Xor(half, carry)))
		carry = c.Or(c.And(sum[i], row), c.And(half, carry))
		if buggy && i == n/2 {
			carry = aig.False
		}
		left, right := aig.False, aig.False
		if i > 0 {
			left = a[i-1]
			next(step, i, step[i-1])
		} else {
			next(step, 0, none)
		}
		if i+1 < n {
			right = b[i+1]
		}
		next(a, i, left)
		next(b, i, right)
	}
	next([]aig.Lit{done}, 0, c.Or(done, step[n-2]))
	total := make([]aig.Lit, n)
	for k := range n {
		carry := aig.False
		for i := k; i < n; i++ {
			row := c.And(x[i-k], y[k])
			half := c.Xor(total[i], row)
			total[i], carry = c.Xor(half, carry), c.Or(c.And(total[i], row), c.And(half, carry))
		}
	}
	for i := range n {
		bads = append(bads, c.And(done, c.Xor(total[i], sum[i])))
	}
	return c, bads
}

// barrel returns a shifter: of two files of n registers one rotates. In the first state, if a
// register has the contents of one of the other file, so have their neighbours. It is bad if
// that is so no more; in the buggy twin a bit is lost.
func barrel(n int, buggy bool) (c *aig.Circuit, bad aig.Lit) {
	c = aig.New()
	width := 1
	for 1<<width < n {
		width++
	}
	var bits [2][]aig.Lit
	for f := range bits {
		for i := range n * width {
			bits[f] = append(bits[f], c.Latch(fmt.Sprintf("r%d.%d", f, i), aig.Any))
		}
	}
	for i := range bits[0] {
		c.SetNext(i, bits[0][(i+width)%(n*width)])
	}
	if buggy {
		c.SetNext(0, aig.False)
	}
	equal := func(i, j int) aig.Lit {
		same := aig.True
		for b := range width {
			same = c.And(same, c.Equal(bits[0][i%n*width+b], bits[1][j%n*width+b]))
		}
		return same
	}
	related := aig.True
	for i := range n {
		for j := range n {
			related = c.And(related, c.Implies(equal(i, j), equal(i+1, j+1)))
		}
	}
	c.Initial = []aig.Lit{related}
	return c, related.Not()
}

// TestFamilies checks known answers.
func TestFamilies(t *testing.T) {
	for _, buggy := range []bool{false, true} {
		c, bads := multiplier(5, buggy)
		for i, bad := range bads {
			r := bmc.CheckBad(t.Context(), c, bad, bmc.Options{Bound: 6})
			if found := r.Verdict == verdict.Unsafe; found != (buggy && i > 2) || found && r.Bound != 5 {
				t.Errorf("multiplier, buggy %t, bit %d: %v at bound %d", buggy, i, r.Verdict, r.Bound)
			}
		}
		c, bad := barrel(4, buggy)
		k := aig.NewCone(c, bad)
		bad, _ = k.Lit(bad)
		want := verdict.Safe
		if buggy {
			want = verdict.Unsafe
		}
		if r := bmc.Induction(t.Context(), k.Circuit, bad, bmc.Options{}); r.Verdict != want {
			t.Errorf("barrel, buggy %t: %v at bound %d", buggy, r.Verdict, r.Bound)
		}
	}
	c, _ := barrel(6, false)
	if r := bmc.Diameter(t.Context(), c, true, bmc.Options{}); r.Verdict != verdict.Safe || r.Bound != 5 {
		t.Errorf("the longest path of the barrel shifter that repeats no state has %d steps, want 5", r.Bound)
	}
}

func BenchmarkMultiplier(b *testing.B) {
	for _, buggy := range []bool{false, true} {
		c, bads := multiplier(16, buggy)
		for _, bit := range []int{5, 9} {
			if !buggy && bit > 5 {
				continue
			}
			b.Run(fmt.Sprintf("buggy=%t/bit=%d", buggy, bit), func(b *testing.B) {
				for b.Loop() {
					bmc.CheckBad(b.Context(), c, bads[bit], bmc.Options{Bound: 16})
				}
			})
		}
	}
}

func BenchmarkBarrel(b *testing.B) {
	for _, buggy := range []bool{false, true} {
		for _, n := range []int{4, 6, 8} {
			c, bad := barrel(n, buggy)
			b.Run(fmt.Sprintf("buggy=%t/registers=%d", buggy, n), func(b *testing.B) {
				for b.Loop() {
					bmc.Induction(b.Context(), c, bad, bmc.Options{})
				}
			})
		}
	}
}
