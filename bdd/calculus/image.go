// This file defines the step from what is new in a predicate to what follows from it by
// a relation: a relational product and a renaming in one pass.

package calculus

import (
	"slices"

	"github.com/ijit/ijit/bdd"
)

// An image is how a conjunction of an application and another formula, quantified or
// not, is computed if the application passes other variables than the parameters. These
// would have to be put in the places of the parameters, each time that there is something
// new. Instead the other formula, which rarely changes, is put in the places where the
// parameters are, and the result, which is small, is put back.
type image struct {
	told, fits bool
	gone       bdd.VarSet
	turn, back bdd.Renaming
	other      bdd.Node // the value of the other formula, and that value turned
	turned     bdd.Node
}

// follow returns what follows from what is new in the application, factor i of two, if
// there is such a way. The formula n is the conjunction, or quantifies variables of it.
func (e *Evaluator) follow(n *node, fs []factor, i int) (value bdd.Node, ok bool) {
	app, other := fs[i], fs[1-i]
	if app.negated || app.n.op != opApply || len(n.bounded) > 0 || e.mentionsMoving(other.n) {
		return bdd.Invalid, false
	}
	x := &e.images[n.id][i]
	if !x.told {
		x.told, x.fits = true, e.plan(n, app.n, x)
	}
	if !x.fits {
		return bdd.Invalid, false
	}
	if value := e.factor(other); value != x.other {
		x.other, x.turned = value, e.m.Rename(value, x.turn)
	}
	return e.m.Image(e.states[app.n.pred.id].delta, x.turned, x.gone, x.back), true
}

// project returns what is new in an application with variables quantified: those that
// are passed for parameters are quantified in the places of these, and the result, which
// is smaller, is renamed. If that cannot be done, it returns false.
func (e *Evaluator) project(n *node, app factor) (value bdd.Node, ok bool) {
	if app.negated || app.n.op != opApply || len(n.bounded) > 0 {
		return bdd.Invalid, false
	}
	x := &e.images[n.id][0]
	if !x.told {
		x.told, x.fits = true, e.planProjection(n, app.n, x)
	}
	if !x.fits {
		return bdd.Invalid, false
	}
	return e.m.Image(e.states[app.n.pred.id].delta, bdd.True, x.gone, x.back), true
}

// planProjection reports whether an application passes different variables for all
// parameters, and finds those of the parameters that are quantified then.
func (e *Evaluator) planProjection(n, app *node, x *image) bool {
	p := e.passing(app)
	if p.constant || len(p.replaced) > 0 {
		return false
	}
	gone, params := e.quantified(n.vars), e.quantified(app.pred.params)
	from, to := e.m.NewVarSet(p.from...), e.m.NewVarSet(p.to...)
	same := e.m.Minus(params, from)
	if e.m.Len(to) != len(p.to) || e.m.Intersect(to, same) != 0 {
		return false
	}
	var left, back, quantified []bdd.Var
	for i, v := range p.from {
		if e.m.Contains(gone, p.to[i]) {
			quantified = append(quantified, v)
		} else {
			left, back = append(left, v), append(back, p.to[i])
		}
	}
	x.other, x.turned = bdd.True, bdd.True
	x.gone = e.m.Union(e.m.Intersect(same, gone), e.m.NewVarSet(quantified...))
	x.back = e.m.NewRenaming(left, back)
	return e.m.Err() == nil
}

// plan reports whether an application passes other variables than the parameters', of
// which all are quantified or none is, and makes the renamings if so.
func (e *Evaluator) plan(n, app *node, x *image) bool {
	p := e.passing(app)
	if p.constant || len(p.replaced) > 0 || len(p.from) == 0 {
		return false
	}
	gone, params := e.quantified(n.vars), e.quantified(app.pred.params)
	from, to := e.m.NewVarSet(p.from...), e.m.NewVarSet(p.to...)
	if e.m.Intersect(params, to) != 0 || e.m.Intersect(from, gone) != 0 || e.m.Len(to) != len(p.to) {
		return false
	}
	// The places of the parameters and of what is passed for them change with each other.
	x.turn = e.m.NewRenaming(slices.Concat(p.from, p.to), slices.Concat(p.to, p.from))
	switch {
	case e.m.Minus(to, gone) == 0:
		x.gone = e.m.Union(e.m.Minus(gone, to), from)
		x.back = e.m.NewRenaming(p.to, p.from)
	case e.m.Intersect(to, gone) == 0:
		x.gone, x.back = gone, x.turn
	default:
		return false
	}
	return e.m.Err() == nil
}
