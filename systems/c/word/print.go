// This file defines how terms are written as C.

package word

import (
	"fmt"
	"math/bits"
	"strings"
)

// String returns x as an expression in C that computes it, as [Terms.Parse] reads it: with casts where the types of C would
// compute something else.
func (t *Terms) String(x Term) string { return t.piece(x).text }

// A ctype is a type of numbers: how many bits they have, and whether they may be negative.
type ctype struct {
	width  int
	signed bool
}

// String returns the name of the type.
func (c ctype) String() string {
	name := map[int]string{8: "char", 16: "short", 32: "int", 64: "long"}[c.width]
	switch {
	case c.width == 1 && !c.signed:
		return "_Bool"
	case name == "":
		name = fmt.Sprintf("_BitInt(%d)", c.width)
	case c.width == 8 && c.signed:
		return "signed char"
	}
	if !c.signed {
		name = "unsigned " + name
	}
	return name
}

// promote returns the type that C computes with.
func (c ctype) promote() ctype {
	if c.width < 32 {
		return ctype{32, true}
	}
	return c
}

// usual returns the type that C computes with two numbers in.
func usual(a, b ctype) ctype {
	a, b = a.promote(), b.promote()
	switch {
	case a.width > b.width:
		return a
	case a.width < b.width:
		return b
	}
	return ctype{a.width, a.signed && b.signed}
}

// keeps reports whether all numbers of c are ones of d.
func (c ctype) keeps(d ctype) bool {
	return c.signed == d.signed && c.width <= d.width || !c.signed && c.width < d.width
}

// A piece is an expression of C. Its type may have fewer bits than the term: then the term has the same number.
type piece struct {
	text  string
	level int // of its operator
	ctype
}

// at returns the text as an operand of an operator.
func (p piece) at(level int) string {
	if p.level < level {
		return "(" + p.text + ")"
	}
	return p.text
}

// as reports whether the number of a piece is that of a term of a width, taken as signed or not.
func (p piece) as(width int, signed bool) bool {
	return p.signed == signed || signed && p.width < width
}

// Levels of operators.
const (
	conditional = iota
	disjunction
	conjunction
	bitOr
	bitXor
	bitAnd
	equality
	relation
	shift
	sum
	product
	unary
	primary
)

var operators = map[Op]struct {
	sign  string
	level int
}{
	Mul: {"*", product}, UDiv: {"/", product}, SDiv: {"/", product}, URem: {"%", product}, SRem: {"%", product}, Add: {"+", sum}, Sub: {"-", sum},
	Shl: {"<<", shift}, LShr: {">>", shift}, AShr: {">>", shift}, ULt: {"<", relation}, SLt: {"<", relation}, Eq: {"==", equality},
	And: {"&", bitAnd}, Xor: {"^", bitXor}, Or: {"|", bitOr},
}

// number returns a constant, as a signed number if that is asked for and it is not large.
func number(value uint64, width int, asSigned bool) piece {
	length := bits.Len64(value)
	switch s := signed(value, width); {
	case length < min(width, 32) || width < 32 && !asSigned || width == 1:
		return piece{fmt.Sprint(value), primary, ctype{length, false}}
	case asSigned && s > -1<<16 || width < 32:
		return piece{fmt.Sprint(s), unary, ctype{min(width, 32), true}}
	case width < 64 && width > 32: // a type without constants
		return piece{fmt.Sprintf("(%s)%d", ctype{width, false}, value), unary, ctype{width, false}}
	case width == 64:
		return piece{fmt.Sprint(value, "ul"), primary, ctype{64, false}}
	}
	return piece{fmt.Sprint(value, "u"), primary, ctype{32, false}}
}

// cast returns a term in a type of as many bits as it has.
func (t *Terms) cast(x Term, c ctype) piece {
	if n := &t.nodes[x]; n.op == Const {
		if p := number(n.value, int(n.width), c.signed); p.as(c.width, c.signed) {
			return p
		}
	}
	return t.piece(x).cast(c)
}

func (p piece) cast(c ctype) piece {
	if c == (ctype{1, false}) { // a cast asks whether it is 0
		return piece{p.at(bitAnd) + " & 1", bitAnd, c}
	}
	return piece{fmt.Sprintf("(%s)%s", c, p.at(unary)), unary, c}
}

