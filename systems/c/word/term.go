// This file defines terms and how they are made.

package word

import (
	"fmt"
)

// MaxWidth is the most bits that a word has.
const MaxWidth = 64

// A Term is a word that is computed from variables: a number in [Terms].
type Term int32

// An Op is what a term computes.
type Op uint8

// Operations. Those of two words want words of the same width.
const (
	Const Op = iota
	Var
	Not // of each bit
	Neg
	Add
	Sub
	Mul
	UDiv
	URem
	SDiv
	SRem
	And
	Or
	Xor
	Shl
	LShr
	AShr
	Eq // one bit, as the next two
	ULt
	SLt
	Ite  // of one bit and two words
	ZExt // to the width of the term, as the next two
	SExt
	Trunc
	Read // an element of an array at an index, whatever the array has there
)

// A Variable is what a term reads: a number in [Terms].
type Variable int32

// Terms are made here. Terms of two are not to be mixed.
type Terms struct {
	nodes []node
	reads []bool // of each node, whether an array is read in it
	table map[node]Term
	vars  []variable
}

type node struct {
	op      Op
	width   uint8
	a, b, c Term
	value   uint64 // of a constant; the number of a variable
}

type variable struct {
	name   string
	width  int
	signed bool
}

// True and False are the words of one bit in all [Terms].
const (
	False Term = iota
	True
)

// NewTerms returns what has the two constants of one bit.
func NewTerms() *Terms {
	t := &Terms{table: map[node]Term{}}
	t.Const(1, 0)
	t.Const(1, 1)
	return t
}

// NewVariable adds a variable. Signed is how it is written in C, no more.
func (t *Terms) NewVariable(name string, width int, signed bool) Variable {
	if width < 1 || width > MaxWidth {
		panic(fmt.Sprintf("word: a variable of %d bits", width))
	}
	t.vars = append(t.vars, variable{name, width, signed})
	return Variable(len(t.vars) - 1)
}

// Name returns the name of a variable.
func (t *Terms) Name(v Variable) string { return t.vars[v].name }

// Rename gives a variable another name.
func (t *Terms) Rename(v Variable, name string) { t.vars[v].name = name }

// VariableWidth returns the number of bits of a variable.
func (t *Terms) VariableWidth(v Variable) int { return t.vars[v].width }

// Signed reports whether a variable is written as a signed number.
func (t *Terms) Signed(v Variable) bool { return t.vars[v].signed }

// Width returns the number of bits of a term.
func (t *Terms) Width(x Term) int { return int(t.nodes[x].width) }

// Op returns what a term computes.
func (t *Terms) Op(x Term) Op { return t.nodes[x].op }

// Args returns what a term is computed from.
func (t *Terms) Args(x Term) []Term {
	n := &t.nodes[x]
	switch n.op.arity() {
	case 0:
		return nil
	case 1:
		return []Term{n.a}
	case 2:
		return []Term{n.a, n.b}
	}
	return []Term{n.a, n.b, n.c}
}

// IsVar returns the variable that a term is.
func (t *Terms) IsVar(x Term) (v Variable, ok bool) {
	return Variable(t.nodes[x].value), t.nodes[x].op == Var
}

// IsConst returns the value that a term always has, if its shape tells.
func (t *Terms) IsConst(x Term) (value uint64, ok bool) {
	return t.nodes[x].value, t.nodes[x].op == Const
}

func (o Op) arity() int {
	switch o {
	case Const, Var:
		return 0
	case Not, Neg, ZExt, SExt, Trunc:
		return 1
	case Ite:
		return 3
	}
	return 2
}

func mask(width int) uint64 { return ^uint64(0) >> (64 - width) }

// signed returns the number that a word of a width stands for.
func signed(x uint64, width int) int64 { return int64(x<<(64-width)) >> (64 - width) }

func (t *Terms) intern(n node) Term {
	if x, ok := t.table[n]; ok {
		return x
	}
	x := Term(len(t.nodes))
	t.nodes = append(t.nodes, n)
	t.table[n] = x
	reads := n.op == Read
	for _, y := range t.Args(x) {
		reads = reads || t.reads[y]
	}
	t.reads = append(t.reads, reads)
	return x
}

// Const returns the constant of a width, of which value is taken the remainder.
func (t *Terms) Const(width int, value uint64) Term {
	return t.intern(node{op: Const, width: uint8(width), value: value & mask(width)})
}

// Bool returns the word of one bit.
func Bool(b bool) Term {
	if b {
		return True
	}
	return False
}

// Var returns the value of a variable.
func (t *Terms) Var(v Variable) Term {
	return t.intern(node{op: Var, width: uint8(t.vars[v].width), value: uint64(v)})
}

