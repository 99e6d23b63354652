// This file defines what is done with expressions: the variables in them, their values, and
// what is left of them where some variables are known.

package cpa

import (
	"iter"
	"math"

	"github.com/ijit/ijit/systems/eca"
)

// An expr is an expression.
type expr struct{ *eca.Expr }

// loads yields the variables that an expression reads.
func (e expr) loads() iter.Seq[*eca.Var] {
	return func(yield func(*eca.Var) bool) { e.each(yield) }
}

func (e expr) each(yield func(*eca.Var) bool) bool {
	switch {
	case e.Expr == nil:
		return true
	case e.Op == eca.Load:
		return yield(e.Var)
	}
	return expr{e.X}.each(yield) && expr{e.Y}.each(yield)
}

// constant returns the expression of a number.
func constant(n int32) *eca.Expr { return &eca.Expr{Op: eca.Const, Value: n} }

// load returns the expression of a variable.
func load(v *eca.Var) *eca.Expr { return &eca.Expr{Op: eca.Load, Var: v} }

// not returns the negation of a condition.
func not(e *eca.Expr) *eca.Expr {
	if e.Op == eca.Not {
		switch e.X.Op {
		case eca.Not, eca.And, eca.Or, eca.Eq, eca.Ne, eca.Lt, eca.Le, eca.Gt, eca.Ge:
			return e.X
		}
	}
	return &eca.Expr{Op: eca.Not, X: e, Line: e.Line, Col: e.Col}
}

// An interval is a set of integers, lo to hi. Those of results are within int32.
type interval struct{ lo, hi int64 }

func (x interval) is(n int64) bool { return x.lo == n && x.hi == n }
func (x interval) single() bool    { return x.lo == x.hi }

// everything is the interval of all values.
func everything() interval { return interval{math.MinInt32, math.MaxInt32} }

// truth returns the interval of a comparison that must hold, may not, or neither.
func truth(must, may bool) interval {
	switch {
	case must:
		return interval{1, 1}
	case may:
		return interval{0, 1}
	}
	return interval{0, 0}
}

// not is the logical negation.
func (x interval) not() interval { return truth(x.is(0), x.lo <= 0 && 0 <= x.hi) }

// wrapped returns an interval of values that do not fit into int32, as C's arithmetic on
// machines has it; exact for one value.
func (x interval) wrapped() interval {
	switch {
	case x.lo >= math.MinInt32 && x.hi <= math.MaxInt32:
		return x
	case x.single():
		return interval{int64(int32(x.lo)), int64(int32(x.lo))}
	}
	return everything()
}

// over returns an interval that has the values of an expression if its variables have
// values in the intervals that value says.
func (e expr) over(value func(*eca.Var) interval) interval {
	switch e.Op {
	case eca.Const:
		return interval{int64(e.Value), int64(e.Value)}
	case eca.Load:
		return value(e.Var)
	}
	x := expr{e.X}.over(value)
	switch e.Op {
	case eca.Not:
		return x.not()
	case eca.Neg:
		return interval{-x.hi, -x.lo}.wrapped()
	case eca.And:
		if x.is(0) {
			return x
		}
		y := expr{e.Y}.over(value)
		return truth(x.not().is(0) && y.not().is(0), !y.is(0))
	case eca.Or:
		if x.not().is(0) {
			return interval{1, 1}
		}
		y := expr{e.Y}.over(value)
		return truth(y.not().is(0), !x.is(0) || !y.is(0))
	}
	return arithmetic(e.Op, x, expr{e.Y}.over(value))
}

