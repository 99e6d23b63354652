// This file defines how formulas are written.

package ltl

import (
	"strconv"
	"strings"
)

// maxText is about how many bytes of a formula are written: as a tree it may be
// exponentially large.
const maxText = 1 << 16

// String writes a formula with its atoms as a0, a1 and so on.
func (f *Formula) String() string {
	return f.Text(func(atom int) string { return "a" + strconv.Itoa(atom) })
}

// Text writes a formula in the syntax of [Parse], with as few parentheses as that needs.
// An atom whose name is not a single word should come with parentheses.
func (f *Formula) Text(name func(atom int) string) string {
	p := printer{name: name}
	p.write(f, levelImplies)
	return p.String()
}

// Levels of precedence, from the loosest. The argument of an operator is written at its
// operator's level or above; - 1 says by which side of it a chain goes on.
const (
	levelImplies = iota
	levelIff
	levelOr
	levelAnd
	levelUntil
	levelUnary
)

type printer struct {
	strings.Builder
	name func(int) string
}

// signs are the operators' names.
var signs = [...]string{
	OpNot: "!", OpAnd: "&", OpOr: "|", OpNext: "X", OpFinally: "F", OpGlobally: "G", OpUntil: "U", OpRelease: "V",
	OpYesterday: "Y", OpWeakYesterday: "Z", OpOnce: "O", OpHistorically: "H", OpSince: "S", OpTriggered: "T",
	OpForAll: "A", OpExists: "E",
}

func (p *printer) write(f *Formula, level int) {
	if p.Len() > maxText {
		p.WriteString("...")
		return
	}
	switch {
	case f.Op == OpTrue:
		p.WriteString("TRUE")
	case f.IsFalse():
		p.WriteString("FALSE")
	case f.Op == OpAtom:
		p.WriteString(p.name(f.Atom))
	case f.Op == OpNot:
		p.WriteByte('!')
		p.write(f.Left, levelUnary)
	case f.Op.Unary():
		p.WriteString(signs[f.Op])
		p.WriteByte(' ')
		p.write(f.Left, levelUnary)
	default:
		left, right, sign, own := f.Left, f.Right, signs[f.Op], levelUntil
		switch f.Op {
		case OpAnd:
			own = levelAnd
		case OpOr:
			own = levelOr
			if a, b, ok := equivalence(f); ok {
				left, right, sign, own = a, b, "<->", levelIff
			} else if left.Op == OpNot && !left.IsFalse() {
				left, sign, own = left.Left, "->", levelImplies
			}
		}
		if own < level {
			p.WriteByte('(')
		}
		if sign == "->" { // the only one that goes on at its right side
			p.write(left, own+1)
			p.WriteString(" -> ")
			p.write(right, own)
		} else {
			p.write(left, own)
			p.WriteString(" " + sign + " ")
			p.write(right, own+1)
		}
		if own < level {
			p.WriteByte(')')
		}
	}
}

// equivalence returns the sides of what [Iff] made.
func equivalence(f *Formula) (a, b *Formula, ok bool) {
	l, r := f.Left, f.Right
	if l.Op != OpAnd || r.Op != OpAnd {
		return nil, nil, false
	}
	if !opposite(l.Left, r.Left) || !opposite(l.Right, r.Right) {
		return nil, nil, false
	}
	return l.Left, l.Right, true
}

func opposite(f, g *Formula) bool {
	return f.Op == OpNot && f.Left == g || g.Op == OpNot && g.Left == f
}
