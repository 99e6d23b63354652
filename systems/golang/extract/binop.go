// This file defines operators.

package extract

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ijit/ijit/systems/golang/code"
	"github.com/ijit/ijit/systems/golang/graph"
)

func (x *Extractor) unary(i *ssa.UnOp) {
	switch i.Op {
	case token.MUL:
		x.dereference(i.X, i.Pos())
		x.load(i)
	case token.ARROW:
		x.unsequencedBefore(i)()
		x.receive(i)
	case token.NOT:
		v := x.Value(i.X, "")
		if v.Expr != nil {
			x.Set(i, "", x.Boolean(graph.Not(v.Expr)))
			return
		}
		x.Set(i, "", v.Mapped(func(a *graph.Atom) *graph.Atom {
			if a.Kind == graph.Bool {
				return x.Bool(a.N == 0)
			}
			return a
		}))
	case token.SUB:
		x.Set(i, "", x.Value(i.X, "").Mapped(func(a *graph.Atom) *graph.Atom {
			if a.Kind == graph.Int {
				return x.Integer(i.Type(), -a.N)
			}
			return x.derived(i, a)
		}))
	default:
		x.anything(i)
	}
}

func (x *Extractor) binary(i *ssa.BinOp) {
	if _, compares := compare(i.Op, 0, 0); compares {
		x.comparison(i)
		return
	}
	a, b := x.Value(i.X, ""), x.Value(i.Y, "")
	if len(a.Set) == 0 || len(b.Set) == 0 {
		x.Set(i, "", graph.Val{})
		return
	}
	if !code.IsInt(i.Type()) && !code.IsString(i.Type()) {
		x.anything(i)
		return
	}
	if i.Op == token.QUO || i.Op == token.REM {
		zero := b.Where(func(a *graph.Atom) bool { return a.Kind == graph.Int && a.N == 0 })
		if x.crashes(zero, i.Pos(), divided); x.Dead {
			return
		}
	}
	if !x.remainder(i, a, b) && !x.pairwise(i, a, b, func(p, q *graph.Atom) *graph.Atom { return x.arithmetic(i, p, q) }) {
		x.anything(i)
	}
}

// pairwise gives a register what f makes of two operands, and reports whether that can be told: if one location says
// both, if one is a constant, or if both are integers that are one of few.
func (x *Extractor) pairwise(i ssa.Value, a, b graph.Val, f func(p, q *graph.Atom) *graph.Atom) bool {
	if v, ok := a.Together(b, f); ok {
		x.Set(i, "", x.Widened(v))
		return true
	}
	with := func(q *graph.Atom) graph.Val {
		return x.Widened(a.Mapped(func(p *graph.Atom) *graph.Atom { return f(p, q) }))
	}
	if q := b.One(); q != nil {
		x.Set(i, "", with(q))
		return true
	}
	if p := a.One(); p != nil {
		x.Set(i, "", x.Widened(b.Mapped(func(q *graph.Atom) *graph.Atom { return f(p, q) })))
		return true
	}
	few := func(v graph.Val) bool {
		return len(v.Set) <= code.MaxArray && !slices.ContainsFunc(v.Set, func(a *graph.Atom) bool { return a.Kind != graph.Int })
	}
	if !few(a) || !few(b) {
		return false
	}
	l := x.Register(i, "")
	x.Split(b, func(q *graph.Atom) {
		v := with(q)
		x.Grow(l, v.Set)
		x.Assign(graph.Assign{To: l, V: v})
	})
	x.Set(i, "", graph.At(l))
	return true
}

// remainder executes an operator whose result is one of few numbers though an operand is not known: hash % 4, hash & 3.
func (x *Extractor) remainder(i *ssa.BinOp, a, b graph.Val) bool {
	q := b.One()
	if q == nil || q.Kind != graph.Int || q.N < 1 || !slices.ContainsFunc(a.Set, func(p *graph.Atom) bool { return p.Kind == graph.Other }) {
		return false
	}
	least, most := int64(0), q.N
	switch i.Op {
	case token.AND:
	case token.REM:
		most--
		if !code.IsUnsigned(i.Type()) && slices.ContainsFunc(a.Set, func(p *graph.Atom) bool { return p.N <= 0 }) {
			least = -most
		}
	default:
		return false
	}
	if most >= code.MaxArray {
		return false
	}
	x.Define(i, "", graph.Val{Set: x.between(least, most)})
	return true
}

// between returns the numbers from one to another.
func (x *Extractor) between(least, most int64) (s graph.Set) {
	for n := least; n <= most; n++ {
		s = s.With(x.Int(n))
	}
	return s
}

