// This file defines the evaluation of monotone strata: all fixpoints of a system of
// equations at the same time.

package calculus

import (
	"slices"
	"time"

	"github.com/ijit/ijit/bdd"
)

// stratum returns the predicates that depend on p and on which p depends, if their
// equations can be solved together: if all are of one sign, and none depends on
// another under a negation. The least solution of such a system is that of the
// nested fixpoints (Bekić, 1969), and it is the limit of any fair iteration from
// below. It returns nil otherwise, or if the definition is to be followed.
func (e *Evaluator) stratum(p *predicate) []*predicate {
	if e.options.Strategy == Definition || e.frontier {
		return nil
	}
	in := map[*predicate]bool{p: true}
	e.through(p, func(q *predicate) { in[q] = true })
	// Of those that depend on p, keep those on which p depends.
	var group []*predicate
	seen := map[*predicate]bool{p: true}
	for todo := []*predicate{p}; len(todo) > 0; {
		q := todo[0]
		todo = todo[1:]
		group = append(group, q)
		for _, m := range q.body.mentions {
			if in[m.pred] && !seen[m.pred] && m.pred.body != nil {
				seen[m.pred] = true
				todo = append(todo, m.pred)
			}
		}
	}
	for _, q := range group {
		if q.sign != Plain && q.sign != p.sign {
			return nil
		}
		for _, m := range q.body.mentions {
			if seen[m.pred] && m.polarity != positive {
				return nil
			}
		}
	}
	return group
}

// solve evaluates a stratum.
func (e *Evaluator) solve(p *predicate, group []*predicate) {
	e.lower(p, group, map[*predicate]bool{})
	still := e.hold(group)
	for _, q := range group {
		st := &e.states[q.id]
		st.delta, st.before = bdd.False, 0
		if p.sign == Nu {
			e.set(q, st.full)
		} else {
			e.set(q, bdd.False)
		}
	}
	still.move(true)
	for round := 1; e.failed() == nil && !e.tooMany(p, round); round++ {
		if !e.together(p, group, round) {
			break
		}
		e.safePoint()
	}
	still.move(false)
	still.release()
	for _, q := range group {
		st := &e.states[q.id]
		st.delta, st.before, st.known, st.stale = bdd.False, 0, true, nil
		if q != p && e.failed() == nil {
			e.report[q.id].Evaluations++
		}
	}
}

// lower evaluates what a stratum needs and is not in it, in the order in which the
// nested evaluation would meet it.
func (e *Evaluator) lower(p *predicate, group []*predicate, seen map[*predicate]bool) {
	seen[p] = true
	for _, m := range p.body.mentions {
		switch {
		case !slices.Contains(group, m.pred):
			e.need(m.pred)
		case !seen[m.pred]:
			e.lower(m.pred, group, seen)
		}
	}
}

// together computes a round of all equations, each from the values of the round
// before, and reports whether there was something new. Semi-naive evaluation of the
// least solution computes, after the first round, only what follows from what is new:
// the values grow, so what followed before is there already.
func (e *Evaluator) together(p *predicate, group []*predicate, number int) bool {
	mark := len(e.stack)
	times := make([]time.Duration, len(group))
	for i, q := range group {
		start := time.Now()
		st := &e.states[q.id]
		var value bdd.Node
		switch {
		case p.sign == Mu && st.value == st.full:
			value = st.value // it cannot grow
		case p.sign == Nu || number == 1 || e.options.Strategy != SemiNaive:
			value = e.body(q)
		default:
			value = e.m.Or(st.value, e.m.And(e.news(q.body), st.full))
		}
		e.stack = append(e.stack, value)
		times[i] = time.Since(start)
		if q != p {
			e.report[q.id].Time += times[i]
		}
	}
	changed := false
	values := e.stack[mark:]
	for i, q := range group {
		st := &e.states[q.id]
		old := st.value
		if values[i] != old && e.failed() == nil {
			changed = true
		}
		if p.sign == Mu && e.options.Strategy == SemiNaive {
			st.delta, st.before = e.m.Diff(values[i], old), st.version
		}
		e.set(q, values[i])
		if values[i] != old || q == p {
			e.round(q, number, values[i], st.delta, times[i])
		}
	}
	e.stack = e.stack[:mark]
	return changed
}
