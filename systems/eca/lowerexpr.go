// This file defines expressions over cells: with intervals as values, and as formulas over the
// bits of variables.

package eca

import (
	"math"
	"slices"
	"strings"
)

// eval returns an interval that has all values of an expression whose variables are in cells.
// If each cell is one value, so is the result.
func (e *Expr) eval(at func(*Var) cell) cell {
	switch e.Op {
	case Const:
		return cell{int64(e.Value), int64(e.Value)}
	case Load:
		return at(e.Var)
	case Not:
		return e.X.eval(at).truth().not()
	case Neg:
		x := e.X.eval(at)
		return cell{-x.hi, -x.lo}.wrap()
	}
	x, y := e.X.eval(at), e.Y.eval(at)
	switch e.Op {
	case Add:
		return cell{x.lo + y.lo, x.hi + y.hi}.wrap()
	case Sub:
		return cell{x.lo - y.hi, x.hi - y.lo}.wrap()
	case Mul:
		return hull(x.lo*y.lo, x.lo*y.hi, x.hi*y.lo, x.hi*y.hi).wrap()
	case Div:
		return hull(x.lo/y.lo, x.hi/y.lo).wrap() // y is a constant
	case Rem:
		return x.rem(y.lo)
	case Eq:
		if x.hi < y.lo || y.hi < x.lo {
			return cell{0, 0}
		}
		return cell{int64(truth(x.lo == x.hi && x == y)), 1}
	case Ne:
		return (&Expr{Op: Eq, X: e.X, Y: e.Y}).eval(at).not()
	case Lt:
		return cell{int64(truth(x.hi < y.lo)), int64(truth(x.lo < y.hi))}
	case Le:
		return cell{int64(truth(x.hi <= y.lo)), int64(truth(x.lo <= y.hi))}
	case Gt:
		return cell{int64(truth(x.lo > y.hi)), int64(truth(x.hi > y.lo))}
	case Ge:
		return cell{int64(truth(x.lo >= y.hi)), int64(truth(x.hi >= y.lo))}
	}
	x, y = x.truth(), y.truth()
	if e.Op == And {
		return cell{min(x.lo, y.lo), min(x.hi, y.hi)}
	}
	return cell{max(x.lo, y.lo), max(x.hi, y.hi)}
}

func hull(values ...int64) cell { return cell{slices.Min(values), slices.Max(values)} }

// truth returns the truth values that the integers of c have.
func (c cell) truth() cell {
	return cell{int64(truth(c.lo > 0 || c.hi < 0)), int64(truth(c.lo != 0 || c.hi != 0))}
}

// not negates truth values.
func (c cell) not() cell { return cell{1 - c.hi, 1 - c.lo} }

// wrap brings a result of arithmetic into the range of int. If part of it only is outside, it may
// be anything.
func (c cell) wrap() cell {
	lo, hi := int64(int32(c.lo)), int64(int32(c.hi))
	if hi-lo != c.hi-c.lo {
		return cell{math.MinInt32, math.MaxInt32}
	}
	return cell{lo, hi}
}

// rem returns remainders of division by a constant; they have the sign of the dividend.
func (c cell) rem(by int64) cell {
	by = max(by, -by)
	if c.lo/by == c.hi/by && (c.lo >= 0 || c.hi <= 0) {
		return cell{c.lo % by, c.hi % by}
	}
	return cell{max(min(c.lo, 0), 1-by), min(max(c.hi, 0), by-1)}
}

// A formula is the text of a Boolean expression, and how strongly it binds.
type formula struct {
	text  string
	level level
}

type level uint8

const (
	disjunction level = iota
	conjunction
	atom
)

func constant(b bool) formula {
	if b {
		return formula{"1", atom}
	}
	return formula{"0", atom}
}

func bit(name string) formula { return formula{name, atom} }

// either is a formula that may be true and may be false.
func either() formula { return formula{"*", atom} }

func (f formula) is(b bool) bool { return f == constant(b) }

// in returns the text of f as an operand of an operator.
func (f formula) in(l level) string {
	if f.level < l {
		return "(" + f.text + ")"
	}
	return f.text
}

func negation(f formula) formula {
	switch {
	case f.is(false), f.is(true):
		return constant(f.is(false))
	case f == either():
		return f
	case f.level == atom && strings.HasPrefix(f.text, "!"):
		if !strings.HasPrefix(f.text, "!(") {
			return bit(f.text[1:])
		}
	}
	return formula{"!" + f.in(atom), atom}
}

func and(list ...formula) formula { return join(conjunction, list) }

func or(list ...formula) formula { return join(disjunction, list) }

// join returns the conjunction, or the disjunction, of formulas.
func join(l level, list []formula) formula {
	neutral := l == conjunction
	var texts []string
	var last formula
	for _, f := range list {
		switch {
		case f.is(!neutral):
			return f
		case !f.is(neutral):
			last = f
			texts = append(texts, f.in(l))
		}
	}
	switch len(texts) {
	case 0:
		return constant(neutral)
	case 1:
		return last
	}
	return formula{strings.Join(texts, [...]string{" | ", " & "}[l]), l}
}

