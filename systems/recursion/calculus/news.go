// This file defines what is new in the value of a formula when predicates have grown:
// the derivative that semi-naive evaluation computes instead of the whole value.

package calculus

import (
	"slices"

	"github.com/ijit/ijit/bdd"
)

// news returns a value between what is new in a formula and all of it: joined with
// the value before, it is the value now. Predicates that are moving have grown by
// their delta since then; the formula mentions them positively.
//
// A conjunction has something new if one operand has, and the others hold now. What
// has no rule of its own (forall, say) is computed as a whole.
func (e *Evaluator) news(n *node) bdd.Node {
	if !e.grown(n) {
		return bdd.False
	}
	switch n.op {
	case opApply:
		return e.apply(n, e.states[n.pred.id].delta)
	case opOr:
		return e.newsOf(n.args)
	case opAnd:
		return e.newConjunction(n, e.factors(n, false))
	case opExists:
		if e.distributes(n) {
			return e.choice(n, func(a *node) bdd.Node {
				return e.newProduct(n.vars, nil, e.factors(a, false))
			})
		}
		return e.newConjunction(n, e.factors(n.args[0], false))
	case opIf:
		mark := len(e.stack)
		e.stack = append(e.stack, e.eval(n.args[0]))
		e.stack = append(e.stack, e.news(n.args[1]))
		e.stack = append(e.stack, e.news(n.args[2]))
		v := e.stack[mark:]
		e.stack = e.stack[:mark]
		return e.m.Ite(v[0], v[1], v[2])
	}
	return e.compute(n)
}

// newsOf returns what is new in a disjunction.
func (e *Evaluator) newsOf(args []*node) bdd.Node {
	value := bdd.False
	for _, a := range args {
		if !e.grown(a) {
			continue
		}
		e.stack = append(e.stack, value)
		more := e.news(a)
		e.stack = e.stack[:len(e.stack)-1]
		value = e.or(value, more)
		e.safePoint(value)
	}
	return value
}

// grown reports whether a formula mentions a predicate that has grown.
func (e *Evaluator) grown(n *node) bool {
	for _, m := range n.defined {
		if st := &e.states[m.pred.id]; st.moving && st.delta != bdd.False {
			return true
		}
	}
	return false
}

// newConjunction returns what is new in a conjunction or in a quantified one.
func (e *Evaluator) newConjunction(n *node, fs []factor) bdd.Node {
	if len(fs) == 1 {
		if value, ok := e.project(n, fs[0], true); ok {
			return value
		}
	}
	if len(fs) == 2 {
		for i := range fs {
			if value, ok := e.follow(n, fs, i, true); ok {
				return value
			}
		}
	}
	return e.newProduct(n.vars, n.bounded, fs)
}

// newProduct returns what is new in a conjunction with variables quantified: for each
// operand with something new, what is new in it and all of the others.
func (e *Evaluator) newProduct(vars, bounded []*variable, fs []factor) bdd.Node {
	mark := len(e.stack)
	value := bdd.False
	for i, f := range fs {
		if !e.grown(f.n) || e.blocked(fs, i) {
			continue
		}
		e.stack = append(e.stack, value)
		part := bdd.Invalid
		if f.negated {
			part = e.factor(f) // !(a -> b), say: no rule
		} else {
			part = e.news(f.n)
		}
		if part != bdd.False {
			value = e.or(value, e.product(vars, bounded, fs, i, part))
		}
		e.stack = e.stack[:mark]
		e.safePoint(value)
	}
	return value
}

// blocked reports whether a factor other than i is known to be false.
func (e *Evaluator) blocked(fs []factor, i int) bool {
	for j, f := range fs {
		if j != i && !f.negated && e.void(f.n) {
			return true
		}
	}
	return false
}

// void reports whether a formula is false because of predicates that are empty. It may
// return false if it cannot tell.
func (e *Evaluator) void(n *node) bool {
	if len(n.defined) == 0 {
		return false // what is given is rarely empty, and known to be so when it is computed
	}
	switch n.op {
	case opApply:
		return e.states[n.pred.id].value == bdd.False
	case opAnd:
		return slices.ContainsFunc(n.args, e.void)
	case opOr:
		return !slices.ContainsFunc(n.args, func(a *node) bool { return !e.void(a) })
	case opExists:
		return e.void(n.args[0])
	}
	return false
}
