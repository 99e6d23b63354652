// This file defines the templates of edges, and how they are made of expressions.

package parser

import "github.com/ijit/ijit/allsat"

// A Template is a question to the All-SAT solver, instantiated with a valuation
// by each image: which values of the unknown variables does the step allow.
type Template struct {
	Query   *allsat.Query
	Unknown []int
	// Trivial says that there is nothing unknown and nothing to ask.
	Trivial bool
	formula *allsat.Formula
}

// Formula returns the formula that the template asks about.
func (t *Template) Formula() *allsat.Formula { return t.formula }

func newTemplate(f *allsat.Formula, unknown []int) *Template {
	return &Template{
		Query:   allsat.Compile(f, unknown),
		Unknown: unknown,
		Trivial: len(unknown) == 0 && f.Is(true),
		formula: f,
	}
}

// templates makes the templates of the edges that threads can come to.
func (b *builder) templates() {
	if b.Mode == 0 {
		return
	}
	if e := b.File.Main.Enforce; e != nil {
		b.Begins = newTemplate(b.formula(e, false), nil)
	}
	for _, n := range b.Nodes {
		if !n.Reachable {
			continue
		}
		for _, e := range n.Out {
			if e.Relation != nil {
				b.template(e)
			}
		}
	}
}

func (b *builder) template(e *Edge) {
	if len(e.Assigned) == 0 { // one question in both directions
		t := b.guards[e.Relation]
		if t == nil {
			t = newTemplate(e.Relation, nil)
			b.guards[e.Relation] = t
		}
		if b.Mode&Post != 0 {
			e.SP = t
		}
		if b.Mode&Pre != 0 {
			e.WP = t
		}
		return
	}
	if b.Mode&Post != 0 {
		next := make([]int, len(e.Assigned))
		for i, v := range e.Assigned {
			next[i] = b.Layout.Next(v)
		}
		e.SP = newTemplate(e.Relation, next)
	}
	if b.Mode&Pre != 0 {
		e.WP = newTemplate(e.Relation, e.Assigned)
	}
}

// formula translates an expression; next shifts it to the values after the step.
func (b *builder) formula(e Expr, next bool) *allsat.Formula {
	switch e := e.(type) {
	case *Lit:
		return allsat.Const(e.Value)
	case *Star:
		return allsat.Star()
	case *Ref:
		if e.Passive {
			return allsat.Var(b.Layout.Passive(e.Var, e.Next))
		}
		v := b.Layout.Var(e.Var)
		if e.Next || next {
			v = b.Layout.Next(v)
		}
		return allsat.Var(v)
	case *Not:
		return allsat.Not(b.formula(e.X, next))
	case *Cond:
		return allsat.Ite(b.formula(e.If, next), b.formula(e.Then, next), b.formula(e.Else, next))
	case *Choose:
		return allsat.Choose(b.formula(e.X, next), b.formula(e.Y, next))
	}
	bin := e.(*Binary)
	x, y := b.formula(bin.X, next), b.formula(bin.Y, next)
	switch bin.Op {
	case OpAnd:
		return allsat.And(x, y)
	case OpOr:
		return allsat.Or(x, y)
	case OpXor, OpNeq:
		return allsat.Xor(x, y)
	case OpEq:
		return allsat.Eq(x, y)
	default:
		return allsat.Implies(x, y)
	}
}