func (t *Terms) piece(x Term) piece {
	n := &t.nodes[x]
	width := int(n.width)
	switch n.op {
	case Const:
		return number(n.value, width, true)
	case Var:
		v := t.vars[n.value]
		return piece{v.name, primary, ctype{width, v.signed && width > 1}}
	case Read:
		array := t.vars[t.nodes[n.a].value]
		return piece{fmt.Sprintf("%s[%s]", array.name, t.String(n.b)), primary, ctype{width, array.signed && width > 1}}
	case ZExt, SExt:
		inner := ctype{t.Width(n.a), n.op == SExt}
		p := t.piece(n.a)
		if !p.as(inner.width, inner.signed) {
			return t.cast(n.a, inner)
		}
		return p
	case Trunc:
		return t.piece(n.a).cast(ctype{width, false})
	case Not:
		if width == 1 {
			switch t.Op(n.a) {
			case Eq, ULt, SLt:
				return t.operation(&t.nodes[n.a], map[Op]string{Eq: "!=", ULt: ">=", SLt: ">="}[t.Op(n.a)])
			}
			return piece{"!" + t.piece(n.a).at(unary), unary, ctype{1, false}}
		}
		return t.prefix("~", n.a)
	case Neg:
		return t.prefix("-", n.a)
	case Ite:
		a, b := t.piece(n.b), t.piece(n.c)
		c := usual(a.ctype, b.ctype)
		switch {
		case width >= 32 && (c.width == width || a.keeps(c) && b.keeps(c)):
		case width < 32 && a.as(width, false) && b.as(width, false):
			c = ctype{width, false}
		case width < 32 && a.as(width, true) && b.as(width, true):
			c = ctype{width, true}
		default:
			c = ctype{width, false}
			a, b = t.cast(n.b, c), t.cast(n.c, c)
		}
		return piece{fmt.Sprintf("%s ? %s : %s", t.piece(n.a).at(disjunction), a.at(disjunction), b.at(conditional)), conditional, c}
	}
	return t.operation(n, operators[n.op].sign)
}

// prefix returns an operation of one word, computed in at least its width.
func (t *Terms) prefix(sign string, x Term) piece {
	p, width := t.piece(x), t.Width(x)
	if width >= 32 && p.promote().width < width {
		p = p.cast(ctype{width, p.signed})
	}
	text := p.at(unary)
	if strings.HasPrefix(text, sign) { // - -x is no --x
		text = "(" + text + ")"
	}
	r := piece{sign + text, unary, p.promote()}
	if width < 32 {
		return r.cast(ctype{width, false})
	}
	return r
}

// operation returns an operation of two words, or the negation of one, which sign tells.
func (t *Terms) operation(n *node, sign string) piece {
	level, width := operators[n.op].level, t.Width(n.a)
	a, b := t.piece(n.a), t.piece(n.b)
	if x := &t.nodes[n.b]; x.op == Const {
		b = number(x.value, width, a.signed)
	}
	both := func(c ctype) { a, b = t.cast(n.a, c), t.cast(n.b, c) }
	common := usual(a.ctype, b.ctype)
	result, narrow := ctype{1, false}, false // narrow: only as many bits as the term has are right
	switch n.op {
	case Eq:
		if common.width < width && !(a.keeps(common) && b.keeps(common)) ||
			common.width > width && !(a.as(width, true) && b.as(width, true) || a.as(width, false) && b.as(width, false)) {
			both(ctype{width, false})
		}
	case ULt, SLt, UDiv, URem, SDiv, SRem:
		asSigned := n.op == SLt || n.op == SDiv || n.op == SRem
		if (common != ctype{width, asSigned}) && !(a.as(width, asSigned) && b.as(width, asSigned) && a.keeps(common) && b.keeps(common)) ||
			level == product && common.width < width {
			both(ctype{width, asSigned})
		}
		if level == product {
			result = usual(a.ctype, b.ctype)
			if width < 32 {
				result, narrow = ctype{width, asSigned}, asSigned // the least number divided by -1 is none
			}
		}
	case Shl, LShr, AShr:
		if a.promote().width < width || n.op != Shl && (width < 32 && !a.as(width, n.op == AShr) || width >= 32 && a.promote().signed != (n.op == AShr)) {
			a = a.cast(ctype{width, n.op == AShr})
		}
		result = a.promote()
		if width < 32 {
			result, narrow = ctype{width, n.op == AShr}, n.op == Shl
		}
	default:
		switch {
		case width == 1 && n.op == And:
			sign, level = "&&", conjunction
		case width == 1 && n.op == Or:
			sign, level = "||", disjunction
		case width == 1 && n.op == Xor:
			sign, level = "!=", equality
		case common.width < width:
			a = a.cast(ctype{width, a.signed})
			result = usual(a.ctype, b.ctype)
		case width >= 32:
			result = common
		default:
			same := a.as(width, false) && b.as(width, false) || a.as(width, true) && b.as(width, true)
			narrow = level != bitAnd && level != bitOr && level != bitXor || !same
			result = ctype{width, !narrow && !(a.as(width, false) && b.as(width, false))}
		}
	}
	p := piece{fmt.Sprintf("%s %s %s", a.at(level), sign, b.at(level+1)), level, result}
	if narrow || result == (ctype{1, true}) {
		return p.cast(ctype{result.width, result.signed && result.width > 1})
	}
	return p
}