// comparison executes a comparison: structs and arrays are equal if all their parts are, but for blank fields.
func (x *Extractor) comparison(i *ssa.BinOp) {
	parts := []code.Leaf{{Type: i.X.Type()}}
	switch i.X.Type().Underlying().(type) {
	case *types.Struct, *types.Array:
		parts = x.Leaves(i.X.Type())
	}
	op := i.Op
	if op == token.NEQ {
		op = token.EQL
	}
	var c graph.Cond = graph.Const(true)
	for _, l := range parts {
		if code.Blank(i.X.Type(), l.Path) {
			continue
		}
		if code.IsSync(l.Type) { // nobody knows whether they are held
			c = graph.And(c, graph.Either{})
			continue
		}
		a, b := x.Value(i.X, l.Path), x.Value(i.Y, l.Path)
		if len(a.Set) == 0 || len(b.Set) == 0 {
			x.Set(i, "", graph.Val{})
			return
		}
		c = graph.And(c, x.Related(a, b, func(p, q *graph.Atom) graph.Truth { return Relation(op, p, q) }))
		if code.Weak(l.Path) { // one of several elements
			c = graph.And(c, graph.Either{})
		}
	}
	if i.Op == token.NEQ {
		c = graph.Not(c)
	}
	if graph.Chooses(c) && i.Referrers() != nil && len(*i.Referrers()) > 1 {
		x.Set(i, "", x.Chosen(i, "", c))
	} else {
		x.Set(i, "", x.Boolean(c))
	}
}

// Widened takes too many constants to be anything.
func (x *Extractor) Widened(v graph.Val) graph.Val {
	kept := x.Union(nil, v.Set)
	return v.Mapped(func(a *graph.Atom) *graph.Atom {
		if kept.Has(a) {
			return a
		}
		return x.Other()
	})
}

// Related returns the condition that two values are in a relation.
func (x *Extractor) Related(a, b graph.Val, r func(p, q *graph.Atom) graph.Truth) graph.Cond {
	if q := b.One(); q != nil {
		return a.Is(func(p *graph.Atom) graph.Truth { return r(p, q) })
	}
	if p := a.One(); p != nil {
		return b.Is(func(q *graph.Atom) graph.Truth { return r(p, q) })
	}
	var c graph.Cond = graph.Const(false)
	for _, p := range a.Set {
		c = graph.Or(c, graph.And(a.Among(graph.Single(p)), b.Is(func(q *graph.Atom) graph.Truth { return r(p, q) })))
	}
	return c
}

// Relation says whether two atoms are in the relation of an operator.
func Relation(op token.Token, p, q *graph.Atom) graph.Truth {
	switch {
	case op == token.EQL:
		return graph.Equal(p, q)
	case op == token.NEQ:
		return graph.Equal(p, q).Not()
	case p.Kind == graph.Int && q.Kind == graph.Int:
		t, _ := compare(op, p.N, q.N)
		return graph.TruthOf(t)
	case p.Kind == graph.Str && q.Kind == graph.Str:
		t, _ := compare(op, int64(strings.Compare(p.S, q.S)), 0)
		return graph.TruthOf(t)
	case p.Kind == graph.Other && q.Kind == graph.Int:
		return relationOfBound(op, p.N, q.N)
	case q.Kind == graph.Other && p.Kind == graph.Int:
		mirrored := map[token.Token]token.Token{token.LSS: token.GTR, token.LEQ: token.GEQ, token.GTR: token.LSS, token.GEQ: token.LEQ}
		return relationOfBound(mirrored[op], q.N, p.N)
	}
	return graph.Maybe
}

