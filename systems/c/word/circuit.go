// This file defines the circuits of terms.

package word

import "github.com/ijit/ijit/allsat/aig"

// bits returns the circuit of x, least bit first.
func (s *Solver) bits(x Term) []aig.Lit {
	if b, ok := s.made[x]; ok {
		return b
	}
	n := s.t.nodes[x]
	width := int(n.width)
	var b []aig.Lit
	switch n.op {
	case Const:
		for i := range width {
			b = append(b, constant(n.value>>i&1 == 1))
		}
	case Var, Read: // an element may be anything, but each time it is asked for in the same way the same
		for range width {
			b = append(b, s.graph.NewInput())
		}
	case Ite:
		c := s.bits(n.a)[0]
		x, y := s.bits(n.b), s.bits(n.c)
		for i := range width {
			b = append(b, s.graph.Mux(c, x[i], y[i]))
		}
	case Not, Neg, ZExt, SExt, Trunc:
		b = s.bits1(n.op, width, s.bits(n.a))
	default:
		b = s.bits2(n.op, s.bits(n.a), s.bits(n.b))
	}
	s.made[x] = b
	return b
}

func constant(b bool) aig.Lit {
	if b {
		return aig.True
	}
	return aig.False
}

func (s *Solver) bits1(op Op, width int, x []aig.Lit) []aig.Lit {
	b := make([]aig.Lit, 0, width)
	for i := range width {
		switch {
		case op == Not || op == Neg:
			b = append(b, x[i].Not())
		case i < len(x):
			b = append(b, x[i])
		case op == SExt:
			b = append(b, x[len(x)-1])
		default:
			b = append(b, aig.False)
		}
	}
	if op == Neg {
		b, _ = s.add(b, zeros(width), aig.True)
	}
	return b
}

func zeros(n int) []aig.Lit {
	z := make([]aig.Lit, n)
	for i := range z {
		z[i] = aig.False
	}
	return z
}

func inverted(x []aig.Lit) []aig.Lit {
	z := make([]aig.Lit, len(x))
	for i := range z {
		z[i] = x[i].Not()
	}
	return z
}

// add returns the sum of two words and a carry, and the carry out of it.
func (s *Solver) add(x, y []aig.Lit, carry aig.Lit) ([]aig.Lit, aig.Lit) {
	g := s.graph
	sum := make([]aig.Lit, len(x))
	for i := range x {
		half := g.Xor(x[i], y[i])
		sum[i] = g.Xor(half, carry)
		carry = g.Or(g.And(x[i], y[i]), g.And(half, carry))
	}
	return sum, carry
}

func (s *Solver) bits2(op Op, x, y []aig.Lit) []aig.Lit {
	g := s.graph
	width := len(x)
	each := func(f func(a, b aig.Lit) aig.Lit) []aig.Lit {
		b := make([]aig.Lit, width)
		for i := range b {
			b[i] = f(x[i], y[i])
		}
		return b
	}
	switch op {
	case And:
		return each(g.And)
	case Or:
		return each(g.Or)
	case Xor:
		return each(g.Xor)
	case Add:
		sum, _ := s.add(x, y, aig.False)
		return sum
	case Sub:
		sum, _ := s.add(x, inverted(y), aig.True)
		return sum
	case Mul:
		return s.multiply(x, y)
	case UDiv, URem:
		return s.divide(op, x, y)
	case SDiv, SRem:
		// Of the absolute values, with the sign that C wants: that of the dividend for the remainder.
		negX, negY := x[width-1], y[width-1]
		result := s.divide(op-SDiv+UDiv, s.negateIf(negX, x), s.negateIf(negY, y))
		if op == SRem {
			return s.negateIf(negX, result)
		}
		return s.negateIf(g.Xor(negX, negY), result)
	case Shl, LShr, AShr:
		return s.shift(op, x, y)
	case Eq:
		return []aig.Lit{g.All(each(g.Equal)...)}
	case ULt:
		_, carry := s.add(x, inverted(y), aig.True)
		return []aig.Lit{carry.Not()}
	case SLt: // as unsigned ones, if the signs are inverted
		_, carry := s.add(flipped(x), inverted(flipped(y)), aig.True)
		return []aig.Lit{carry.Not()}
	}
	panic("word: no circuit for an operation")
}

// flipped returns x with the first bit inverted.
func flipped(x []aig.Lit) []aig.Lit {
	z := append([]aig.Lit(nil), x...)
	z[len(z)-1] = z[len(z)-1].Not()
	return z
}

func (s *Solver) negateIf(c aig.Lit, x []aig.Lit) []aig.Lit {
	z := make([]aig.Lit, len(x))
	for i := range z {
		z[i] = s.graph.Xor(x[i], c)
	}
	z, _ = s.add(z, zeros(len(x)), c)
	return z
}

func (s *Solver) multiply(x, y []aig.Lit) []aig.Lit {
	sum := zeros(len(x))
	for i := range y {
		if y[i] == aig.False {
			continue
		}
		row := zeros(len(x))
		for j := range len(x) - i {
			row[i+j] = s.graph.And(x[j], y[i])
		}
		sum, _ = s.add(sum, row, aig.False)
	}
	return sum
}

// divide returns the quotient or the remainder of unsigned words: one bit after the other, as by hand.
func (s *Solver) divide(op Op, x, y []aig.Lit) []aig.Lit {
	width := len(x)
	wide := append(append([]aig.Lit(nil), y...), aig.False)
	rest, quotient := zeros(width+1), make([]aig.Lit, width)
	for i := width - 1; i >= 0; i-- {
		rest = append([]aig.Lit{x[i]}, rest[:width]...)
		less, fits := s.add(rest, inverted(wide), aig.True)
		quotient[i] = fits
		for j := range rest {
			rest[j] = s.graph.Mux(fits, less[j], rest[j])
		}
	}
	if op == UDiv {
		return quotient // all ones if y is 0
	}
	return rest[:width]
}

func (s *Solver) shift(op Op, x, y []aig.Lit) []aig.Lit {
	g := s.graph
	width := len(x)
	fill := aig.False
	if op == AShr {
		fill = x[width-1]
	}
	z := append([]aig.Lit(nil), x...)
	stages := min(log(width-1), width)
	for k := range stages {
		moved := make([]aig.Lit, width)
		for i := range moved {
			from := i + 1<<k
			if op == Shl {
				from = i - 1<<k
			}
			moved[i] = fill
			if from >= 0 && from < width {
				moved[i] = z[from]
			}
		}
		for i := range z {
			z[i] = g.Mux(y[k], moved[i], z[i])
		}
	}
	far := aig.False // by more than the stages do
	for k := stages; k < width; k++ {
		far = g.Or(far, y[k])
	}
	for i := range z {
		z[i] = g.Mux(far, fill, z[i])
	}
	return z
}
