// This file defines how predicates get their values: what is evaluated when, and
// how often.

package calculus

import (
	"fmt"
	"slices"
	"time"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/systems/recursion/calculus/syntax"
)

// need makes sure that a predicate has a value: the one that it has, if it is being
// evaluated, or that is known, and else that of its equation.
func (e *Evaluator) need(p *predicate) {
	st := &e.states[p.id]
	if e.failed() != nil || st.active {
		return
	}
	if st.known {
		if st.stale == nil {
			return
		}
		e.settle(st.stale)
	}
	if st.known {
		return
	}
	start := e.clock()
	switch {
	case p.body == nil:
		e.given(p)
	case p.sign == syntax.Plain || !e.recursive(p):
		// The equation does not mention its own solution: one round solves it.
		e.parts(p)
		e.report[p.id].Rounds++
		e.set(p, e.body(p))
		st.known = true
	default:
		e.depth++
		if group := e.stratum(p); group != nil {
			e.solve(p, group)
		} else {
			e.iterate(p)
		}
		e.depth--
	}
	r := &e.report[p.id]
	r.Evaluations++
	r.Time += e.since(start)
}

// clock returns the time if somebody observes what the evaluation costs.
func (e *Evaluator) clock() time.Time {
	if e.options.Observe == nil {
		return time.Time{}
	}
	return time.Now()
}

// since returns the time that has passed, 0 if it is not measured.
func (e *Evaluator) since(start time.Time) time.Duration {
	if start.IsZero() {
		return 0
	}
	return time.Since(start)
}

// parts makes sure that all that a body mentions has a value, in the order of the
// text. Only then is the body computed, so that no fixpoint is evaluated in the
// middle of it. The result is that of strict evaluation from left to right: after
// need(p) all that p depends on has a value too, so that no later one can make an
// earlier one unknown.
func (e *Evaluator) parts(p *predicate) {
	for _, m := range p.body.mentions {
		if st := &e.states[m.pred.id]; !st.active && (!st.known || st.stale != nil) {
			e.need(m.pred)
		}
	}
}

// body computes the body of p from the values that there are.
func (e *Evaluator) body(p *predicate) bdd.Node {
	return e.proper(p, e.eval(p.body))
}

// proper returns what of the value of a body are rows of values: all, mostly.
func (e *Evaluator) proper(p *predicate, value bdd.Node) bdd.Node {
	st := &e.states[p.id]
	if st.within {
		return value
	}
	return e.m.And(value, st.full)
}

// set gives a predicate a value.
func (e *Evaluator) set(p *predicate, value bdd.Node) {
	if st := &e.states[p.id]; st.value != value || st.version == 0 {
		e.versions++
		st.value, st.version = value, e.versions
	}
}

// given takes over a value from outside.
func (e *Evaluator) given(p *predicate) {
	st := &e.states[p.id]
	if st.define == nil {
		e.err = fmt.Errorf("%w: %s", ErrUndefined, p.name)
		return
	}
	value := e.m.And(st.define(&Formals{e, p}), st.full)
	if st.version > 0 && value != st.value { // formulas do not look whether it is another
		e.sys.formulas(func(n *node) {
			if slices.ContainsFunc(n.mentions, func(m mention) bool { return m.pred == p }) {
				e.memos[n.id].known = false
			}
		})
	}
	e.set(p, value)
	st.known = true
}

// through returns all predicates that depend on p, by way of what is not being
// evaluated: those whose values change with that of p.
func (e *Evaluator) through(p *predicate) []*predicate {
	f := e.facts(p)
	if f.through != nil {
		return f.through
	}
	f.through = []*predicate{}
	seen := map[*predicate]bool{p: true}
	todo := []*predicate{p}
	for len(todo) > 0 {
		q := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, c := range q.callers {
			if !seen[c] && !e.states[c.id].active {
				seen[c] = true
				f.through = append(f.through, c)
				todo = append(todo, c)
			}
		}
	}
	return f.through
}

// forget makes unknown all that depends on p.
func (e *Evaluator) forget(p *predicate) {
	for _, q := range e.through(p) {
		e.states[q.id].known, e.states[q.id].stale = false, nil
	}
}

