// This file defines the generator of expressions and assignments.

package randprog

import (
	"slices"

	"github.com/ijit/ijit/parser"
)

// A use says which forms of variables an expression may mention.
type use struct {
	next    bool // 'x
	passive bool // x$, and with next also 'x$
}

var plain = use{}

// condition writes an expression for a branch, an assumption or an assertion.
func (g *generator) condition() parser.Expr { return g.expr(g.cfg.Depth, plain) }

// expr writes an expression of at most the given depth.
func (g *generator) expr(depth int, u use) parser.Expr {
	w := g.cfg.Expression
	if len(g.visible) == 0 {
		w.Var = 0
	}
	if depth == 0 {
		w = ExpressionWeights{Lit: w.Lit, Var: w.Var, Star: w.Star}
		if w.Lit+w.Var+w.Star == 0 {
			w.Lit = 1
		}
	}
	sub := func() parser.Expr { return g.expr(depth-1, u) }
	binary := func(op parser.BinaryOp) parser.Expr { return &parser.Binary{Op: op, X: sub(), Y: sub()} }
	switch pick(g.src, w.Lit, w.Var, w.Star, w.Not, w.And, w.Or, w.Xor, w.Eq, w.Neq, w.Implies, w.Cond, w.SChoose) {
	case 1:
		return g.ref(u)
	case 2:
		return &parser.Star{}
	case 3:
		return &parser.Not{X: sub()}
	case 4:
		return binary(parser.OpAnd)
	case 5:
		return binary(parser.OpOr)
	case 6:
		return binary(parser.OpXor)
	case 7:
		return binary(parser.OpEq)
	case 8:
		return binary(parser.OpNeq)
	case 9:
		return binary(parser.OpImplies)
	case 10:
		return &parser.Cond{If: sub(), Then: sub(), Else: sub()}
	case 11:
		return &parser.Choose{X: sub(), Y: sub()}
	default:
		return &parser.Lit{Value: g.src.IntN(2) == 1}
	}
}

func (g *generator) ref(u use) *parser.Ref {
	v := g.visible[g.src.IntN(len(g.visible))]
	r := &parser.Ref{Name: v.Name, Var: v}
	r.Next = u.next && g.src.IntN(2) == 1
	r.Passive = u.passive && v.Proc != nil && g.src.IntN(2) == 1
	return r
}

// targets draws one to three different variables.
func (g *generator) targets(from []*parser.Var) []*parser.Ref {
	rest := slices.Clone(from)
	var list []*parser.Ref
	for range min(1+pick(g.src, 6, 2, 1), len(rest)) {
		k := g.src.IntN(len(rest))
		list = append(list, &parser.Ref{Name: rest[k].Name, Var: rest[k]})
		rest = slices.Delete(rest, k, k+1)
	}
	return list
}

func (g *generator) assignment() *parser.Assign {
	op := &parser.Assign{Lhs: g.targets(g.changes)}
	for range op.Lhs {
		op.Rhs = append(op.Rhs, g.expr(g.cfg.Depth, plain))
	}
	if chance(g.src, g.cfg.Discard) {
		op.Lhs = append(op.Lhs, &parser.Ref{Name: "_"})
		op.Rhs = append(op.Rhs, g.expr(1, plain))
	}
	if chance(g.src, g.cfg.Constrain) {
		g.loosen(op)
		op.Constrain = g.constraint(op.Lhs, use{next: true})
	}
	return op
}

// passiveAssignment assigns to locals of the other threads, and at times to
// variables of the thread itself at once.
func (g *generator) passiveAssignment() *parser.Assign {
	op := &parser.Assign{Lhs: g.targets(g.proc.Locals)}
	for _, r := range op.Lhs {
		r.Passive = true
		op.Rhs = append(op.Rhs, g.expr(g.cfg.Depth, use{passive: true}))
	}
	if chance(g.src, 30) {
		for _, r := range g.targets(g.changes) {
			op.Lhs = append(op.Lhs, r)
			op.Rhs = append(op.Rhs, g.expr(g.cfg.Depth, plain))
		}
	}
	if chance(g.src, g.cfg.Constrain) {
		g.loosen(op)
		op.Constrain = g.constraint(op.Lhs, use{next: true, passive: true})
	}
	return op
}

// loosen makes some right sides *, which is what a constraint is good for.
func (g *generator) loosen(op *parser.Assign) {
	for k := range op.Rhs {
		if g.cfg.Expression.Star > 0 && g.src.IntN(2) == 1 {
			op.Rhs[k] = &parser.Star{}
		}
	}
}

// constraint relates the next value of a target to an expression: ('x op E).
func (g *generator) constraint(lhs []*parser.Ref, u use) parser.Expr {
	target := *lhs[g.src.IntN(len(lhs))]
	if target.Var == nil { // _ has no next value
		return g.expr(g.cfg.Depth, u)
	}
	target.Next = true
	op := []parser.BinaryOp{parser.OpOr, parser.OpOr, parser.OpEq, parser.OpNeq, parser.OpImplies}[g.src.IntN(5)]
	switch w := g.cfg.Expression; {
	case op == parser.OpEq && w.Eq == 0, op == parser.OpNeq && w.Neq == 0, op == parser.OpImplies && w.Implies == 0:
		op = parser.OpOr
	}
	return &parser.Binary{Op: op, X: &target, Y: g.expr(g.cfg.Depth-1, u)}
}