// Make returns the term that computes op of args, which has the given width; for all operations but conversions it is
// the one that follows from the arguments.
func (t *Terms) Make(op Op, width int, args ...Term) Term {
	switch op.arity() {
	case 1:
		return t.unary(op, width, args[0])
	case 3:
		return t.Ite(args[0], args[1], args[2])
	}
	return t.Binary(op, args[0], args[1])
}

// Not returns the word with all bits inverted.
func (t *Terms) Not(x Term) Term { return t.unary(Not, t.Width(x), x) }

// Extend returns a word in another width: cut off, or with zeros or copies of the sign in front.
func (t *Terms) Extend(x Term, width int, signed bool) Term {
	switch w := t.Width(x); {
	case width < w:
		return t.unary(Trunc, width, x)
	case width > w && signed:
		return t.unary(SExt, width, x)
	case width > w:
		return t.unary(ZExt, width, x)
	}
	return x
}

func (t *Terms) unary(op Op, width int, x Term) Term {
	n := t.nodes[x]
	if n.op == Const {
		return t.Const(width, apply1(op, n.value, int(n.width)))
	}
	switch {
	case (op == Not || op == Neg) && n.op == op: // twice
		return n.a
	case op == Trunc && (n.op == ZExt || n.op == SExt || n.op == Trunc):
		if inner := t.Width(n.a); inner >= width || n.op == Trunc {
			return t.Extend(n.a, width, false)
		}
		return t.unary(n.op, width, n.a)
	case op == n.op && (op == ZExt || op == SExt):
		return t.unary(op, width, n.a)
	case (op == ZExt || op == SExt || op == Trunc) && n.op == Ite && t.constants(n.b, n.c):
		return t.Ite(n.a, t.unary(op, width, n.b), t.unary(op, width, n.c))
	}
	return t.intern(node{op: op, width: uint8(width), a: x})
}

// constants reports whether both are.
func (t *Terms) constants(x, y Term) bool {
	return t.nodes[x].op == Const && t.nodes[y].op == Const
}

// Ite returns x if c is 1, else y.
func (t *Terms) Ite(c, x, y Term) Term {
	switch {
	case c == True || x == y:
		return x
	case c == False:
		return y
	case t.Width(x) == 1 && x == True:
		return t.Or(c, y)
	case t.Width(x) == 1 && x == False:
		return t.And(t.Not(c), y)
	case t.Width(x) == 1 && y == False:
		return t.And(c, x)
	case t.Width(x) == 1 && y == True:
		return t.Or(t.Not(c), x)
	case t.nodes[c].op == Not:
		return t.Ite(t.nodes[c].a, y, x)
	}
	return t.intern(node{op: Ite, width: uint8(t.Width(x)), a: c, b: x, c: y})
}

// And returns the conjunction, of each bit.
func (t *Terms) And(x, y Term) Term { return t.Binary(And, x, y) }

// Or returns the disjunction, of each bit.
func (t *Terms) Or(x, y Term) Term { return t.Binary(Or, x, y) }

// Implies returns whether y is 1 if x is, of one bit.
func (t *Terms) Implies(x, y Term) Term { return t.Or(t.Not(x), y) }

// Eq returns whether two words are equal.
func (t *Terms) Eq(x, y Term) Term { return t.Binary(Eq, x, y) }

// Binary returns the term of an operation of two words.
func (t *Terms) Binary(op Op, x, y Term) Term {
	if op != Read && t.Width(x) != t.Width(y) {
		panic(fmt.Sprintf("word: operation %d of %d and %d bits", op, t.Width(x), t.Width(y)))
	}
	width := t.Width(x)
	if op != Read && t.constants(x, y) {
		value := apply2(op, t.nodes[x].value, t.nodes[y].value, width)
		if op == Eq || op == ULt || op == SLt {
			width = 1
		}
		return t.Const(width, value)
	}
	switch op { // constants to the right, else by age
	case Add, Mul, And, Or, Xor, Eq:
		if t.nodes[x].op == Const || t.nodes[y].op != Const && y < x {
			x, y = y, x
		}
	}
	if z, ok := t.simplify(op, x, y, width); ok {
		return z
	}
	if op == Eq || op == ULt || op == SLt {
		width = 1
	}
	return t.intern(node{op: op, width: uint8(width), a: x, b: y})
}

