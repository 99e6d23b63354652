// This file defines how constants are folded.

package eca

import "math"

// fold replaces what is constant in an expression: also the globals that are never assigned, if
// it is known which these are, and locals that are a constant. What a constant keeps from being
// evaluated is dropped, whatever it is. What overflows stays: who executes it reports it.
func fold(e *Expr, globals bool) {
	switch e.Op {
	case Const:
		return
	case Load:
		switch v := e.Var; {
		case v.constant != nil:
			e.setConst(v.constant.Value)
		case globals && !v.Assigned && v.Func == nil:
			e.setConst(v.Init)
		}
		return
	}
	fold(e.X, globals)
	if e.Op == And && e.X.never() || e.Op == Or && e.X.always() {
		e.setConst(truth(e.Op == Or))
		return
	}
	if e.Y != nil {
		fold(e.Y, globals)
	}
	switch {
	case e.X.Op != Const:
	case e.Y == nil:
		if value, overflow := unaryValue(e.Op, e.X.Value); !overflow {
			e.setConst(value)
		}
	case e.Y.Op == Const && !((e.Op == Div || e.Op == Rem) && e.Y.Value == 0):
		if value, overflow := binaryValue(e.Op, e.X.Value, e.Y.Value); !overflow {
			e.setConst(value)
		}
	}
}

// wrong returns what cannot be evaluated in an expression that is folded, or nil: a division by
// what is not a constant other than 0, or a local that is never assigned.
func (e *Expr) wrong() *Expr {
	switch {
	case e == nil || e.Op == Const:
		return nil
	case e.Op == Load && !e.Var.Assigned && e.Var.Func != nil:
		return e
	}
	if bad := e.X.wrong(); bad != nil {
		return bad
	}
	if bad := e.Y.wrong(); bad != nil {
		return bad
	}
	if (e.Op == Div || e.Op == Rem) && (e.Y.Op != Const || e.Y.Value == 0) {
		return e
	}
	return nil
}

func (e *Expr) never() bool  { return e.Op == Const && e.Value == 0 }
func (e *Expr) always() bool { return e.Op == Const && e.Value != 0 }

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