// arithmetic returns an interval with the values of an operator.
func arithmetic(op eca.Op, x, y interval) interval {
	switch op {
	case eca.Add:
		return interval{x.lo + y.lo, x.hi + y.hi}.wrapped()
	case eca.Sub:
		return interval{x.lo - y.hi, x.hi - y.lo}.wrapped()
	case eca.Mul:
		a, b, c, d := x.lo*y.lo, x.lo*y.hi, x.hi*y.lo, x.hi*y.hi
		return interval{min(a, b, c, d), max(a, b, c, d)}.wrapped()
	case eca.Div:
		if !y.single() || y.lo == 0 {
			return everything()
		}
		a, b := x.lo/y.lo, x.hi/y.lo
		return interval{min(a, b), max(a, b)}.wrapped()
	case eca.Rem:
		if !y.single() || y.lo == 0 {
			return everything()
		}
		return x.rem(max(y.lo, -y.lo))
	case eca.Eq:
		return truth(x.single() && y.is(x.lo), x.lo <= y.hi && y.lo <= x.hi)
	case eca.Ne:
		return arithmetic(eca.Eq, x, y).not()
	case eca.Lt:
		return truth(x.hi < y.lo, x.lo < y.hi)
	case eca.Le:
		return truth(x.hi <= y.lo, x.lo <= y.hi)
	case eca.Gt:
		return arithmetic(eca.Lt, y, x)
	case eca.Ge:
		return arithmetic(eca.Le, y, x)
	}
	return everything()
}

// rem is the remainder by n, which has the sign of x.
func (x interval) rem(n int64) interval {
	if x.lo/n == x.hi/n && (x.lo >= 0 || x.hi <= 0) {
		return interval{x.lo % n, x.hi % n}
	}
	return interval{max(min(x.lo, 0), 1-n), min(max(x.hi, 0), n-1)}
}

// reduced is the line of expressions that given makes: they are not worth remembering.
const reduced = -1

// given returns what is left of an expression if it is known of some variables what they are;
// e itself if nothing changes.
func (e expr) given(value func(*eca.Var) interval) *eca.Expr {
	switch e.Op {
	case eca.Const:
		return e.Expr
	case eca.Load:
		if x := value(e.Var); x.single() {
			return constant(int32(x.lo))
		}
		return e.Expr
	}
	x := expr{e.X}.given(value)
	known := x.Op == eca.Const
	switch {
	case e.Op == eca.And && known && x.Value == 0:
		return x
	case e.Op == eca.Or && known && x.Value != 0:
		return constant(1)
	}
	var y *eca.Expr
	if e.Y != nil {
		y = expr{e.Y}.given(value)
		yKnown := y.Op == eca.Const
		switch {
		case e.Op == eca.And && yKnown && y.Value == 0:
			return y
		case e.Op == eca.Or && yKnown && y.Value != 0:
			return constant(1)
		case e.Op == eca.And && known || e.Op == eca.Or && known:
			return truthOf(y)
		case e.Op == eca.And && yKnown || e.Op == eca.Or && yKnown:
			return truthOf(x)
		}
		known = known && yKnown
	}
	switch {
	case known:
		return constant(int32(expr{&eca.Expr{Op: e.Op, X: x, Y: y}}.over(nil).lo))
	case x == e.X && y == e.Y:
		return e.Expr
	}
	return &eca.Expr{Op: e.Op, X: x, Y: y, Line: reduced}
}

// truthOf returns an expression that is 1 where e is not 0, else 0.
func truthOf(e *eca.Expr) *eca.Expr {
	switch e.Op {
	case eca.Not, eca.And, eca.Or, eca.Eq, eca.Ne, eca.Lt, eca.Le, eca.Gt, eca.Ge:
		return e
	}
	return &eca.Expr{Op: eca.Ne, X: e, Y: constant(0), Line: reduced}
}

// Eval returns the value of an expression if it follows from the values of those variables
// that are known; else 0 and false.
func Eval(e *eca.Expr, known func(*eca.Var) (int32, bool)) (n int32, ok bool) {
	x := expr{e}.over(func(v *eca.Var) interval {
		if n, ok := known(v); ok {
			return interval{int64(n), int64(n)}
		}
		return everything()
	})
	if !x.single() {
		return 0, false
	}
	return int32(x.lo), true
}