// relationOfBound says whether all integers that are at least a bound if it is positive, at most if it is negative, are
// in the relation of a comparison with q.
func relationOfBound(op token.Token, bound, q int64) graph.Truth {
	above := bound > 0 && (op == token.GTR && q < bound || op == token.GEQ && q <= bound)
	notBelow := bound > 0 && (op == token.LSS && q <= bound || op == token.LEQ && q < bound)
	below := bound < 0 && (op == token.LSS && q > bound || op == token.LEQ && q >= bound)
	notAbove := bound < 0 && (op == token.GTR && q >= bound || op == token.GEQ && q > bound)
	switch {
	case above || below:
		return graph.Yes
	case notBelow || notAbove:
		return graph.No
	}
	return graph.Maybe
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

// arithmetic returns the result of an operator on integers or strings.
func (x *Extractor) arithmetic(i *ssa.BinOp, p, q *graph.Atom) *graph.Atom {
	if p.Kind == graph.Str && q.Kind == graph.Str && i.Op == token.ADD {
		return x.Str(p.S + q.S)
	}
	if code.IsString(i.Type()) {
		return x.Other()
	}
	if p.Kind != graph.Int || q.Kind != graph.Int {
		d := x.derived(i, p, q)
		if p.Kind == graph.Int && (i.Op == token.ADD || i.Op == token.MUL) {
			p, q = q, p
		}
		if small := int64(1 << 31); p.N <= 0 || p.N >= small || q.Kind != graph.Int || q.N >= small || !large(i.Type()) { // others overflow
			return d
		}
		switch {
		case i.Op == token.ADD && q.N > 0:
			return x.boundedBelow(p.N+q.N, d, p)
		case i.Op == token.SUB && q.N >= 0 && q.N < p.N:
			return x.boundedBelow(p.N-q.N, d, p)
		case i.Op == token.MUL && q.N > 0:
			return x.boundedBelow(p.N*q.N, d, p)
		}
		return d
	}
	switch i.Op {
	case token.ADD:
		return x.Integer(i.Type(), p.N+q.N)
	case token.SUB:
		return x.Integer(i.Type(), p.N-q.N)
	case token.MUL:
		return x.Integer(i.Type(), p.N*q.N)
	case token.QUO:
		if q.N != 0 {
			return x.Integer(i.Type(), p.N/q.N)
		}
	case token.REM:
		if q.N != 0 {
			return x.Integer(i.Type(), p.N%q.N)
		}
	case token.AND:
		return x.Integer(i.Type(), p.N&q.N)
	case token.OR:
		return x.Integer(i.Type(), p.N|q.N)
	case token.SHL:
		if q.N >= 0 && q.N < 32 {
			return x.Integer(i.Type(), p.N<<q.N)
		}
	case token.SHR:
		if q.N >= 0 && q.N < 64 {
			return x.Integer(i.Type(), p.N>>q.N)
		}
	}
	return x.Other()
}

// boundedBelow returns an integer of which nothing is known but that it is at least n, and that it is from where one of
// others is.
func (x *Extractor) boundedBelow(n int64, from ...*graph.Atom) *graph.Atom {
	k := graph.AtomKey{Kind: graph.Other, N: n}
	for _, a := range from {
		k.Origin = cmp.Or(k.Origin, a.Origin)
	}
	return x.Atom(k)
}

// extremum returns the minimum or maximum of two integers.
func (x *Extractor) extremum(i *ssa.Call, greatest bool, p, q *graph.Atom) *graph.Atom {
	switch Relation(token.GEQ, p, q) {
	case graph.TruthOf(greatest):
		return p
	case graph.TruthOf(!greatest):
		return q
	}
	least := min(p.N, q.N)
	if greatest {
		least = max(p.N, q.N)
	}
	d := x.derived(i, p, q)
	if least > 0 {
		return x.boundedBelow(least, d, p, q)
	}
	if p.Origin.OfLength() || q.Origin.OfLength() { // it may be negative, which a length is not
		return d
	}
	return x.boundedBelow(0, d, p, q)
}

// Integer returns a number as a type has it: it wraps around.
func (x *Extractor) Integer(t types.Type, n int64) *graph.Atom {
	b, ok := t.Underlying().(*types.Basic)
	if !ok {
		return x.Other()
	}
	switch b.Kind() {
	case types.Int8:
		n = int64(int8(n))
	case types.Int16:
		n = int64(int16(n))
	case types.Int32:
		n = int64(int32(n))
	case types.Uint8:
		n = int64(uint8(n))
	case types.Uint16:
		n = int64(uint16(n))
	case types.Uint32:
		n = int64(uint32(n))
	case types.Int, types.Int64, types.UntypedInt, types.UntypedRune:
	default: // unsigned
		if n < 0 {
			return x.Other()
		}
	}
	return x.Int(n)
}

// derived returns an integer that is computed from others of which something is not known.
func (x *Extractor) derived(v ssa.Value, from ...*graph.Atom) *graph.Atom {
	var deps []*graph.Origin
	key := fmt.Sprintf("%p %p %p", x.fr, x.it, v)
	for _, a := range from {
		if a.Kind == graph.Other && a.Origin != nil {
			deps = append(deps, a.Origin)
			key += fmt.Sprintf(" %p", a.Origin)
		}
	}
	if len(deps) == 0 {
		return x.Other()
	}
	if len(deps) == 1 && x.options.AnyNumber {
		return x.Other()
	}
	return x.Atom(graph.AtomKey{Kind: graph.Other, Origin: x.origin(key, "", v.Pos(), deps...)})
}

// large reports whether numbers of a type have 64 bits, or as many as the machine likes.
func large(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	if !ok {
		return false
	}
	switch b.Kind() {
	case types.Int, types.Uint, types.Int64, types.Uint64, types.Uintptr:
		return true
	}
	return false
}
