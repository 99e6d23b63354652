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

// Constants calls yield for each constant in x, with its width.
func (t *Terms) Constants(x Term, yield func(width int, value uint64)) {
	t.walk(x, map[Term]bool{}, func(y Term) {
		if n := &t.nodes[y]; n.op == Const {
			yield(int(n.width), n.value)
		}
	})
}

// Reads reports whether x reads an element of an array.
func (t *Terms) Reads(x Term) bool { return t.reads[x] }

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

// Replace returns the substitution that replaces variables by terms.
func (t *Terms) Replace(by map[Variable]Term) *Substitution {
	return t.Substitute(func(v Variable) (Term, bool) { x, ok := by[v]; return x, ok })
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

// An Evaluation computes terms for one valuation, each part once.
type Evaluation struct {
	t    *Terms
	v    Valuation
	done map[Term]uint64
}

// Evaluate returns the evaluation for a valuation, which is not to change.
func (t *Terms) Evaluate(v Valuation) *Evaluation { return &Evaluation{t: t, v: v} }

// Eval returns the value of x.
func (t *Terms) Eval(x Term, v Valuation) uint64 { return t.Evaluate(v).Of(x) }

// Of returns the value of x.
func (e *Evaluation) Of(x Term) uint64 {
	n := &e.t.nodes[x]
	switch n.op {
	case Const:
		return n.value
	case Var:
		return e.v.Value(Variable(n.value)) & mask(int(n.width))
	}
	value, ok := e.done[x]
	if !ok {
		value = e.compute(n) & mask(int(n.width))
		if e.done == nil {
			e.done = map[Term]uint64{}
		}
		e.done[x] = value
	}
	return value
}

func (e *Evaluation) compute(n *node) uint64 {
	switch n.op {
	case Ite:
		if e.Of(n.a) == 1 {
			return e.Of(n.b)
		}
		return e.Of(n.c)
	case Read:
		return e.v.Element(Variable(e.t.nodes[n.a].value), e.Of(n.b))
	}
	if n.op.arity() == 1 {
		return apply1(n.op, e.Of(n.a), e.t.Width(n.a))
	}
	return apply2(n.op, e.Of(n.a), e.Of(n.b), e.t.Width(n.a))
}
