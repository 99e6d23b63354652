// This file defines arithmetic of bit vectors: lists of literals, least bit first, of which a result has as many as its
// first argument. It wraps.

package aig

import "math/bits"

// Constant returns the lowest bits of a number.
func Constant(width int, value uint64) []Lit {
	z := make([]Lit, width)
	for i := range z {
		z[i] = True.NotIf(i >= 64 || value>>i&1 == 0)
	}
	return z
}

// Inverted returns all bits inverted.
func Inverted(x []Lit) []Lit {
	z := make([]Lit, len(x))
	for i := range z {
		z[i] = x[i].Not()
	}
	return z
}

// Add returns x + y + carry, and the carry out of it.
func (g *Graph) Add(x, y []Lit, carry Lit) ([]Lit, Lit) {
	sum := make([]Lit, len(x))
	for i := range x {
		half := g.Xor(x[i], y[i])
		sum[i] = g.Xor(half, carry)
		carry = g.Or(g.And(x[i], y[i]), g.And(half, carry))
	}
	return sum, carry
}

// Subtract returns x - y.
func (g *Graph) Subtract(x, y []Lit) []Lit {
	z, _ := g.Add(x, Inverted(y), True)
	return z
}

// Less returns whether x < y, of signed numbers in two's complement or of unsigned ones.
func (g *Graph) Less(x, y []Lit, signed bool) Lit {
	if signed { // as unsigned ones, if the signs are inverted
		x, y = flipped(x), flipped(y)
	}
	_, carry := g.Add(x, Inverted(y), True)
	return carry.Not()
}

// flipped returns x with the highest bit inverted.
func flipped(x []Lit) []Lit {
	z := append([]Lit(nil), x...)
	z[len(z)-1] = z[len(z)-1].Not()
	return z
}

// NegateIf returns -x where c holds, else x.
func (g *Graph) NegateIf(c Lit, x []Lit) []Lit {
	z := make([]Lit, len(x))
	for i := range z {
		z[i] = g.Xor(x[i], c)
	}
	z, _ = g.Add(z, Constant(len(x), 0), c)
	return z
}

// MuxEach returns x where c holds, else y.
func (g *Graph) MuxEach(c Lit, x, y []Lit) []Lit {
	z := make([]Lit, len(x))
	for i := range z {
		z[i] = g.Mux(c, x[i], y[i])
	}
	return z
}

// Multiply returns x * y.
func (g *Graph) Multiply(x, y []Lit) []Lit {
	sum := Constant(len(x), 0)
	for i := range y {
		if y[i] == False {
			continue
		}
		row := Constant(len(x), 0)
		for j := range len(x) - i {
			row[i+j] = g.And(x[j], y[i])
		}
		sum, _ = g.Add(sum, row, False)
	}
	return sum
}

// Divide returns the quotient and the remainder of unsigned numbers, as by hand: one bit after the other. The remainder has as many
// bits as y. If y is 0, all bits of the quotient are ones, and the remainder is the lowest bits of x.
func (g *Graph) Divide(x, y []Lit) (quotient, remainder []Lit) {
	wide := append(append([]Lit(nil), y...), False)
	rest := Constant(len(wide), 0)
	quotient = make([]Lit, len(x))
	for i := len(x) - 1; i >= 0; i-- {
		rest = append([]Lit{x[i]}, rest[:len(y)]...)
		less, fits := g.Add(rest, Inverted(wide), True)
		quotient[i] = fits
		rest = g.MuxEach(fits, less, rest)
	}
	return quotient, rest[:len(y)]
}

// DivideSigned returns the quotient of numbers in two's complement, rounded towards 0, and the remainder, which has the sign
// of x. If y is 0, they are 1 or -1, which has the other sign than x, and x.
func (g *Graph) DivideSigned(x, y []Lit) (quotient, remainder []Lit) {
	negX, negY := x[len(x)-1], y[len(y)-1]
	quotient, remainder = g.Divide(g.NegateIf(negX, x), g.NegateIf(negY, y))
	return g.NegateIf(g.Xor(negX, negY), quotient), g.NegateIf(negX, remainder)
}

// A Shift is a way to shift bits.
type Shift uint8

// The ways to shift. To the right, what comes in at the highest bit is False or a copy of the highest bit.
const (
	Left Shift = iota
	Right
	RightSigned
)

// Shift returns x shifted by an unsigned number y, which may have another width. To shift by the width or more leaves nothing of x but
// copies of its highest bit.
func (g *Graph) Shift(s Shift, x, y []Lit) []Lit {
	width := len(x)
	fill := False
	if s == RightSigned {
		fill = x[width-1]
	}
	z := append([]Lit(nil), x...)
	stages := min(bits.Len(uint(width-1)), len(y))
	for k := range stages {
		moved := make([]Lit, width)
		for i := range moved {
			from := i + 1<<k
			if s == Left {
				from = i - 1<<k
			}
			moved[i] = fill
			if from >= 0 && from < width {
				moved[i] = z[from]
			}
		}
		z = g.MuxEach(y[k], moved, z)
	}
	far := False // by more than the stages do
	for k := stages; k < len(y); k++ {
		far = g.Or(far, y[k])
	}
	for i := range z {
		z[i] = g.Mux(far, fill, z[i])
	}
	return z
}