// simplify returns a simpler term for an operation of which not both are constants.
func (t *Terms) simplify(op Op, x, y Term, width int) (Term, bool) {
	a, b := t.nodes[x], t.nodes[y]
	constant, zero, ones := b.op == Const, b.op == Const && b.value == 0, b.op == Const && b.value == mask(width)
	contrary := a.op == Not && a.a == y || b.op == Not && b.a == x
	switch op {
	case And:
		switch {
		case zero || contrary:
			return t.Const(width, 0), true
		case ones || x == y:
			return x, true
		}
	case Or:
		switch {
		case zero || x == y:
			return x, true
		case ones || contrary:
			return t.Const(width, mask(width)), true
		}
	case Xor:
		switch {
		case zero:
			return x, true
		case x == y:
			return t.Const(width, 0), true
		case ones:
			return t.Not(x), true
		}
	case Add:
		switch {
		case zero:
			return x, true
		case constant && a.op == Add && t.nodes[a.b].op == Const:
			return t.Binary(Add, a.a, t.Binary(Add, a.b, y)), true
		}
	case Sub:
		switch {
		case zero:
			return x, true
		case x == y:
			return t.Const(width, 0), true
		case constant:
			return t.Binary(Add, x, t.Const(width, -b.value)), true
		}
	case Mul:
		switch {
		case zero:
			return y, true
		case constant && b.value == 1:
			return x, true
		}
	case Shl, LShr, AShr:
		if zero {
			return x, true
		}
	case UDiv, SDiv:
		if constant && b.value == 1 && width > 1 {
			return x, true
		}
	case Eq:
		return t.equal(x, y, width)
	case ULt:
		switch {
		case zero || x == y || a.op == Const && a.value == mask(width):
			return False, true
		case constant && b.value == 1:
			return t.Eq(x, t.Const(width, 0)), true
		case a.op == Const && a.value == 0:
			return t.Not(t.Eq(y, x)), true
		}
	case SLt:
		if x == y {
			return False, true
		}
		if a.op == ZExt && constant && b.value != 0 && signed(b.value, width) > 0 { // both are not negative
			return t.Binary(ULt, x, y), true
		}
	}
	return 0, false
}

// equal simplifies an equation.
func (t *Terms) equal(x, y Term, width int) (Term, bool) {
	a, b := t.nodes[x], t.nodes[y]
	switch {
	case x == y:
		return True, true
	case width == 1 && y == True:
		return x, true
	case width == 1 && y == False:
		return t.Not(x), true
	case width == 1 && a.op == Not:
		return t.Not(t.Eq(a.a, y)), true
	case a.op == Add && b.op == Add && t.constants(a.b, b.b): // the same on both sides
		return t.Eq(a.a, t.Binary(Add, b.a, t.Binary(Sub, b.b, a.b))), true
	case b.op == Add && b.a == x && t.nodes[b.b].op == Const, a.op == Add && a.a == y && t.nodes[a.b].op == Const:
		return False, true // the constant is not 0
	case b.op != Const:
		return 0, false
	}
	switch a.op {
	case Add:
		if t.nodes[a.b].op == Const {
			return t.Eq(a.a, t.Const(width, b.value-t.nodes[a.b].value)), true
		}
	case Ite:
		if t.nodes[a.b].op == Const || t.nodes[a.c].op == Const {
			return t.Ite(a.a, t.Eq(a.b, y), t.Eq(a.c, y)), true
		}
	case ZExt:
		inner := t.Width(a.a)
		if b.value > mask(inner) {
			return False, true
		}
		return t.Eq(a.a, t.Const(inner, b.value)), true
	case SExt:
		inner := t.Width(a.a)
		if signed(b.value, width) != signed(b.value, inner) {
			return False, true
		}
		return t.Eq(a.a, t.Const(inner, b.value)), true
	}
	return 0, false
}

// apply1 computes an operation of one word, of which width is that of the word; the result is to be cut off.
func apply1(op Op, x uint64, width int) uint64 {
	switch op {
	case Not:
		return ^x
	case Neg:
		return -x
	case SExt:
		return uint64(signed(x, width))
	}
	return x
}

// apply2 computes an operation of two words of a width; the result is to be cut off.
func apply2(op Op, x, y uint64, width int) uint64 {
	flag := func(b bool) uint64 {
		if b {
			return 1
		}
		return 0
	}
	s, r := signed(x, width), signed(y, width)
	switch op {
	case Add:
		return x + y
	case Sub:
		return x - y
	case Mul:
		return x * y
	case UDiv:
		if y == 0 {
			return mask(width)
		}
		return x / y
	case URem:
		if y == 0 {
			return x
		}
		return x % y
	case SDiv:
		switch {
		case y == 0 && s < 0:
			return 1
		case y == 0:
			return mask(width)
		case r == -1: // the least number overflows
			return -x
		}
		return uint64(s / r)
	case SRem:
		switch {
		case y == 0:
			return x
		case r == -1:
			return 0
		}
		return uint64(s % r)
	case And:
		return x & y
	case Or:
		return x | y
	case Xor:
		return x ^ y
	case Shl:
		if y >= uint64(width) {
			return 0
		}
		return x << y
	case LShr:
		if y >= uint64(width) {
			return 0
		}
		return x >> y
	case AShr:
		return uint64(s >> min(y, 63))
	case Eq:
		return flag(x == y)
	case ULt:
		return flag(x < y)
	case SLt:
		return flag(s < r)
	}
	panic(fmt.Sprintf("word: operation %d of two words", op))
}
