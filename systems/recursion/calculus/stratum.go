// This file defines the evaluation of monotone strata: all fixpoints of a system of
// equations at the same time.

package calculus

import (
	"slices"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/systems/recursion/calculus/syntax"
)

// stratum returns the predicates that depend on p and on which p depends, if their
// equations can be solved together: if all are of one sign, and none depends on
// another under a negation. The least solution of such a system is that of the
// nested fixpoints (Bekić, 1969), and it is the limit of any fair iteration from
// below. It returns nil otherwise, or if the definition is to be followed.
func (e *Evaluator) stratum(p *predicate) []*predicate {
	f := e.facts(p)
	if !f.solved {
		f.solved, f.group = true, e.findStratum(p)
	}
	return f.group
}

func (e *Evaluator) findStratum(p *predicate) []*predicate {
	if e.options.Strategy == Definition || e.frontier {
		return nil
	}
	in := map[*predicate]bool{p: true}
	for _, q := range e.through(p) {
		in[q] = true
	}
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
		if q.sign != syntax.Plain && q.sign != p.sign {
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
	e.lower(p, group)
	still := e.hold(p, group)
	for _, q := range group {
		st := &e.states[q.id]
		st.delta, st.open, st.before = bdd.False, bdd.False, 0
		if p.sign == syntax.Nu {
			e.set(q, st.full)
		} else {
			e.set(q, bdd.False)
		}
	}
	still.move(e, true)
	for round := 1; e.failed() == nil && !e.tooMany(p, round); round++ {
		if !e.together(p, group, round) {
			break
		}
		e.roundPoint()
	}
	still.move(e, false)
	still.release(e)
	for _, q := range group {
		st := &e.states[q.id]
		st.delta, st.open, st.before, st.known, st.stale = bdd.False, bdd.False, 0, true, nil
		if q != p && e.failed() == nil {
			e.report[q.id].Evaluations++
		}
	}
}

// lower evaluates what a stratum needs and is not in it, in the order in which the
// nested evaluation would meet it.
func (e *Evaluator) lower(p *predicate, group []*predicate) {
	f := e.facts(p)
	if f.lower == nil {
		f.lower = below(p, group)
	}
	for _, q := range f.lower {
		e.need(q)
	}
}

// below returns what a stratum needs and is not in it.
func below(p *predicate, group []*predicate) []*predicate {
	list := []*predicate{}
	seen := map[*predicate]bool{}
	var visit func(*predicate)
	visit = func(q *predicate) {
		seen[q] = true
		for _, m := range q.body.mentions {
			switch {
			case seen[m.pred]:
			case slices.Contains(group, m.pred):
				visit(m.pred)
			default:
				seen[m.pred] = true
				list = append(list, m.pred)
			}
		}
	}
	visit(p)
	return list
}

// together computes a round of all equations, and reports whether there was something
// new. Each takes the values that there are, those of this round included (Gauss and
// Seidel). Semi-naive evaluation of the least solution computes, after the first round,
// only what follows from what is new: the values grow, so what followed before is there
// already. What is new in a predicate is seen by each equation once: by those behind its
// own in the same round, and by the others in the next.
func (e *Evaluator) together(p *predicate, group []*predicate, number int) bool {
	changed := false
	for _, q := range group {
		start := e.clock()
		st := &e.states[q.id]
		old, delta := st.value, bdd.False
		value := old
		switch {
		case p.sign == syntax.Mu && old == st.full: // it cannot grow
		case p.sign == syntax.Nu || e.options.Strategy != SemiNaive:
			value = e.body(q)
		default:
			value, delta = e.grow(q, e.divide(q, group), number == 1)
		}
		if e.failed() != nil {
			return false
		}
		took := e.since(start)
		if q != p {
			e.report[q.id].Time += took
		}
		if p.sign == syntax.Mu && e.options.Strategy == SemiNaive {
			st.delta, st.before = delta, st.version
		}
		e.set(q, value)
		if value != old || q == p {
			e.round(q, number, value, delta, p.sign == syntax.Mu && e.options.Strategy == SemiNaive, took)
		}
		changed = changed || value != old
	}
	return changed
}

// grow returns a larger value of a predicate, and what is new in it. What is new by
// steps is closed under steps; what is new otherwise is so a round later.
func (e *Evaluator) grow(q *predicate, d *division, first bool) (value, delta bdd.Node) {
	st := &e.states[q.id]
	delta = bdd.False
	var more bdd.Node
	switch {
	case first:
		more = e.body(q)
	case len(d.steps) > 0:
		delta = e.close(q, d.steps, st.open)
		e.stack = append(e.stack, delta)
		more = e.proper(q, e.newsOf(d.others))
		e.stack = e.stack[:len(e.stack)-1]
	default:
		more = e.proper(q, e.news(q.body))
	}
	if more != bdd.False {
		more = e.m.Diff(e.m.Diff(more, st.value), delta)
	}
	st.open = more
	if delta = e.or(delta, more); delta == bdd.False {
		return st.value, delta
	}
	return e.or(st.value, delta), delta
}
