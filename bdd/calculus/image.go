// This file defines the step from what is new in a predicate to what follows from it by
// a relation: a relational product and a renaming in one pass.

package calculus

import "github.com/ijit/ijit/bdd"

// An image is how a quantified conjunction of an application and another formula is
// computed if the application passes variables that are quantified. These would have to
// be put in the places of the parameters, each time that there is something new. Instead
// the other formula, which rarely changes, is put in the places where the parameters
// are, and the result, which is small, is put back.
type image struct {
	told, fits bool
	gone       bdd.VarSet
	turn, back bdd.Renaming
	other      bdd.Node // the value of the other formula, and that value turned
	turned     bdd.Node
}

// follow returns what follows from what is new in the application, factor i of two, if
// there is such a way.
func (e *Evaluator) follow(n *node, fs []factor, i int) (value bdd.Node, ok bool) {
	app, other := fs[i], fs[1-i]
	if app.negated || app.n.op != opApply || len(n.bounded) > 0 || e.mentionsMoving(other.n) {
		return bdd.Invalid, false
	}
	x := e.images[n]
	if x == nil {
		x = &image{}
		e.images[n] = x
	}
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

// plan reports whether an application below a quantifier only passes other variables
// than the parameters', all of which are quantified, and makes the renamings if so.
func (e *Evaluator) plan(n, app *node, x *image) bool {
	p := e.passing(app)
	if p.constant || len(p.replaced) > 0 || len(p.from) == 0 {
		return false
	}
	gone := e.quantified(n.vars)
	from, to := e.m.NewVarSet(p.from...), e.m.NewVarSet(p.to...)
	if e.m.Minus(to, gone) != 0 || e.m.Intersect(from, gone) != 0 || e.m.Intersect(from, to) != 0 || e.m.Len(to) != len(p.to) {
		return false
	}
	x.gone = e.m.Union(e.m.Minus(gone, to), from)
	x.turn = e.m.NewRenaming(append(append([]bdd.Var{}, p.from...), p.to...), append(append([]bdd.Var{}, p.to...), p.from...))
	x.back = e.m.NewRenaming(p.to, p.from)
	return e.m.Err() == nil
}
