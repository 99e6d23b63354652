// This file defines how the formulas of edges become circuits.

package threads

import (
	"github.com/ijit/ijit/allsat"
	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/parser"
)

// open is the value of a variable that is not known yet.
const open = ^aig.Lit(0)

// values are those of all variables that a formula of an edge may mention: the thread that
// moves before and after the step, and another one before and after.
type values struct {
	layout            parser.Layout
	now, next         *state
	passive, becoming []aig.Lit
}

// place returns where the value of a variable of formulas is.
func (s *values) place(v int) *aig.Lit {
	l, word := s.layout, v/64
	switch {
	case word >= l.PassiveNextAt():
		return &s.becoming[v-64*l.PassiveNextAt()]
	case word >= l.PassiveAt():
		return &s.passive[v-64*l.PassiveAt()]
	case word >= l.LocalNextAt():
		return &s.next.local[v-64*l.LocalNextAt()]
	case word >= l.SharedNextAt():
		return &s.next.shared[v-64*l.SharedNextAt()]
	case word >= l.LocalAt():
		return &s.now.local[v-64*l.LocalAt()]
	}
	return &s.now.shared[v]
}

// oracles are inputs that choose. Statements that no step executes together share them.
type oracles struct {
	lits []aig.Lit
	add  func() aig.Lit
}

// take returns the oracle at *next, and goes on behind it.
func (o *oracles) take(next *int) aig.Lit {
	for len(o.lits) <= *next {
		o.lits = append(o.lits, o.add())
	}
	*next++
	return o.lits[*next-1]
}

// number takes a number below n: bit i of the answer is whether it is i.
func (b *builder) number(n int, next *int) []aig.Lit {
	var bits []aig.Lit
	for 1<<len(bits) < n {
		bits = append(bits, b.oracles.take(next))
	}
	return b.decode(bits, n)
}

// decode returns for each number below n whether bits say so; the last one stands for all
// those above it, too.
func (b *builder) decode(bits []aig.Lit, n int) []aig.Lit {
	is := make([]aig.Lit, n)
	for i := range n - 1 {
		is[i] = equals(b.Graph, bits, i)
	}
	is[n-1] = b.Graph.Any(is[:n-1]...).Not()
	return is
}

// define gives values to variables of a formula, by oracles where it leaves a choice, and
// returns where it then holds. An equation for a variable is its definition, so that
// assignments are functions; what else the formula says is left to the choices.
func (b *builder) define(f *allsat.Formula, unknown []int, s *values, next *int) (holds aig.Lit) {
	for _, v := range unknown {
		*s.place(v) = open
	}
	rest := f.Conjuncts()
	for i := 0; ; {
		rest = b.equations(rest, s, next)
		for i < len(unknown) && *s.place(unknown[i]) != open {
			i++
		}
		if i == len(unknown) {
			break
		}
		*s.place(unknown[i]) = b.oracles.take(next)
	}
	var conditions []aig.Lit
	for _, x := range rest {
		v, _ := b.value(x, s)
		conditions = append(conditions, v.may1)
	}
	return b.Graph.All(conditions...)
}

// equations defines what can be defined and returns what it has not used for that.
func (b *builder) equations(list []*allsat.Formula, s *values, next *int) []*allsat.Formula {
	for again := true; again; {
		again = false
		var rest []*allsat.Formula
		for _, f := range list {
			v, x, ok := f.Equation(func(v int) bool { return *s.place(v) == open })
			if !ok {
				rest = append(rest, f)
				continue
			}
			val, known := b.value(x, s)
			if !known {
				rest = append(rest, f)
				continue
			}
			again = true
			if val.may0 == val.may1.Not() {
				*s.place(v) = val.may1
			} else {
				*s.place(v) = b.Graph.Mux(b.oracles.take(next), val.may1, val.may0.Not())
			}
		}
		list = rest
	}
	return list
}

// A value is a set of truth values as functions: where 0 is in it, and where 1 is.
type value struct{ may0, may1 aig.Lit }

// sure is the value that is a function.
func sure(l aig.Lit) value { return value{l.Not(), l} }

// value returns the value of a formula. It is not known if a variable has none yet.
func (sys *System) value(f *allsat.Formula, s *values) (x value, known bool) {
	g := sys.Graph
	known = true
	isSure := func(vs ...value) bool {
		for _, v := range vs {
			if v.may0 != v.may1.Not() {
				return false
			}
		}
		return true
	}
	x = allsat.Fold(f, allsat.Algebra[value]{
		Const: func(b bool) value { return sure(aig.False.NotIf(b)) },
		Star:  func() value { return value{aig.True, aig.True} },
		Var: func(v int) value {
			l := *s.place(v)
			if l == open {
				known = false
				l = aig.False
			}
			return sure(l)
		},
		Not: func(x value) value { return value{x.may1, x.may0} },
		And: func(x, y value) value { return value{g.Or(x.may0, y.may0), g.And(x.may1, y.may1)} },
		Or:  func(x, y value) value { return value{g.And(x.may0, y.may0), g.Or(x.may1, y.may1)} },
		Xor: func(x, y value) value {
			if isSure(x, y) {
				return sure(g.Xor(x.may1, y.may1))
			}
			return value{
				g.Or(g.And(x.may0, y.may0), g.And(x.may1, y.may1)),
				g.Or(g.And(x.may0, y.may1), g.And(x.may1, y.may0)),
			}
		},
		Ite: func(c, x, y value) value {
			if isSure(c, x, y) {
				return sure(g.Mux(c.may1, x.may1, y.may1))
			}
			return value{
				g.Or(g.And(c.may1, x.may0), g.And(c.may0, y.may0)),
				g.Or(g.And(c.may1, x.may1), g.And(c.may0, y.may1)),
			}
		},
	})
	return x, known
}

// equals returns where bits, the lowest one first, are a number.
func equals(g *aig.Graph, bits []aig.Lit, number int) aig.Lit {
	lits := make([]aig.Lit, len(bits))
	for i, b := range bits {
		lits[i] = b.NotIf(number>>i&1 == 0)
	}
	return g.All(lits...)
}

// member returns where bits are a number that is in a set. Of bits that make no difference it
// does not depend.
func member(g *aig.Graph, bits []aig.Lit, in func(number int) bool) aig.Lit {
	var at func(bit, above int) aig.Lit
	at = func(bit, above int) aig.Lit {
		if bit < 0 {
			return aig.False.NotIf(in(above))
		}
		return g.Mux(bits[bit], at(bit-1, above|1<<bit), at(bit-1, above))
	}
	return at(len(bits)-1, 0)
}
