// This file defines the step from a predicate, or from what is new in it, to what follows
// by a relation: a relational product and a renaming in one pass.

package calculus

import (
	"slices"

	"github.com/ijit/ijit/bdd"
)

// An image is how a conjunction of an application and another formula, quantified or
// not, is computed if the application passes other variables than the parameters. What the
// predicate has at the parameters would have to be put in the places of these variables,
// each time that there is something new. Instead the other formula, which rarely changes,
// is put in the places where the parameters are, and the result, which is small, is put
// back.
type image struct {
	told, fits bool
	gone       bdd.VarSet
	turn, back bdd.Renaming
	other      bdd.Node // the value of the other formula, and that value turned
	turned     bdd.Node
}

// image returns the value of the formula n, which quantifies variables of factors, if it
// can be computed from the value of an application in the places of the parameters: of
// one alone, or of one and a formula that never changes.
func (e *Evaluator) image(n *node, fs []factor) (value bdd.Node, ok bool) {
	switch len(fs) {
	case 1:
		return e.project(n, fs[0], false)
	case 2:
		for i := range fs {
			if len(fs[1-i].n.defined) == 0 {
				if value, ok := e.follow(n, fs, i, false); ok {
					return value, true
				}
			}
		}
	}
	return bdd.Invalid, false
}

// imageOf returns what is known of the image of factor i of the formula n.
func (e *Evaluator) imageOf(n *node, i int) *image {
	if e.images[n.id] == nil {
		e.images[n.id] = &[2]image{}
	}
	return &e.images[n.id][i]
}

// source returns the value of the predicate that a formula applies, or what is new in it.
func (e *Evaluator) source(app *node, news bool) bdd.Node {
	if news {
		return e.states[app.pred.id].delta
	}
	return e.states[app.pred.id].value
}

// follow returns what follows from an application, factor i of two, or from what is new
// in it, if there is such a way. The formula n is the conjunction, or quantifies
// variables of it.
func (e *Evaluator) follow(n *node, fs []factor, i int, news bool) (value bdd.Node, ok bool) {
	app, other := fs[i], fs[1-i]
	if app.negated || app.n.op != opApply || len(n.bounded) > 0 || e.mentionsMoving(other.n) {
		return bdd.Invalid, false
	}
	x := e.imageOf(n, i)
	if !x.told {
		x.told, x.fits = true, e.plan(n, app.n, x)
	}
	if !x.fits {
		return bdd.Invalid, false
	}
	source := e.source(app.n, news)
	if source == bdd.False {
		return bdd.False, true
	}
	if value := e.factor(other); value != x.other {
		x.other, x.turned = value, e.m.Rename(value, x.turn)
	}
	return e.m.Image(source, x.turned, x.gone, x.back), true
}

// project returns an application, or what is new in it, with variables quantified: those
// that are passed for parameters are quantified in the places of these, and the result,
// which is smaller, is renamed. If that cannot be done, it returns false.
func (e *Evaluator) project(n *node, app factor, news bool) (value bdd.Node, ok bool) {
	if app.negated || app.n.op != opApply || len(n.bounded) > 0 {
		return bdd.Invalid, false
	}
	x := e.imageOf(n, 0)
	if !x.told {
		x.told, x.fits = true, e.planProjection(n, app.n, x)
	}
	if !x.fits {
		return bdd.Invalid, false
	}
	return e.m.Image(e.source(app.n, news), bdd.True, x.gone, x.back), true
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

// plan reports whether an application passes other variables than the parameters', and
// makes the renamings if so.
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
	x.other, x.turned = bdd.False, bdd.False
	x.turn = e.m.NewRenaming(slices.Concat(p.from, p.to), slices.Concat(p.to, p.from))
	var quantified []bdd.Var
	left, back := slices.Clone(p.to), slices.Clone(p.from)
	for i, v := range p.from {
		if e.m.Contains(gone, p.to[i]) {
			quantified = append(quantified, v)
		} else {
			left, back = append(left, v), append(back, p.to[i])
		}
	}
	x.gone = e.m.Union(e.m.Minus(gone, to), e.m.NewVarSet(quantified...))
	x.back = e.m.NewRenaming(left, back)
	return e.m.Err() == nil
}
