// This file defines how terms are written as C.

package word

import (
	"fmt"
	"strings"
)

// String returns x as an expression in C.
func (t *Terms) String(x Term) string { return t.text(x, 0) }

var binary = map[Op]struct {
	sign  string
	level int
}{
	Mul: {"*", 10}, UDiv: {"/", 10}, SDiv: {"/", 10}, URem: {"%", 10}, SRem: {"%", 10}, Add: {"+", 9}, Sub: {"-", 9},
	Shl: {"<<", 8}, LShr: {">>", 8}, AShr: {">>", 8}, ULt: {"<", 7}, SLt: {"<", 7}, Eq: {"==", 6}, And: {"&", 5}, Xor: {"^", 4}, Or: {"|", 3},
}

func (t *Terms) text(x Term, outer int) string {
	n := &t.nodes[x]
	width := int(n.width)
	within := func(level int, s string) string {
		if level < outer {
			return "(" + s + ")"
		}
		return s
	}
	switch n.op {
	case Const:
		if s := signed(n.value, width); width > 1 && s < 0 && s > -1<<16 {
			return fmt.Sprint(s)
		}
		return fmt.Sprint(n.value)
	case Var:
		return t.vars[n.value].name
	case Not:
		in := &t.nodes[n.a]
		switch {
		case width > 1:
			return "~" + t.text(n.a, 11)
		case in.op == Eq:
			return within(6, t.text(in.a, 7)+" != "+t.text(in.b, 7))
		case in.op == ULt || in.op == SLt:
			return within(7, t.text(in.a, 8)+" >= "+t.text(in.b, 8))
		}
		return "!" + t.text(n.a, 11)
	case Neg:
		return "-" + t.text(n.a, 11)
	case ZExt, SExt, Trunc:
		if n.op == Trunc {
			return fmt.Sprintf("(%s)%s", integer(width, false), t.text(n.a, 11))
		}
		return t.text(n.a, outer)
	case Ite:
		return within(1, fmt.Sprintf("%s ? %s : %s", t.text(n.a, 2), t.text(n.b, 2), t.text(n.c, 1)))
	case Read:
		return fmt.Sprintf("%s[%s]", t.text(n.a, 11), t.text(n.b, 0))
	}
	b := binary[n.op]
	sign, level := b.sign, b.level
	if width == 1 && (n.op == And || n.op == Or) {
		sign, level = strings.Repeat(sign, 2), level/2
	}
	return within(level, fmt.Sprintf("%s %s %s", t.text(n.a, level), sign, t.text(n.b, level+1)))
}

// integer returns a type of C that has so many bits.
func integer(width int, signed bool) string {
	name := map[int]string{1: "_Bool", 8: "char", 16: "short", 32: "int", 64: "long"}[width]
	if !signed && width > 1 {
		name = "unsigned " + name
	}
	return name
}
