// This file defines how a round closes a predicate under the steps from itself.

package calculus

import (
	"slices"

	"github.com/ijit/ijit/bdd"
)

// A division of the body of a predicate, a disjunction, has the operands that are steps
// from the predicate to itself, as in
//
//	mu bool Path(Node a, Node b) ... | ( exists Node c. Path(a, c) & Edge(c, b) );
//
// and those that are not.
type division struct {
	steps, others []*node
}

// divide returns the division of the body of q, a predicate of a stratum with others;
// there are no steps if the body is not of that form.
func (e *Evaluator) divide(q *predicate, group []*predicate) *division {
	f := e.facts(q)
	if f.division == nil {
		f.division = &division{}
		if len(group) > 1 && q.body.op == opOr {
			for _, n := range q.body.args {
				if e.steps(n, q, group) {
					f.division.steps = append(f.division.steps, n)
				} else {
					f.division.others = append(f.division.others, n)
				}
			}
		}
	}
	return f.division
}

// steps reports whether a formula is a product of q and of what is not in the group.
func (e *Evaluator) steps(n *node, q *predicate, group []*predicate) bool {
	if n.op != opExists {
		return false
	}
	applications := 0
	for _, f := range e.factors(n.args[0], false) {
		switch {
		case f.n.op == opApply && f.n.pred == q && !f.negated &&
			!slices.ContainsFunc(f.n.actuals, func(a actual) bool { return a.formula != nil }):
			applications++
		case slices.ContainsFunc(f.n.mentions, func(m mention) bool { return slices.Contains(group, m.pred) }):
			return false
		}
	}
	return applications == 1
}

// close returns what follows by steps from a part of the value of q and is not in it: all
// that is new at once, so that the value, which is large, is joined with it only once.
func (e *Evaluator) close(q *predicate, steps []*node, from bdd.Node) bdd.Node {
	st := &e.states[q.id]
	mark := len(e.stack)
	before, delta := st.delta, bdd.False
	for st.delta = from; st.delta != bdd.False && e.failed() == nil; {
		e.stack = append(e.stack[:mark], before, delta)
		more := e.proper(q, e.newsOf(steps))
		st.delta = e.m.Diff(e.m.Diff(more, st.value), delta)
		delta = e.or(delta, st.delta)
	}
	st.delta = before
	e.stack = e.stack[:mark]
	return delta
}
