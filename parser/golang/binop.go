// This file defines operators.

package golang

import (
	"fmt"
	"go/token"

	"golang.org/x/tools/go/ssa"
)

func (x *extractor) unary(i *ssa.UnOp) {
	switch i.Op {
	case token.MUL:
		x.load(i)
	case token.ARROW:
		x.receive(i)
	case token.NOT:
		v := x.value(i.X, "")
		if v.expr != nil {
			x.set(i, "", x.boolean(not(v.expr)))
			return
		}
		x.set(i, "", v.mapped(func(a *atom) *atom {
			if a.kind == aBool {
				return x.bool(a.n == 0)
			}
			return a
		}))
	case token.SUB:
		x.set(i, "", x.value(i.X, "").mapped(func(a *atom) *atom {
			if a.kind == aInt {
				return x.int(-a.n)
			}
			return x.derived(i, a)
		}))
	default:
		x.anything(i)
	}
}

func (x *extractor) binary(i *ssa.BinOp) {
	a, b := x.value(i.X, ""), x.value(i.Y, "")
	if len(a.set) == 0 || len(b.set) == 0 {
		x.set(i, "", val{})
		return
	}
	if _, compares := compare(i.Op, 0, 0); compares {
		c := x.related(a, b, func(p, q *atom) truth { return relation(i.Op, p, q) })
		if chooses(c) && i.Referrers() != nil && len(*i.Referrers()) > 1 {
			x.set(i, "", x.chosen(i, "", c))
		} else {
			x.set(i, "", x.boolean(c))
		}
		return
	}
	if !isInt(i.Type()) {
		x.anything(i)
		return
	}
	// One side has to be a constant for the result to be told by the other.
	if k := b.one(); k != nil {
		x.set(i, "", x.widened(i, a.mapped(func(p *atom) *atom { return x.arithmetic(i, p, k) })))
		return
	}
	if k := a.one(); k != nil {
		x.set(i, "", x.widened(i, b.mapped(func(q *atom) *atom { return x.arithmetic(i, k, q) })))
		return
	}
	x.anything(i)
}

// widened gives a register too many constants for its view a location of its own.
func (x *extractor) widened(i *ssa.BinOp, v val) val {
	if len(x.union(nil, v.set)) == len(v.set) {
		return v
	}
	return val{set: single(x.atom(atomKey{kind: aOther}))}
}

// related returns the condition that two values are in a relation.
func (x *extractor) related(a, b val, r func(p, q *atom) truth) cond {
	if q := b.one(); q != nil {
		return a.is(func(p *atom) truth { return r(p, q) })
	}
	if p := a.one(); p != nil {
		return b.is(func(q *atom) truth { return r(p, q) })
	}
	var c cond = cConst(false)
	for _, p := range a.set {
		c = or(c, and(a.among(single(p)), b.is(func(q *atom) truth { return r(p, q) })))
	}
	return c
}

// relation says whether two atoms are in the relation of an operator.
func relation(op token.Token, p, q *atom) truth {
	switch {
	case op == token.EQL:
		return equal(p, q)
	case op == token.NEQ:
		return equal(p, q).not()
	case p.kind == aInt && q.kind == aInt:
		t, _ := compare(op, p.n, q.n)
		return truthOf(t)
	}
	return maybe
}

// compare compares integers; ok says that the operator is a comparison.
func compare(op token.Token, p, q int64) (holds, ok bool) {
	switch op {
	case token.EQL:
		return p == q, true
	case token.NEQ:
		return p != q, true
	case token.LSS:
		return p < q, true
	case token.LEQ:
		return p <= q, true
	case token.GTR:
		return p > q, true
	case token.GEQ:
		return p >= q, true
	}
	return false, false
}

// arithmetic returns the result of an operator on integers.
func (x *extractor) arithmetic(i *ssa.BinOp, p, q *atom) *atom {
	if p.kind != aInt || q.kind != aInt {
		return x.derived(i, p, q)
	}
	switch i.Op {
	case token.ADD:
		return x.int(p.n + q.n)
	case token.SUB:
		return x.int(p.n - q.n)
	case token.MUL:
		return x.int(p.n * q.n)
	case token.QUO:
		if q.n != 0 {
			return x.int(p.n / q.n)
		}
	case token.REM:
		if q.n != 0 {
			return x.int(p.n % q.n)
		}
	case token.AND:
		return x.int(p.n & q.n)
	case token.OR:
		return x.int(p.n | q.n)
	case token.SHL:
		if q.n >= 0 && q.n < 32 {
			return x.int(p.n << q.n)
		}
	case token.SHR:
		if q.n >= 0 && q.n < 64 {
			return x.int(p.n >> q.n)
		}
	}
	return x.other()
}

// derived returns an integer that is computed from others of which something is not known.
func (x *extractor) derived(v ssa.Value, from ...*atom) *atom {
	var deps []*origin
	key := fmt.Sprintf("%p %p %p", x.fr, x.it, v)
	for _, a := range from {
		if a.kind == aOther && a.src != nil {
			deps = append(deps, a.src)
			key += fmt.Sprintf(" %p", a.src)
		}
	}
	if len(deps) == 0 {
		return x.other()
	}
	if len(deps) == 1 && x.options.AnyNumber {
		return x.other()
	}
	return x.atom(atomKey{kind: aOther, src: x.origin(key, "", v.Pos(), x.fr.fn, deps...)})
}
