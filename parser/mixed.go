// This file defines the warning about expressions that the dialects read
// differently.

package parser

// warnMixed warns if the other dialect would group an expression differently,
// and it matters: a & b = c is (a & b) = c to SATABS and a & (b = c) to Bebop.
// The whole is the expression as grouped here.
func (p *fileParser) warnMixed(whole Expr, terms []term, operators []operator) {
	eq, other := -1, false
	for i, op := range operators {
		switch op.op {
		case OpEq, OpNeq:
			if eq < 0 {
				eq = i
			}
		case OpXor: // a ^ b = c is the same function either way
		default:
			other = true
		}
	}
	if eq < 0 || !other || len(p.warnings) >= maxDiagnostics {
		return
	}
	foreign := DialectBebop
	if p.file.Dialect == DialectBebop {
		foreign = DialectSATABS
	}
	if sameGrouping(whole, p.group(terms, operators, foreign).expr) {
		return
	}
	hint := "write parentheses"
	if len(operators) <= 8 {
		hint += ": " + ExprString(whole, foreign)
	}
	p.warnf(operators[eq].pos, hint, "%s and %s group this %s differently; it is read as %s",
		DialectSATABS, DialectBebop, operators[eq].op, p.file.Dialect)
}

// sameGrouping tells whether two trees over the same operands are the same.
func sameGrouping(x, y Expr) bool {
	if x == y {
		return true
	}
	a, ok := x.(*Binary)
	if !ok {
		return false
	}
	b, ok := y.(*Binary)
	return ok && a.Pos == b.Pos && sameGrouping(a.X, b.X) && sameGrouping(a.Y, b.Y)
}
