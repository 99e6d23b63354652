// This file defines how an execution is found behind a tuple of a fixpoint: from
// values of ever earlier rounds.

package getafix

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"sort"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/parser"
)

// A tuple of the predicate: a state of a module, and the one in which it began.
type tuple struct {
	module, place int
	now, entry    bdd.Node // one valuation of these frames each
}

// A stop is a tuple on the way, and what happens in the call there if it returns.
type stop struct {
	tuple
	inside *excursion
}

// An excursion is a call that returns.
type excursion struct {
	exit   tuple
	round  int
	leg    []stop   // from its entry to its exit; nil until it is asked for
	states *big.Int // in it, with those of calls inside; likewise
}

// A tracer finds out how tuples came into the predicate. The round of a tuple is the
// first stage that has it, counted from 0: a formula that tells what is dealt with from
// what is known has two stages in a round. A tuple that is no entry is there because
//
//   - a call returns, and the states at the call and at the end of the procedure are
//     of earlier rounds; or
//   - internal steps lead to it, from a state of an earlier round, by states of its own
//     round, if it is of a formula that does more than one step in a round.
//
// An entry is there because the program begins, in round 0, or because a state of an
// earlier round calls. So each way back leads to an earlier round.
type tracer struct {
	*space
	rounds     []bdd.Node
	excursions map[tuple]*excursion
}

var errNoWayBack = errors.New("getafix: a state has no predecessor")

// earliest picks a tuple at a place out of a set, over now and entry, from the first
// round before a limit that has any.
func (t *tracer) earliest(module, place int, set bdd.Node, before int) (x tuple, round int, ok bool) {
	m := t.m
	set = m.And(t.at(module, place), set)
	round = sort.Search(before, func(i int) bool { return !m.Disjoint(t.rounds[i], set) })
	if round == before || m.Err() != nil {
		return tuple{}, 0, false
	}
	found := m.PickNode(m.AndExists(t.rounds[round], set, t.places), m.Union(t.nows, t.entries))
	return tuple{
		module: module, place: place,
		now: t.keep(m.Exists(found, t.entries)), entry: t.keep(m.Exists(found, t.nows)),
	}, round, true
}

// slice returns the states, over now, in which a module is at a place behind a round,
// if it began as entry says.
func (t *tracer) slice(round, module, place int, entry bdd.Node) bdd.Node {
	m := t.m
	return m.AndExists(t.rounds[round], m.And(t.at(module, place), entry), m.Union(t.places, t.entries))
}

// begins reports whether a procedure begins with a tuple.
func (t *tracer) begins(x tuple) bool {
	switch {
	case x.place > 0:
		return false
	case x.module == 0 && t.base.uncalled:
		return t.m.Leq(x.now, t.began)
	}
	return t.m.Rename(x.entry, t.toNow) == x.now
}

// walk returns the way from the entry to a tuple.
func (t *tracer) walk(x tuple, round int) (leg []stop, first int, err error) {
	back := []stop{{tuple: x}}
	for !t.begins(x) {
		steps, before, err := t.before(x, round)
		if err != nil {
			return nil, 0, err
		}
		back = append(back, steps...)
		x, round = back[len(back)-1].tuple, before
		t.m.SafePoint()
	}
	slices.Reverse(back)
	return back, round, t.m.Err()
}

// before returns a way to a tuple, the last stop first, from one of an earlier round,
// and that round.
func (t *tracer) before(x tuple, round int) ([]stop, int, error) {
	w := newWay(t, x, round)
	if w.back() {
		return w.stops()
	}
	if s, before, ok := t.over(x, round); ok {
		return []stop{s}, before, nil
	}
	for !w.exhausted() {
		if w.back() {
			return w.stops()
		}
	}
	if err := t.m.Err(); err != nil {
		return nil, 0, err
	}
	n := t.node(x)
	return nil, 0, fmt.Errorf("%w: %s:%s in round %d", errNoWayBack, t.base.program.File.Name, n.Pos, round)
}

// node returns where a tuple is.
func (t *tracer) node(x tuple) *parser.Node {
	return t.base.program.Nodes[t.base.modules[x.module].Entry+x.place]
}

// over returns a call of an earlier round that returns to a tuple.
func (t *tracer) over(x tuple, round int) (stop, int, bool) {
	for _, e := range t.node(x).In {
		if e.Kind != parser.CallEdge || !t.base.reached[e.From] {
			continue
		}
		if s, before, ok := t.overCall(t.site(e), x, round); ok {
			return s, before, true
		}
	}
	return stop{}, 0, false
}

func (t *tracer) overCall(c *site, x tuple, round int) (stop, int, bool) {
	if round == 0 {
		return stop{}, 0, false
	}
	m, p, callee := t.m, t.base.modules[c.module], t.base.modules[c.callee]
	behind := t.any(x.now, t.node(x))
	result := m.Rename(m.Exists(behind, m.Minus(t.nows, c.call.Now)), c.call.Forth)
	returned := m.AndExists(c.call.Results, result, c.call.Next)
	left := m.Exists(behind, m.Minus(t.nows, c.passed))
	kept := m.Exists(behind, m.Union(c.call.Now, c.passed))

	// With what the callee may have begun, to end so.
	type end struct {
		place  int
		states bdd.Node
	}
	var ends []end
	entries := bdd.False
	for n := range t.base.nodes(callee) {
		if returns(n) {
			e := end{place(callee, n.PC), m.And(m.AndExists(t.exit(n), returned, t.returns), left)}
			ends = append(ends, e)
			set := m.And(t.at(c.callee, e.place), e.states)
			entries = m.Or(entries, m.AndExists(t.rounds[round-1], set, m.Union(t.places, t.nows)))
		}
	}
	at := place(p, c.edge.From)
	calls := m.And(t.slice(round-1, c.module, at, x.entry), kept)
	both := m.PickNode(m.And(calls, m.And(c.link, entries)), m.Union(t.nows, t.entries))
	if both == bdd.False || m.Err() != nil {
		return stop{}, 0, false
	}
	call, before, ok := t.earliest(c.module, at, m.And(m.Exists(both, t.entries), x.entry), round)
	if !ok {
		return stop{}, 0, false
	}
	begun := m.Exists(both, t.nows)
	var exit tuple
	last := round
	for _, e := range ends {
		if y, at, ok := t.earliest(c.callee, e.place, m.And(e.states, begun), last); ok {
			exit, last = y, at
		}
	}
	if last == round {
		return stop{}, 0, false
	}
	return stop{call, t.excursion(exit, last)}, before, true
}

// excursion returns the call that ends with a tuple.
func (t *tracer) excursion(exit tuple, round int) *excursion {
	x := t.excursions[exit]
	if x == nil {
		x = &excursion{exit: exit, round: round}
		t.excursions[exit] = x
	}
	return x
}

// caller returns the earliest call of an earlier round that enters a procedure as a
// tuple says.
func (t *tracer) caller(x tuple, round int) (call tuple, before int, ok bool) {
	for _, c := range t.callers(x.module) {
		begun := t.m.AndExists(c.link, x.entry, t.entries)
		y, at, found := t.earliest(c.module, place(t.base.modules[c.module], c.edge.From), begun, round)
		if found && (!ok || at < before) {
			call, before, ok = y, at, true
		}
	}
	return call, before, ok
}
