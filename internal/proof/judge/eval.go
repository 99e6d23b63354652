// This file defines the value of an expression: the set of truth values it can
// have, each * choosing on its own.

package judge

import "github.com/ijit/ijit/parser"

// A set is a set of truth values.
type set uint8

const (
	zero set = 1 << iota // {0}
	one                  // {1}

	any01 = zero | one // {0,1}
)

func only(v bool) set {
	if v {
		return one
	}
	return zero
}

func (s set) has(v bool) bool { return s&only(v) != 0 }

// A scope gives the variables of an expression their values. Of a passive
// assignment, the active thread is the one that executes it and the passive
// thread one of the others.
type scope struct {
	shared, locals         []bool // x: before, of the active thread
	nextShared, nextLocals []bool // 'x: after, of the active thread
	passive, nextPassive   []bool // x$ and 'x$: before and after, of the passive thread
}

func (sc *scope) value(r *parser.Ref) bool {
	switch {
	case r.Passive && r.Next:
		return sc.nextPassive[r.Var.Index]
	case r.Passive:
		return sc.passive[r.Var.Index]
	case r.Var.Proc == nil && r.Next:
		return sc.nextShared[r.Var.Index]
	case r.Var.Proc == nil:
		return sc.shared[r.Var.Index]
	case r.Next:
		return sc.nextLocals[r.Var.Index]
	default:
		return sc.locals[r.Var.Index]
	}
}

var truthValues = [...]bool{false, true}

// eval returns the values that e can have. No choice occurs twice in an
// expression, so the set of a compound expression follows from the sets of its
// parts.
func eval(e parser.Expr, sc *scope) set {
	switch e := e.(type) {
	case *parser.Lit:
		return only(e.Value)
	case *parser.Star:
		return any01
	case *parser.Ref:
		return only(sc.value(e))
	case *parser.Not:
		return evalNot(eval(e.X, sc))
	case *parser.Binary:
		return evalBinary(e.Op, eval(e.X, sc), eval(e.Y, sc))
	case *parser.Cond:
		return evalCond(eval(e.If, sc), eval(e.Then, sc), eval(e.Else, sc))
	case *parser.Choose:
		// 1 if X, else 0 if Y, else 0 or 1.
		return evalCond(eval(e.X, sc), one, evalCond(eval(e.Y, sc), zero, any01))
	default:
		return 0 // no other expressions exist
	}
}

func evalNot(x set) set {
	var result set
	for _, v := range truthValues {
		if x.has(v) {
			result |= only(!v)
		}
	}
	return result
}

func evalCond(condition, then, otherwise set) set {
	var result set
	if condition.has(true) {
		result |= then
	}
	if condition.has(false) {
		result |= otherwise
	}
	return result
}

func evalBinary(op parser.BinaryOp, x, y set) set {
	var result set
	for _, v := range truthValues {
		for _, w := range truthValues {
			if x.has(v) && y.has(w) {
				result |= only(apply(op, v, w))
			}
		}
	}
	return result
}

func apply(op parser.BinaryOp, v, w bool) bool {
	switch op {
	case parser.OpAnd:
		return v && w
	case parser.OpOr:
		return v || w
	case parser.OpXor, parser.OpNeq:
		return v != w
	case parser.OpEq:
		return v == w
	case parser.OpImplies:
		return !v || w
	default:
		return false // no other operators exist
	}
}

// mentionsPassive reports whether x$ or 'x$ occurs in e.
func mentionsPassive(e parser.Expr) bool {
	switch e := e.(type) {
	case *parser.Ref:
		return e.Passive
	case *parser.Not:
		return mentionsPassive(e.X)
	case *parser.Binary:
		return mentionsPassive(e.X) || mentionsPassive(e.Y)
	case *parser.Cond:
		return mentionsPassive(e.If) || mentionsPassive(e.Then) || mentionsPassive(e.Else)
	case *parser.Choose:
		return mentionsPassive(e.X) || mentionsPassive(e.Y)
	default:
		return false
	}
}
