// This file defines the relations of edges in programs whose calls were inlined: by the
// formulas that the edges carry.

package encode

import (
	"slices"

	"github.com/ijit/ijit/allsat"
	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/parser"
)

// related returns what an edge does by its formula.
func (e *Encoder) related(x *parser.Edge) Step {
	writes := make([]*parser.Var, len(x.Assigned))
	for i, v := range x.Assigned {
		writes[i] = e.assigned(x.Node.Proc, v)
	}
	l := e.program.Layout
	rel := e.formula(x.Relation, func(v int) bdd.Var {
		if v >= l.Next(0) && v < 64*l.PassiveAt() {
			if before := v - l.Next(0); !slices.Contains(x.Assigned, before) {
				v = before // it keeps its value
			}
		}
		return e.decision(v)
	})
	return Step{rel, e.assignment(writes, e.places.Now, e.places.Next)}
}

// assigned returns the variable with a number of formulas, in its form before a step.
// The variables of a thread are the locals at one of its locations, or more than these
// after a call.
func (e *Encoder) assigned(p *parser.Proc, v int) *parser.Var {
	if v < len(e.program.File.Globals) {
		return e.program.File.Globals[v]
	}
	i := v - 64*e.program.Layout.LocalAt()
	if i < len(p.Locals) {
		return p.Locals[i]
	}
	return &parser.Var{Name: "local of a callee", Index: i, Proc: p}
}

// created is [Encoder.Child] by the formula of the edge.
func (e *Encoder) created(x *parser.Edge) (rel bdd.Node, writes []*parser.Var) {
	return e.formula(x.ChildLocals.Formula(), e.decision), e.program.Nodes[x.Child].Proc.Locals[:len(x.ChildLocals.Unknown)]
}

// formula returns where a formula may be 1; decision says what its variables are.
func (e *Encoder) formula(f *allsat.Formula, decision func(int) bdd.Var) bdd.Node {
	return allsat.Fold(f, allsat.Algebra[value]{
		Const: func(b bool) value { return value{bdd.Const(!b), bdd.Const(b)} },
		Star:  func() value { return value{bdd.True, bdd.True} },
		Var: func(v int) value {
			n := e.m.Var(decision(v))
			return value{e.m.Not(n), n}
		},
		Not: value.not,
		And: func(x, y value) value { return e.binary(parser.OpAnd, x, y) },
		Or:  func(x, y value) value { return e.binary(parser.OpOr, x, y) },
		Xor: func(x, y value) value { return e.binary(parser.OpEq, x, y).not() },
		Ite: e.cond,
	}).may1
}

// decision returns the decision variable of a variable of formulas.
func (e *Encoder) decision(v int) bdd.Var {
	l := e.program.Layout
	word := v / 64
	switch {
	case word >= l.PassiveNextAt():
		return e.places.PassiveNext[v-64*l.PassiveNextAt()]
	case word >= l.PassiveAt():
		return e.places.Passive[v-64*l.PassiveAt()]
	case word >= l.LocalNextAt():
		return e.places.Next.Locals[v-64*l.LocalNextAt()]
	case word >= l.SharedNextAt():
		return e.places.Next.Globals[v-64*l.SharedNextAt()]
	case word >= l.LocalAt():
		return e.places.Now.Locals[v-64*l.LocalAt()]
	}
	return e.places.Now.Globals[v]
}
