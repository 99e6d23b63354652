// This file defines walks through terms: variables, substitution, atoms, values.

package word

// Variables calls yield for each variable that x reads, once.
func (t *Terms) Variables(x Term, yield func(Variable)) {
	t.walk(x, map[Term]bool{}, func(y Term) {
		if n := &t.nodes[y]; n.op == Var {
			yield(Variable(n.value))
		}
	})
}

// Reads reports whether x reads an element of an array.
func (t *Terms) Reads(x Term) (found bool) {
	t.walk(x, map[Term]bool{}, func(y Term) { found = found || t.nodes[y].op == Read })
	return found
}

func (t *Terms) walk(x Term, met map[Term]bool, visit func(Term)) {
	if met[x] {
		return
	}
	met[x] = true
	for _, y := range t.Args(x) {
		t.walk(y, met, visit)
	}
	visit(x)
}

// A Substitution replaces variables by terms, and remembers what it has made of each term.
type Substitution struct {
	t  *Terms
	of func(Variable) (Term, bool)
	// Element replaces what is read of an array, of which the index is replaced already, if it is not nil.
	Element func(array Variable, index Term, width int) Term
	done    map[Term]Term
}

// Substitute returns the substitution that replaces the variables that of knows.
func (t *Terms) Substitute(of func(Variable) (Term, bool)) *Substitution {
	return &Substitution{t: t, of: of, done: map[Term]Term{}}
}

// In returns x with all variables replaced.
func (s *Substitution) In(x Term) Term {
	if y, ok := s.done[x]; ok {
		return y
	}
	n := s.t.nodes[x]
	y := x
	switch n.op.arity() {
	case 0:
		if n.op == Var {
			if z, ok := s.of(Variable(n.value)); ok {
				y = z
			}
		}
	case 1:
		if a := s.In(n.a); a != n.a {
			y = s.t.unary(n.op, int(n.width), a)
		}
	case 2:
		if n.op == Read {
			b := s.In(n.b)
			if s.Element != nil {
				y = s.Element(Variable(s.t.nodes[n.a].value), b, int(n.width))
			} else if b != n.b {
				y = s.t.Binary(Read, n.a, b)
			}
		} else if a, b := s.In(n.a), s.In(n.b); a != n.a || b != n.b {
			y = s.t.Binary(n.op, a, b)
		}
	case 3:
		if a, b, c := s.In(n.a), s.In(n.b), s.In(n.c); a != n.a || b != n.b || c != n.c {
			y = s.t.Ite(a, b, c)
		}
	}
	s.done[x] = y
	return y
}

// Atoms calls yield for the parts of one bit that a word of one bit is a Boolean combination of.
func (t *Terms) Atoms(x Term, yield func(Term)) {
	n := &t.nodes[x]
	switch {
	case n.op == Const:
	case n.op == Not, n.op == And, n.op == Or, n.op == Xor, n.op == Ite, n.op == Eq && t.Width(n.a) == 1:
		for _, y := range t.Args(x) {
			t.Atoms(y, yield)
		}
	default:
		yield(x)
	}
}

// Size returns the number of operations in x.
func (t *Terms) Size(x Term) (n int) {
	t.walk(x, map[Term]bool{}, func(Term) { n++ })
	return n
}

// A Valuation gives variables their values.
type Valuation interface {
	Value(v Variable) uint64
	// Element returns what an array has at an index. The array is the variable that stands for it.
	Element(array Variable, index uint64) uint64
}

// Eval returns the value of x.
func (t *Terms) Eval(x Term, v Valuation) uint64 {
	n := &t.nodes[x]
	width := int(n.width)
	switch n.op {
	case Const:
		return n.value
	case Var:
		return v.Value(Variable(n.value)) & mask(width)
	case Ite:
		if t.Eval(n.a, v) == 1 {
			return t.Eval(n.b, v)
		}
		return t.Eval(n.c, v)
	case Read:
		return v.Element(Variable(t.nodes[n.a].value), t.Eval(n.b, v)) & mask(width)
	}
	if n.op.arity() == 1 {
		return apply1(n.op, t.Eval(n.a, v), t.Width(n.a)) & mask(width)
	}
	return apply2(n.op, t.Eval(n.a, v), t.Eval(n.b, v), t.Width(n.a)) & mask(width)
}
