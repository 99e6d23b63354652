// This file defines how conditions of a turn are decided: by constants, for several inputs at a
// time, or by bounds of numbers.

package reactive

import (
	"math"
	"math/bits"
	"slices"

	"github.com/ijit/ijit/systems/eca"
)

// open reports whether an expression depends on an open input.
func (t *turner) open(p *path, x *eca.Expr) bool {
	return x != nil && (x.Op == eca.Load && p.env[x.Var.ID].sym == inputSym || t.open(p, x.X) || t.open(p, x.Y))
}

// choose lets the inputs for which a condition holds go on, and forks for the others; if there
// are none it reports that.
func (t *turner) choose(p *path, i *instr) bool {
	if !t.open(p, i.x) {
		return inputValue(i.x, p.env, 0) != 0
	}
	var yes uint64
	for m := p.mask; m != 0; m &= m - 1 {
		if inputValue(i.x, p.env, t.inputs[int(p.base)+bits.TrailingZeros64(m)]) != 0 {
			yes |= m & -m
		}
	}
	if yes == 0 {
		return false
	}
	if yes != p.mask {
		q := t.fork(p)
		q.mask &^= yes
		q.pc = i.to
		p.mask = yes
	}
	return true
}

// inputValue returns the value of an expression for an input.
func inputValue(x *eca.Expr, env []value, input int32) int32 {
	switch x.Op {
	case eca.Const:
		return x.Value
	case eca.Load:
		if v := env[x.Var.ID]; v.sym == 0 {
			return v.c
		}
		return input
	case eca.Not:
		return int32(arithmetic(eca.Eq, int64(inputValue(x.X, env, input)), 0))
	case eca.Neg:
		return -inputValue(x.X, env, input)
	case eca.And:
		return int32(btoi(inputValue(x.X, env, input) != 0 && inputValue(x.Y, env, input) != 0))
	case eca.Or:
		return int32(btoi(inputValue(x.X, env, input) != 0 || inputValue(x.Y, env, input) != 0))
	}
	return int32(arithmetic(x.Op, int64(inputValue(x.X, env, input)), int64(inputValue(x.Y, env, input))))
}

func (t *turner) eval(x *eca.Expr, env []value) value {
	switch x.Op {
	case eca.Const:
		return value{c: x.Value}
	case eca.Load:
		return env[x.Var.ID]
	case eca.Neg:
		return t.binary(eca.Sub, value{}, t.eval(x.X, env), x.Line)
	}
	return t.binary(x.Op, t.eval(x.X, env), t.eval(x.Y, env), x.Line)
}

// test decides a comparison, or suspends the path.
func (t *turner) test(p *path, n *node, x *eca.Expr) (holds, known bool) {
	a, b := t.eval(x.X, p.env), t.eval(x.Y, p.env)
	op := x.Op
	if a.sym == 0 {
		a, b, op = b, a, mirror(op)
	}
	switch {
	case a.sym == 0:
		return compare(op, int64(a.c), int64(b.c)), true
	case b.sym == 0:
		return t.decide(p, n, op, a.sym, int64(b.c))
	}
	return t.decide(p, n, eca.Ne, t.binary(op, a, b, x.Line).sym, 0)
}

// decide compares a term with a constant. If bounds do not tell, it makes a test, behind which
// the path tries again.
func (t *turner) decide(p *path, n *node, op eca.Op, id int32, c int64) (holds, known bool) {
	lo, hi := t.interval(id, p.facts)
	switch op {
	case eca.Lt:
		op, c = eca.Le, c-1
	case eca.Ge:
		op, c = eca.Gt, c-1
	}
	if l, h := bounds(op, lo, hi, c, c); l == h {
		return l == 1, true
	}
	if op <= eca.Ne && c == hi {
		c--
	}
	q := *p
	q.env = slices.Clone(p.env)
	p.facts = append(slices.Clip(p.facts), fact{id, math.MinInt32, int32(c)})
	q.facts = append(slices.Clip(q.facts), fact{id, int32(c) + 1, math.MaxInt32})
	n.tests = append(n.tests, test{term: id, c: int32(c), paths: [2]*path{p, &q}})
	return false, false
}
