// This file defines how a formula is taken apart into equations.

package allsat

// Conjuncts returns formulas whose conjunction f is.
func (f *Formula) Conjuncts() []*Formula {
	if f.op != opAnd {
		return []*Formula{f}
	}
	var all []*Formula
	for _, x := range f.args {
		all = append(all, x.Conjuncts()...)
	}
	return all
}

// Equation returns a variable and a formula if f says that they are equal. Of two variables
// it is the one that is wanted.
func (f *Formula) Equation(wanted func(v int) bool) (v int, x *Formula, ok bool) {
	side, x := f, Const(true)
	if f.op == opNot {
		side, x = f.args[0], Const(false)
	}
	if side.op == opXor { // x ^ y is x = !y
		same := f.op == opNot
		for i, y := range side.args {
			if y.op == opVar && wanted(y.v) {
				if x = side.args[1-i]; !same {
					x = Not(x)
				}
				return y.v, x, true
			}
		}
		return 0, nil, false
	}
	return side.v, x, side.op == opVar && wanted(side.v)
}