// settle evaluates anew what was not told of the last change of p. An iteration
// that ends because its value cannot grow any more leaves such values behind: they
// are about the value before. So does one with a frontier: they are about that. They
// are computed when somebody asks for them, below p as they were before.
func (e *Evaluator) settle(p *predicate) {
	var behind []*predicate
	for i := range e.states {
		if st := &e.states[i]; st.stale == p {
			st.known, st.stale = false, nil
			behind = append(behind, e.sys.predicates[i])
		}
	}
	st := &e.states[p.id]
	if !st.known || st.active {
		return
	}
	still := e.hold(p, nil)
	e.parts(p)
	for _, q := range behind {
		e.need(q) // a fixpoint between p and q may have left q behind in turn
	}
	still.release(e)
}

// recursive reports whether p depends on itself by way of what is not being
// evaluated.
func (e *Evaluator) recursive(p *predicate) bool {
	f := e.facts(p)
	if !f.told {
		f.told, f.recursive = true, p.uses(p) || slices.ContainsFunc(e.through(p), p.uses)
	}
	return f.recursive
}

// iterate evaluates a fixpoint by its definition.
func (e *Evaluator) iterate(p *predicate) {
	st := &e.states[p.id]
	still := e.hold(p, nil)
	first, end := bdd.False, st.full
	if p.sign == syntax.Nu {
		first, end = st.full, bdd.False
	}
	e.set(p, first)
	total, mark := first, len(e.trail)
	e.trail = append(e.trail, first, first) // the value, and one to compare with
	power, since := 1, 0
	frontier := e.frontier && p.sign == syntax.Mu
	behind := frontier
	for round := 1; e.failed() == nil; round++ {
		if e.tooMany(p, round) {
			break
		}
		start := e.clock()
		e.forget(p)
		e.parts(p)
		still.move(e, true)
		value := e.body(p)
		still.move(e, false)
		if e.failed() != nil {
			break
		}
		last := total
		if frontier {
			value = e.m.Or(last, value)
		}
		total = value
		e.trail[mark] = total
		if frontier && value != last {
			e.set(p, e.m.Diff(value, last))
		} else {
			e.set(p, value)
		}
		e.round(p, round, total, bdd.False, false, e.since(start))
		if value == last || value == end {
			behind = behind || value != last
			break
		}
		// The value of a round follows from the one before: one that comes back once
		// does so for ever (Brent, 1980).
		if since++; value == e.trail[mark+1] {
			e.err = &DivergenceError{Predicate: p.name, Rounds: round, Cycle: since}
			break
		}
		if since == power {
			e.trail[mark+1] = value
			power, since = 2*power, 0
		}
		e.roundPoint()
	}
	if e.failed() == nil {
		if behind {
			for _, q := range e.through(p) {
				if e.states[q.id].known {
					e.states[q.id].stale = p
				}
			}
		}
		e.set(p, total)
	}
	e.trail = e.trail[:mark]
	still.release(e)
	st.known = true
}

// tooMany reports whether a fixpoint has used up its rounds.
func (e *Evaluator) tooMany(p *predicate, round int) bool {
	if e.options.MaxRounds > 0 && round > e.options.MaxRounds {
		e.err = fmt.Errorf("%w: %s has not converged in %d", ErrRounds, p.name, e.options.MaxRounds)
		return true
	}
	return false
}

// round notes that a round is over. If it is known, frontier is what is new.
func (e *Evaluator) round(p *predicate, number int, value, frontier bdd.Node, known bool, took time.Duration) {
	r := &e.report[p.id]
	r.Rounds++
	if e.options.Watch != nil && e.failed() == nil {
		news := value
		if known {
			news = frontier
		}
		e.watched = Relation{e, p, value, news}
		e.err = e.options.Watch(p.name, number, &e.watched)
	}
	if e.options.Observe == nil {
		return
	}
	nodes := e.m.Size(value)
	r.Peak = max(r.Peak, nodes)
	e.options.Observe(Round{
		Predicate: p.name, Number: number, Depth: e.depth - 1,
		Nodes: nodes, Frontier: e.m.Size(frontier), Time: took,
	})
}
