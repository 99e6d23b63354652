// This file defines how expressions become functions.

package encode

import (
	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/parser"
)

// A scope says which decision variable a reference in an expression means.
type scope func(*parser.Ref) bdd.Var

// now is the scope of an expression that is evaluated before the step.
func (e *Encoder) now(r *parser.Ref) bdd.Var {
	if r.Passive {
		return e.places.Passive[r.Var.Index]
	}
	return e.places.Now.Var(r.Var)
}

// after is the scope of a constraint on the step that writes these variables: the
// next value of any other is the one that it has.
func (e *Encoder) after(writes []*parser.Ref) scope {
	return func(r *parser.Ref) bdd.Var {
		if !r.Next {
			return e.now(r)
		}
		for _, w := range writes {
			switch {
			case w.Var != r.Var || w.Passive != r.Passive:
			case r.Passive:
				return e.places.PassiveNext[r.Var.Index]
			default:
				return e.places.Next.Var(r.Var)
			}
		}
		return e.now(r)
	}
}

// A value is a set of truth values as functions: where 0 is in it, and where 1 is.
type value struct{ may0, may1 bdd.Node }

// Value returns where x, evaluated in the frame Now, may be 0 and where it may
// be 1.
func (e *Encoder) Value(x parser.Expr) (may0, may1 bdd.Node) {
	v := e.value(x, e.now)
	return v.may0, v.may1
}

// holds returns where x may be 1.
func (e *Encoder) holds(x parser.Expr, s scope) bdd.Node { return e.value(x, s).may1 }

func (e *Encoder) value(x parser.Expr, s scope) value {
	m := e.m
	switch x := x.(type) {
	case *parser.Lit:
		return value{bdd.Const(!x.Value), bdd.Const(x.Value)}
	case *parser.Ref:
		f := m.Var(s(x))
		return value{m.Not(f), f}
	case *parser.Not:
		return e.value(x.X, s).not()
	case *parser.Cond:
		return e.cond(e.value(x.If, s), e.value(x.Then, s), e.value(x.Else, s))
	case *parser.Choose: // 1 if X, else 0 if Y, else any
		a, b := e.value(x.X, s), e.value(x.Y, s)
		return value{a.may0, m.Or(a.may1, b.may0)}
	case *parser.Binary:
		return e.binary(x.Op, e.value(x.X, s), e.value(x.Y, s))
	default: // *parser.Star
		return value{bdd.True, bdd.True}
	}
}

func (v value) not() value { return value{v.may1, v.may0} }

func (e *Encoder) cond(c, a, b value) value {
	m := e.m
	return value{
		m.Or(m.And(c.may1, a.may0), m.And(c.may0, b.may0)),
		m.Or(m.And(c.may1, a.may1), m.And(c.may0, b.may1)),
	}
}

func (e *Encoder) binary(op parser.BinaryOp, a, b value) value {
	m := e.m
	switch op {
	case parser.OpAnd:
		return value{m.Or(a.may0, b.may0), m.And(a.may1, b.may1)}
	case parser.OpOr:
		return value{m.And(a.may0, b.may0), m.Or(a.may1, b.may1)}
	case parser.OpImplies:
		return value{m.And(a.may1, b.may0), m.Or(a.may0, b.may1)}
	}
	differ := value{
		m.Or(m.And(a.may0, b.may0), m.And(a.may1, b.may1)),
		m.Or(m.And(a.may0, b.may1), m.And(a.may1, b.may0)),
	}
	if op == parser.OpEq {
		return differ.not()
	}
	return differ
}

// equals returns where v may have the value of the variable x.
func (e *Encoder) equals(x bdd.Var, v value) bdd.Node {
	return e.m.Ite(e.m.Var(x), v.may1, v.may0)
}
