// This file tests arithmetic of bit vectors.

package aig_test

import (
	"testing"

	"github.com/ijit/ijit/allsat/aig"
)

// TestVectors compares all operations on all numbers of up to 4 bits with those of Go.
func TestVectors(t *testing.T) {
	for width := 1; width <= 4; width++ {
		for widthY := 1; widthY <= 4; widthY++ {
			vectors(t, width, widthY)
		}
	}
}

// vectors compares operations on numbers of some bits, those on two of one width where both are.
func vectors(t *testing.T, width, widthY int) {
	g := aig.NewGraph()
	inputs := func(n int) (list []aig.Lit) {
		for range n {
			list = append(list, g.NewInput())
		}
		return list
	}
	x, y, carry := inputs(width), inputs(widthY), g.NewInput()
	type result struct {
		name string
		bits []aig.Lit
		want func(a, b, c int) int
	}
	signed := func(n, width int) int { return n << (64 - width) >> (64 - width) }
	quotient, remainder := g.Divide(x, y)
	results := []result{
		{"left", g.Shift(aig.Left, x, y), func(a, b, _ int) int { return a << b }},
		{"right", g.Shift(aig.Right, x, y), func(a, b, _ int) int { return a >> b }},
		{"right signed", g.Shift(aig.RightSigned, x, y), func(a, b, _ int) int { return signed(a, width) >> b }},
		{"negated", g.NegateIf(carry, x), func(a, _, c int) int { return a * (1 - 2*c) }},
		{"quotient", quotient, func(a, b, _ int) int {
			if b == 0 {
				return -1
			}
			return a / b
		}},
		{"remainder", remainder, func(a, b, _ int) int {
			if b == 0 {
				return a
			}
			return a % b
		}},
	}
	if width == widthY {
		sum, over := g.Add(x, y, carry)
		signedQuotient, signedRemainder := g.DivideSigned(x, y)
		truth := func(b bool) int {
			if b {
				return 1
			}
			return 0
		}
		results = append(results,
			result{"sum", append(sum, over), func(a, b, c int) int { return a + b + c }},
			result{"difference", g.Subtract(x, y), func(a, b, _ int) int { return a - b }},
			result{"product", g.Multiply(x, y), func(a, b, _ int) int { return a * b }},
			result{"choice", g.MuxEach(carry, x, y), func(a, b, c int) int { return c*a + (1-c)*b }},
			result{"less", []aig.Lit{g.Less(x, y, false)}, func(a, b, _ int) int { return truth(a < b) }},
			result{"less signed", []aig.Lit{g.Less(x, y, true)}, func(a, b, _ int) int { return truth(signed(a, width) < signed(b, width)) }},
			result{"signed quotient", signedQuotient, func(a, b, _ int) int {
				a, b = signed(a, width), signed(b, width)
				switch {
				case b != 0:
					return a / b
				case a < 0:
					return 1
				}
				return -1
			}},
			result{"signed remainder", signedRemainder, func(a, b, _ int) int {
				a, b = signed(a, width), signed(b, width)
				if b == 0 {
					return a
				}
				return a % b
			}},
		)
	}
	sim := aig.NewSimulator(&aig.Circuit{Graph: g})
	set := func(list []aig.Lit, n int) {
		for i, l := range list {
			sim.Set(l, uint64(n>>i&1))
		}
	}
	for n := range 1 << (width + widthY + 1) {
		a, b, c := n&(1<<width-1), n>>width&(1<<widthY-1), n>>(width+widthY)
		set(x, a)
		set(y, b)
		set([]aig.Lit{carry}, c)
		sim.Eval()
		for _, r := range results {
			got := 0
			for i, l := range r.bits {
				got |= int(sim.Value(l)&1) << i
			}
			if want := r.want(a, b, c) & (1<<len(r.bits) - 1); got != want {
				t.Fatalf("%s of %d and %d, with %d: %d, want %d; %d and %d bits", r.name, a, b, c, got, want, width, widthY)
			}
		}
	}
}