// choose returns hi where x holds, lo where it does not.
func choose(x, hi, lo formula) formula {
	switch {
	case hi == lo:
		return hi
	case hi.is(true):
		return or(x, lo)
	case lo.is(true):
		return or(negation(x), hi)
	default:
		return or(and(x, hi), and(negation(x), lo))
	}
}

// split returns a formula that is at(i) where the bits have the code i, which is less than n. It
// may be anything where they have another one.
func split(names []string, n int, at func(code int) formula) formula {
	var below func(first int, names []string) formula
	below = func(first int, names []string) formula {
		if len(names) == 0 {
			return at(first)
		}
		lo := below(first, names[1:])
		if first += 1 << (len(names) - 1); first >= n {
			return lo
		}
		return choose(bit(names[0]), below(first, names[1:]), lo)
	}
	return below(0, names)
}

// is returns the formula that a variable, which has some code, has one for which in is true.
func (v *variable) is(in func(code int) bool) formula {
	return split(v.bits, len(v.cells), func(code int) formula { return constant(in(code)) })
}

// becomes returns the formula that behind a statement a variable has a code for which in is true.
func (v *variable) becomes(in func(code int) bool) formula {
	names := slices.Clone(v.bits)
	for i := range names {
		names[i] = "'" + names[i]
	}
	return split(names, 1<<len(names), func(code int) formula { return constant(code < len(v.cells) && in(code)) })
}

// of returns how a variable is encoded.
func (l *lowering) of(v *Var) *variable { return l.variables[l.same[v.ID].ID] }

// maxCases is for how many combinations of cells an expression is evaluated. If there are more,
// nothing is assumed of some of its variables.
const maxCases = 1 << 10

// cases returns a formula that is leaf(x) wherever e has a value in x.
func (l *lowering) cases(e *Expr, leaf func(cell) formula) formula {
	var vars []*variable
	e.loads(func(e *Expr) {
		if !slices.Contains(vars, l.of(e.Var)) {
			vars = append(vars, l.of(e.Var))
		}
	})
	slices.SortStableFunc(vars, func(x, y *variable) int { return len(x.cells) - len(y.cells) })
	cells := make([]cell, len(vars))
	n := 0 // so many are told apart
	for product := 1; n < len(vars); n++ {
		if product *= len(vars[n].cells); product > maxCases {
			break
		}
	}
	for i, v := range vars[n:] {
		cells[n+i] = cell{v.cells[0].lo, v.cells[len(v.cells)-1].hi}
	}
	var from func(i int) formula
	from = func(i int) formula {
		if i == n {
			return leaf(e.eval(func(v *Var) cell { return cells[slices.Index(vars, l.of(v))] }))
		}
		return split(vars[i].bits, len(vars[i].cells), func(code int) formula {
			cells[i] = vars[i].cells[code]
			return from(i + 1)
		})
	}
	return from(0)
}

// A comparison is one of a variable with a constant.
type comparison struct {
	op       Op
	variable *variable
	with     int32
}

// condition returns the formula that the value of e is not 0.
func (l *lowering) condition(e *Expr) formula {
	var key comparison
	switch {
	case e.Op == Not:
		return negation(l.condition(e.X))
	case e.Op == And:
		return and(l.operands(e, And, nil)...)
	case e.Op == Or:
		return or(l.operands(e, Or, nil)...)
	case e.Op == Eq && e.X.Op == Load && e.Y.Op == Load && l.of(e.X.Var).class == l.of(e.Y.Var).class:
		return l.equal(l.of(e.X.Var), l.of(e.Y.Var))
	case e.Op == Ne:
		return negation(l.condition(&Expr{Op: Eq, X: e.X, Y: e.Y}))
	case Eq <= e.Op && e.Op <= Ge && e.X.Op == Load && e.Y.Op == Const:
		key = comparison{e.Op, l.of(e.X.Var), e.Y.Value}
		if f, ok := l.compared[key]; ok {
			return f
		}
	}
	f := l.cases(e, func(x cell) formula {
		if x = x.truth(); x.lo < x.hi {
			return either()
		}
		return constant(x.lo == 1)
	})
	if key.variable != nil {
		l.compared[key] = f
	}
	return f
}

// operands appends the formulas of what e joins by op, however many there are.
func (l *lowering) operands(e *Expr, op Op, list []formula) []formula {
	if e.Op != op {
		return append(list, l.condition(e))
	}
	return l.operands(e.Y, op, l.operands(e.X, op, list))
}

// equal returns the formula that two variables of a class have the same value.
func (l *lowering) equal(x, y *variable) formula {
	if x == y {
		return constant(true)
	}
	list := x.each(func(i int) formula { return formula{"!(" + x.bits[i] + " ^ " + y.bits[i] + ")", atom} })
	single := x.is(func(code int) bool { return x.cells[code].lo == x.cells[code].hi })
	return and(append(list, or(single, either()))...)
}
