// This file defines what a switch does, as expressions.

package schedule

import "github.com/ijit/ijit/parser"

// step returns the assignment that goes from one turn to the next, nil if there is no
// next one.
func (b *builder) step() *parser.Assign {
	if len(b.turns) == 1 {
		return nil
	}
	op := &parser.Assign{}
	assign := func(v *parser.Var) {
		op.Lhs = append(op.Lhs, &parser.Ref{Name: v.Name, Var: v})
		op.Rhs = append(op.Rhs, &parser.Star{})
	}
	for i, used := range b.run.used() {
		if used {
			assign(b.program.File.Globals[i])
		}
	}
	for _, v := range b.turn {
		assign(v)
	}
	var ways []parser.Expr
	for i, c := range b.turns[1:] {
		ways = append(ways, and(
			b.isTurn(i, false), b.equal(b.turns[i].After),
			b.isTurn(i+1, true), b.becomes(c.Before)))
	}
	op.Constrain = or(ways)
	return op
}

// isTurn returns the condition that the turn has a number, now or after the step.
func (b *builder) isTurn(number int, next bool) parser.Expr {
	var bits []parser.Expr
	for i, v := range b.turn {
		bits = append(bits, literal(v, next, number>>i&1 == 1))
	}
	return and(bits...)
}

// equal returns the condition that the globals that threads use have certain values.
func (b *builder) equal(values []bool) parser.Expr { return b.have(values, false) }

// becomes is equal for values after the step.
func (b *builder) becomes(values []bool) parser.Expr { return b.have(values, true) }

func (b *builder) have(values []bool, next bool) parser.Expr {
	var each []parser.Expr
	for i, used := range b.run.used() {
		if used {
			each = append(each, literal(b.program.File.Globals[i], next, values[i]))
		}
	}
	return and(each...)
}

func literal(v *parser.Var, next, value bool) parser.Expr {
	var e parser.Expr = &parser.Ref{Name: v.Name, Next: next, Var: v}
	if !value {
		e = &parser.Not{X: e}
	}
	return e
}

// and returns the conjunction of expressions.
func and(list ...parser.Expr) parser.Expr {
	var all parser.Expr = &parser.Lit{Value: true}
	for i, e := range list {
		if i == 0 {
			all = e
		} else {
			all = &parser.Binary{Op: parser.OpAnd, X: all, Y: e}
		}
	}
	return all
}

// or returns the disjunction of expressions, at least one, as a tree that is not high.
func or(list []parser.Expr) parser.Expr {
	if len(list) == 1 {
		return list[0]
	}
	half := len(list) / 2
	return &parser.Binary{Op: parser.OpOr, X: or(list[:half]), Y: or(list[half:])}
}
