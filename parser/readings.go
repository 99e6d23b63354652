// This file defines what becomes of expressions that the dialects read differently.
//
// A person who writes a == b && c == d may have either table of precedences in mind, and
// nothing in the text says which. To choose one is to check a program that was not meant,
// so it is an error, unless both readings are the same function.

package parser

import (
	"fmt"
	"slices"

	"github.com/ijit/ijit/parser/diagnostic"
)

// readings is what the expression parser notes down for the comparison.
type readings struct {
	settled bool // it is known which dialect is meant

	// Of the expression that is being parsed: what the other dialect makes of the lists of
	// operators that it groups differently, and where the first of those has an equality.
	regrouped map[Expr]Expr
	equality  operator

	work      int // nodes evaluated for comparisons
	ambiguous []ambiguity
}

// An ambiguity is an expression that each dialect reads as another function.
type ambiguity struct {
	operator operator  // an equality in it
	readings [2]string // by dialect, as each reads itself
}

const (
	// maxTable is how many variables the readings of an expression may have to be compared
	// as functions. Beyond, they count as different.
	maxTable = 20
	// maxWork is how many nodes are evaluated for all comparisons of a file. Beyond, all
	// readings count as different. It takes about half a second.
	maxWork = 1 << 23
)

// regroup notes down what the other dialect makes of a list of operators, if it is not the
// whole that this one makes of it: a & b = c is (a & b) = c to SATABS and a & (b = c) to
// Bebop.
func (p *fileParser) regroup(whole Expr, terms []term, operators []operator) {
	equality, other := -1, false
	for i, op := range operators {
		switch {
		case op.op != OpEq && op.op != OpNeq:
			other = true
		case equality < 0:
			equality = i
		}
	}
	if equality < 0 || !other {
		return
	}
	regrouped := p.group(terms, operators, p.file.Dialect.other()).expr
	if sameGrouping(whole, regrouped) {
		return
	}
	if p.regrouped == nil {
		p.regrouped = map[Expr]Expr{}
	}
	if at := operators[equality]; len(p.regrouped) == 0 || at.pos.Before(p.equality.pos) {
		p.equality = at
	}
	p.regrouped[whole] = regrouped
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

// compareReadings notes down an expression that has parts which the other dialect groups
// differently, if that matters.
func (p *fileParser) compareReadings(e Expr) {
	if len(p.ambiguous) > diagnostic.MaxDiagnostics {
		return
	}
	other := reread(e, p.regrouped)
	if p.sameFunction(e, other) {
		return
	}
	a := ambiguity{operator: p.equality}
	a.readings[p.file.Dialect] = ExprString(e)
	a.readings[p.file.Dialect.other()] = ExprString(other)
	if !slices.Contains(p.ambiguous, a) { // the parser may come to an expression twice
		p.ambiguous = append(p.ambiguous, a)
	}
}

// reportReadings reports the expressions that were noted down.
func (p *fileParser) reportReadings() {
	for _, a := range p.ambiguous {
		hint := fmt.Sprintf("write %s (%s) or %s (%s), or choose by --dialect or by a first line such as // %s%s",
			clip(a.readings[DialectSATABS]), DialectSATABS, clip(a.readings[DialectBebop]), DialectBebop, dialectMark, DialectBebop)
		p.Errorf(a.operator.pos, hint, "this has two readings: %s and %s group its %s differently", DialectSATABS, DialectBebop, a.operator.op)
	}
}

// clip cuts a long reading, so that both have room in a message.
func clip(text string) string {
	const most = 180
	if len(text) <= most {
		return text
	}
	return text[:most] + "..."
}

// reread returns a copy of an expression in which parts are grouped otherwise.
func reread(e Expr, regrouped map[Expr]Expr) Expr {
	if other, ok := regrouped[e]; ok {
		e = other // of which only the operands are parts of the old expression
	}
	switch e := e.(type) {
	case *Not:
		return &Not{e.Pos, reread(e.X, regrouped)}
	case *Binary:
		return &Binary{Pos: e.Pos, Op: e.Op, X: reread(e.X, regrouped), Y: reread(e.Y, regrouped)}
	case *Cond:
		return &Cond{Pos: e.Pos, If: reread(e.If, regrouped), Then: reread(e.Then, regrouped), Else: reread(e.Else, regrouped)}
	case *Choose:
		return &Choose{Pos: e.Pos, X: reread(e.X, regrouped), Y: reread(e.Y, regrouped)}
	}
	return e
}

// sameFunction tells whether two readings of an expression have the same set of values in
// each valuation of their variables. That is a truth table, 64 rows at a time.
func (p *fileParser) sameFunction(x, y Expr) bool {
	t := tabulation{number: map[*Ref]int{}}
	numbers := map[Ref]int{} // of variables; names are not resolved yet, but mean one thing here
	size := 0
	Inspect(x, func(s Syntax) bool {
		size++
		if r, ok := s.(*Ref); ok {
			v := Ref{Name: r.Name, Next: r.Next, Passive: r.Passive}
			if _, known := numbers[v]; !known {
				numbers[v] = len(numbers)
			}
			t.number[r] = numbers[v]
		}
		return len(numbers) <= maxTable
	})
	if len(numbers) > maxTable {
		return false
	}
	t.columns = make([]uint64, len(numbers))
	// The first six variables change from row to row of a block, bit by bit of a word. The
	// others are the same in all rows of one.
	within := [...]uint64{
		0xAAAAAAAAAAAAAAAA, 0xCCCCCCCCCCCCCCCC, 0xF0F0F0F0F0F0F0F0,
		0xFF00FF00FF00FF00, 0xFFFF0000FFFF0000, 0xFFFFFFFF00000000,
	}
	for block := range 1 << max(0, len(numbers)-len(within)) {
		if p.work += size; p.work > maxWork {
			return false
		}
		for i := range t.columns {
			if i < len(within) {
				t.columns[i] = within[i]
			} else {
				t.columns[i] = -(uint64(block) >> (i - len(within)) & 1)
			}
		}
		if t.values(x) != t.values(y) {
			return false
		}
	}
	return true
}

// A tabulation is a block of 64 rows of a truth table.
type tabulation struct {
	number  map[*Ref]int // of the variable
	columns []uint64     // those of the variables
}

// A column says of 64 rows whether an expression can be 0 and whether it can be 1. One of
// both it can be. Each * chooses independently of all others, so the values of an operator
// are those of all pairs of values of its operands.
type column struct{ can0, can1 uint64 }

func (c column) not() column { return column{c.can1, c.can0} }

func (c column) and(d column) column { return column{c.can0 | d.can0, c.can1 & d.can1} }

func (c column) or(d column) column { return c.not().and(d.not()).not() }

// equals is no combination of the above: those would choose twice.
func (c column) equals(d column) column {
	return column{c.can0&d.can1 | c.can1&d.can0, c.can0&d.can0 | c.can1&d.can1}
}

// choose returns c where i is 1, and d where it is 0.
func (i column) choose(c, d column) column {
	return column{i.can1&c.can0 | i.can0&d.can0, i.can1&c.can1 | i.can0&d.can1}
}

// values evaluates an expression.
func (t *tabulation) values(e Expr) column {
	const all = ^uint64(0)
	switch e := e.(type) {
	case *Lit:
		if e.Value {
			return column{0, all}
		}
		return column{all, 0}
	case *Star:
		return column{all, all}
	case *Ref:
		is := t.columns[t.number[e]]
		return column{^is, is}
	case *Not:
		return t.values(e.X).not()
	case *Cond:
		return t.values(e.If).choose(t.values(e.Then), t.values(e.Else))
	case *Choose: // 1 if X, else 0 if Y, else any
		return t.values(e.X).choose(column{0, all}, t.values(e.Y).choose(column{all, 0}, column{all, all}))
	}
	b := e.(*Binary)
	x, y := t.values(b.X), t.values(b.Y)
	switch b.Op {
	case OpAnd:
		return x.and(y)
	case OpOr:
		return x.or(y)
	case OpXor, OpNeq:
		return x.equals(y).not()
	case OpEq:
		return x.equals(y)
	}
	return x.not().or(y)
}
