// This file defines how constants are folded.

package eca

import "math"

// fold replaces what is constant in an expression: also the globals that are never assigned, if
// it is known which these are. It returns what is wrong, or nil: a division by what is not a
// constant other than 0, or a local that is never assigned. What overflows stays: who executes it
// reports it.
func fold(e *Expr, globals bool) *Expr {
	switch e.Op {
	case Const:
		return nil
	case Load:
		switch {
		case !globals || e.Var.Assigned:
		case e.Var.Func == nil:
			e.setConst(e.Var.Init)
		default:
			return e
		}
		return nil
	}
	bad := fold(e.X, globals)
	if e.Y != nil {
		if b := fold(e.Y, globals); bad == nil {
			bad = b
		}
	}
	if bad != nil {
		return bad
	}
	if (e.Op == Div || e.Op == Rem) && (e.Y.Op != Const || e.Y.Value == 0) {
		return e
	}
	if e.X.Op != Const {
		return nil
	}
	switch x := e.X.Value; {
	case e.Op == And && x == 0, e.Op == Or && x != 0:
		e.setConst(truth(x != 0))
	case e.Y == nil:
		if value, overflow := unaryValue(e.Op, x); !overflow {
			e.setConst(value)
		}
	case e.Y.Op == Const:
		if value, overflow := binaryValue(e.Op, x, e.Y.Value); !overflow {
			e.setConst(value)
		}
	}
	return nil
}

func (e *Expr) setConst(value int32) {
	*e = Expr{Op: Const, Value: value, Line: e.Line, Col: e.Col}
}

func truth(b bool) int32 {
	if b {
		return 1
	}
	return 0
}

func unaryValue(op Op, x int32) (value int32, overflow bool) {
	if op == Not {
		return truth(x == 0), false
	}
	return -x, x == math.MinInt32
}

// binaryValue returns what an operator gives. The divisor is not 0.
func binaryValue(op Op, x, y int32) (value int32, overflow bool) {
	var wide int64
	switch op {
	case Add:
		wide = int64(x) + int64(y)
	case Sub:
		wide = int64(x) - int64(y)
	case Mul:
		wide = int64(x) * int64(y)
	case Div:
		wide = int64(x) / int64(y)
	case Rem:
		// C leaves the remainder undefined where the quotient overflows.
		return int32(int64(x) % int64(y)), x == math.MinInt32 && y == -1
	case Eq:
		return truth(x == y), false
	case Ne:
		return truth(x != y), false
	case Lt:
		return truth(x < y), false
	case Le:
		return truth(x <= y), false
	case Gt:
		return truth(x > y), false
	case Ge:
		return truth(x >= y), false
	case And:
		return truth(x != 0 && y != 0), false
	case Or:
		return truth(x != 0 || y != 0), false
	}
	return int32(wide), wide != int64(int32(wide))
}
