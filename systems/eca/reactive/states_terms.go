// This file defines terms: results of arithmetic on the numbers at the head of the loop, their
// values, and intervals of them.

package reactive

import (
	"math"

	"github.com/ijit/ijit/systems/eca"
)

// A value is a constant, if sym is 0, the last input, or the term sym.
type value struct{ c, sym int32 }

const inputSym = -1

// A term is a number at the head of the loop and what is done with it, one operation after the
// other. Terms are numbered from 1 on; the first ones are the numbers themselves.
type term struct {
	number int32
	prev   int32 // the term without its last operation; 0 for a number
	ops    []operation
}

// An operation takes a constant or another term as its second operand.
type operation struct {
	op   eca.Op
	swap bool // it is the first operand
	line int32
	c    int32
	term int32 // 0 for the constant
}

type terms struct {
	list      []term
	index     map[step]int32
	overflows map[int32]bool // by line
	possible  map[int32]bool // those that bounds do not exclude, by line; nil if nobody asks
}

// A step leads from a term to one with an operation more.
type step struct {
	prev int32
	operation
}

func newTerms(numbers int) terms {
	t := terms{list: make([]term, numbers+1), index: map[step]int32{}, overflows: map[int32]bool{}}
	for i := range numbers {
		t.list[i+1].number = int32(i)
	}
	return t
}

// binary returns the result of an operation.
func (t *terms) binary(op eca.Op, x, y value, line int32) value {
	o := operation{op: op, line: line, c: y.c, term: y.sym}
	if x.sym == 0 {
		if y.sym == 0 {
			return value{c: t.wrap(arithmetic(op, int64(x.c), int64(y.c)), line)}
		}
		o.c, o.term, x = x.c, 0, y
		switch op {
		case eca.Lt, eca.Le, eca.Gt, eca.Ge:
			o.op = mirror(op)
		case eca.Sub:
			o.swap = true
		}
	}
	if o.term == 0 && !o.swap {
		if o.c == 0 && (op == eca.Add || op == eca.Sub) || o.c == 1 && (op == eca.Mul || op == eca.Div) {
			return x
		}
	}
	s := step{x.sym, o}
	id, known := t.index[s]
	if !known {
		id = int32(len(t.list))
		from := t.list[x.sym]
		t.list = append(t.list, term{from.number, x.sym, append(from.ops[:len(from.ops):len(from.ops)], o)})
		t.index[s] = id
	}
	return value{sym: id}
}

// mirror returns the comparison for operands that change places.
func mirror(op eca.Op) eca.Op {
	return [...]eca.Op{eca.Eq, eca.Ne, eca.Gt, eca.Ge, eca.Lt, eca.Le}[op-eca.Eq]
}

// wrap returns a result in 32 bits.
func (t *terms) wrap(x int64, line int32) int32 {
	if x != int64(int32(x)) {
		t.overflows[line] = true
	}
	return int32(x)
}

func arithmetic(op eca.Op, x, y int64) int64 {
	switch op {
	case eca.Add:
		return x + y
	case eca.Sub:
		return x - y
	case eca.Mul:
		return x * y
	case eca.Div:
		return x / y
	case eca.Rem:
		return x % y
	}
	if compare(op, x, y) {
		return 1
	}
	return 0
}

func compare(op eca.Op, x, y int64) bool {
	switch op {
	case eca.Eq:
		return x == y
	case eca.Ne:
		return x != y
	case eca.Lt:
		return x < y
	case eca.Le:
		return x <= y
	case eca.Gt:
		return x > y
	}
	return x >= y
}

// of returns the value of a term.
func (t *terms) of(id int32, numbers []int32) int32 {
	term := &t.list[id]
	acc := numbers[term.number]
	for i := range term.ops {
		o := &term.ops[i]
		x, y := int64(acc), int64(o.c)
		if o.term != 0 {
			y = int64(t.of(o.term, numbers))
		}
		if o.swap {
			x, y = y, x
		}
		r := arithmetic(o.op, x, y)
		acc = int32(r)
		if int64(acc) != r {
			t.overflows[o.line] = true
		}
	}
	return acc
}

// A fact says between which bounds a term is.
type fact struct {
	term   int32
	lo, hi int32
}

// interval returns bounds of a term.
func (t *terms) interval(id int32, facts []fact) (lo, hi int64) {
	lo, hi = math.MinInt32, math.MaxInt32
	if term := &t.list[id]; term.prev != 0 {
		o := &term.ops[len(term.ops)-1]
		l, h := t.interval(term.prev, facts)
		cl, ch := int64(o.c), int64(o.c)
		if o.term != 0 {
			cl, ch = t.interval(o.term, facts)
		}
		if o.swap {
			l, h, cl, ch = cl, ch, l, h
		}
		if l, h = bounds(o.op, l, h, cl, ch); !fits(l, h) && t.possible != nil {
			t.possible[o.line] = true
		}
		if h-l < 1<<32 && int32(l) <= int32(h) { // all wrap around equally often
			lo, hi = int64(int32(l)), int64(int32(h))
		}
	}
	for _, f := range facts {
		if f.term == id {
			lo, hi = max(lo, int64(f.lo)), min(hi, int64(f.hi))
		}
	}
	return lo, hi
}

// bounds returns those of an operation, given those of its operands.
func bounds(op eca.Op, l, h, cl, ch int64) (lo, hi int64) {
	switch op {
	case eca.Add:
		return l + cl, h + ch
	case eca.Sub:
		return l - ch, h - cl
	case eca.Mul:
		a, b, c, d := l*cl, l*ch, h*cl, h*ch
		return min(a, b, c, d), max(a, b, c, d)
	case eca.Div: // by a constant, hence monotone
		a, b := l/cl, h/cl
		return min(a, b), max(a, b)
	case eca.Rem: // by a constant
		if q := l / cl; q == h/cl {
			return l - q*cl, h - q*cl
		}
		m := max(cl, -cl) - 1
		return max(min(l, 0), -m), min(max(h, 0), m)
	case eca.Eq, eca.Ne:
		yes, no := l == h && cl == ch && l == cl, l > ch || h < cl
		if op == eca.Ne {
			yes, no = no, yes
		}
		return known(yes, no)
	case eca.Lt:
		return known(h < cl, l >= ch)
	case eca.Le:
		return known(h <= cl, l > ch)
	case eca.Gt:
		return known(l > ch, h <= cl)
	}
	return known(l >= ch, h < cl)
}

// known returns bounds of a truth value.
func known(yes, no bool) (lo, hi int64) {
	switch {
	case yes:
		return 1, 1
	case no:
		return 0, 0
	}
	return 0, 1
}
