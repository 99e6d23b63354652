// This file defines Formula and its constructors.

package allsat

import "fmt"

// A Formula is a Boolean formula over numbered variables, in which every * is a
// free choice. It is immutable and may share parts with other formulas. A star
// in a shared part stands for one choice in each place where the part occurs,
// as if it had been written out there. The nil *Formula is not a formula.
//
// Constructors simplify lightly: constants, double negations, a second star in a
// conjunction. The set of values is the same under every valuation.
type Formula struct {
	op    op
	v     int        // the variable of an opVar, the value of an opConst
	stars bool       // whether a star occurs
	args  []*Formula // of the operators
}

type op uint8

const (
	opConst op = iota
	opStar
	opVar
	opNot // of anything but constants, stars and opNot
	opAnd // at least two arguments, at most one of them a star
	opOr  // likewise
	opXor // two arguments, none of them opNot
	opIte // if, then, else; if is not opNot
)

// Const returns the formula 0 or 1.
func Const(b bool) *Formula {
	if b {
		return &Formula{op: opConst, v: 1}
	}
	return &Formula{op: opConst}
}

// Star returns *, which may be 0 and may be 1.
func Star() *Formula { return &Formula{op: opStar, stars: true} }

// Var returns variable i. It panics if i is negative.
func Var(i int) *Formula {
	if i < 0 {
		panic(fmt.Sprintf("allsat: variable %d", i))
	}
	return &Formula{op: opVar, v: i}
}

// Not returns the negation of x.
func Not(x *Formula) *Formula {
	switch x.op {
	case opConst:
		return Const(x.v == 0)
	case opStar:
		return x
	case opNot:
		return x.args[0]
	}
	return newFormula(opNot, x)
}

// And returns the conjunction of xs, 1 if there are none.
func And(xs ...*Formula) *Formula { return junction(opAnd, false, xs) }

// Or returns the disjunction of xs, 0 if there are none.
func Or(xs ...*Formula) *Formula { return junction(opOr, true, xs) }

// junction builds a conjunction or disjunction, whose value is absorbing as soon
// as an argument's is.
func junction(o op, absorbing bool, xs []*Formula) *Formula {
	args := make([]*Formula, 0, len(xs))
	star := false
	for _, x := range xs {
		switch {
		case x.Is(absorbing):
			return x
		case x.Is(!absorbing):
			continue
		case x.op == opStar:
			// The conjunction of two free choices is one free choice.
			if star {
				continue
			}
			star = true
		}
		args = append(args, x)
	}
	switch len(args) {
	case 0:
		return Const(!absorbing)
	case 1:
		return args[0]
	}
	return newFormula(o, args...)
}

// Xor returns the formula that is 1 if x and y differ.
func Xor(x, y *Formula) *Formula {
	negated := false
	strip := func(f *Formula) *Formula {
		if f.op == opNot {
			negated = !negated
			return f.args[0]
		}
		return f
	}
	x, y = strip(x), strip(y)
	var f *Formula
	switch {
	case x.op == opStar || y.op == opStar:
		return Star()
	case x.Is(false):
		f = y
	case y.Is(false):
		f = x
	case x.Is(true):
		f = Not(y)
	case y.Is(true):
		f = Not(x)
	default:
		f = newFormula(opXor, x, y)
	}
	if negated {
		return Not(f)
	}
	return f
}

// Eq returns the formula that is 1 if x and y are equal.
func Eq(x, y *Formula) *Formula { return Not(Xor(x, y)) }

// Implies returns the formula that is 1 unless x is 1 and y is 0.
func Implies(x, y *Formula) *Formula { return Or(Not(x), y) }

// Ite returns "if c then x else y", the operator c ? x : y.
func Ite(c, x, y *Formula) *Formula {
	if c.op == opNot {
		c, x, y = c.args[0], y, x
	}
	switch {
	case c.Is(true):
		return x
	case c.Is(false):
		return y
	case x == y:
		return x // one of two equal sets, whatever c chooses
	case x.Is(true):
		return Or(c, y)
	case x.Is(false):
		return And(Not(c), y)
	case y.Is(true):
		return Or(Not(c), x)
	case y.Is(false):
		return And(c, x)
	}
	return newFormula(opIte, c, x, y)
}

// Choose returns schoose[x, y]: 1 if x, else 0 if y, else a free choice. It is
// short for x | (!y & *), in which x and y occur once each, so that their own
// stars are chosen once.
func Choose(x, y *Formula) *Formula { return Or(x, And(Not(y), Star())) }

func newFormula(o op, args ...*Formula) *Formula {
	f := &Formula{op: o, args: args}
	for _, a := range args {
		f.stars = f.stars || a.stars
	}
	return f
}

// Is reports whether f is the constant b, as written.
func (f *Formula) Is(b bool) bool { return f.op == opConst && (f.v != 0) == b }
