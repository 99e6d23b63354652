// This file defines the warning about expressions that the dialects read
// differently.

package parser

import "github.com/ijit/ijit/parser/diagnostic"

// warnMixed warns if the other dialect would group an expression differently,
// and it matters: a & b = c is (a & b) = c to SATABS and a & (b = c) to Bebop.
// The whole is the expression as grouped here.
func (p *fileParser) warnMixed(whole Expr, terms []term, operators []operator) {
	eq, other := -1, false
	for i, op := range operators {
		if op.op == OpEq || op.op == OpNeq {
			if eq < 0 {
				eq = i
			}
		} else {
			other = true
		}
	}
	if eq < 0 || !other || len(p.Warnings) >= diagnostic.MaxDiagnostics {
		return
	}
	foreign := DialectBebop
	if p.file.Dialect == DialectBebop {
		foreign = DialectSATABS
	}
	regrouped := p.group(terms, operators, foreign).expr
	if sameGrouping(whole, regrouped) || sameFunction(whole, regrouped, terms) {
		return
	}
	hint := "write parentheses"
	if len(operators) <= 8 {
		hint += ": " + ExprString(whole, foreign)
	}
	p.Warnf(operators[eq].pos, hint, "%s and %s group this %s differently; it is read as %s",
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

// sameFunction tells whether two trees over the same few operands are the same
// function of them: a ^ b = c is, either way.
func sameFunction(x, y Expr, terms []term) bool {
	// The truth tables of six variables, one word each: bit i of the word is the
	// variable's value in valuation i.
	tables := [6]uint64{
		0xAAAAAAAAAAAAAAAA, 0xCCCCCCCCCCCCCCCC, 0xF0F0F0F0F0F0F0F0,
		0xFF00FF00FF00FF00, 0xFFFF0000FFFF0000, 0xFFFFFFFF00000000,
	}
	if len(terms) > len(tables) {
		return false
	}
	operands := make(map[Expr]uint64, len(terms))
	for i, t := range terms {
		operands[t.expr] = tables[i]
	}
	return truthTable(x, operands) == truthTable(y, operands)
}

// truthTable returns the truth table of a tree of binary operators, given
// those of its operands.
func truthTable(e Expr, operands map[Expr]uint64) uint64 {
	if table, ok := operands[e]; ok {
		return table
	}
	b := e.(*Binary)
	x, y := truthTable(b.X, operands), truthTable(b.Y, operands)
	switch b.Op {
	case OpAnd:
		return x & y
	case OpOr:
		return x | y
	case OpXor, OpNeq:
		return x ^ y
	case OpEq:
		return ^(x ^ y)
	}
	return ^x | y
}
