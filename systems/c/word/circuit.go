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
		b = aig.Constant(width, n.value)
	case Var, Read: // an element may be anything, but each time it is asked for in the same way the same
		for range width {
			b = append(b, s.graph.NewInput())
		}
	case Ite:
		c := s.bits(n.a)[0]
		b = s.graph.MuxEach(c, s.bits(n.b), s.bits(n.c))
	case Not, Neg, ZExt, SExt, Trunc:
		b = s.bits1(n.op, width, s.bits(n.a))
	default:
		b = s.bits2(n.op, s.bits(n.a), s.bits(n.b))
	}
	s.made[x] = b
	return b
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
		b, _ = s.graph.Add(b, aig.Constant(width, 0), aig.True)
	}
	return b
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
		sum, _ := g.Add(x, y, aig.False)
		return sum
	case Sub:
		return g.Subtract(x, y)
	case Mul:
		return g.Multiply(x, y)
	case UDiv, URem, SDiv, SRem:
		divide := g.Divide
		if op == SDiv || op == SRem {
			divide = g.DivideSigned
		}
		quotient, remainder := divide(x, y)
		if op == UDiv || op == SDiv {
			return quotient
		}
		return remainder
	case Shl:
		return g.Shift(aig.Left, x, y)
	case LShr:
		return g.Shift(aig.Right, x, y)
	case AShr:
		return g.Shift(aig.RightSigned, x, y)
	case Eq:
		return []aig.Lit{g.All(each(g.Equal)...)}
	case ULt, SLt:
		return []aig.Lit{g.Less(x, y, op == SLt)}
	}
	panic("word: no circuit for an operation")
}
