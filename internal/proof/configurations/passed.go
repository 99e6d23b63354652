// This file defines how shared states are passed that a set does not list.

package configurations

import (
	"slices"

	"github.com/ijit/ijit/internal/proof"
)

// A passage is a way to a shared state that is not listed: from a listed one, in which
// there are the movers, of which the step has made what is there now.
type passage struct {
	from         int
	movers, made bag
}

// maxMovers bounds the threads that take part between two listed shared states.
const maxMovers = 1 << 10

// pass checks a step to a shared state that is not listed. What the set has there is
// exactly what the step leads to. So each next step is taken at once, as if the two were
// one: by a thread that was made, or by another one, which is then a mover, too; the others
// are bystanders of both. There may be one way to such a shared state and no more, so that
// there are not more ways than shared states; and no other threads take part.
func (e *excluding) pass(s int, movers bag, r *rule) error {
	way := passage{s, movers, r.makes}
	before, again := e.passed[r.to]
	switch {
	case again && before.from == s && slices.Equal(before.movers, movers) && slices.Equal(before.made, r.makes):
		return nil
	case again || r.others != none || len(movers) > maxMovers:
		return e.leads(s, movers, r, r.makes)
	}
	e.passed[r.to] = way
	if t, ok := e.sys.target(); ok && t.shared == r.to {
		if size(t.threads) > proof.MaxApart {
			return proof.Reject("the shared state of the target is not in the set")
		}
		if from := union(movers, minus(bagOfCounts(t.threads), r.makes)); e.has(s, from) {
			return proof.Reject("%s is in the set, and the steps at %s lead from there to the target", e.show(s, from), r.at)
		}
	}
	there := slices.Compact(union(e.sets[s].locals, r.makes))
	if b, in := meeting(there, e.sys.roles(), func(b bag) bool { return e.has(s, union(movers, minus(b, r.makes))) }); in {
		return proof.Reject("%s is in the set, and the steps at %s lead from there to threads at the labels", e.show(s, union(movers, minus(b, r.makes))), r.at)
	}
	for _, l := range r.makes {
		if wrong := e.sys.wrong(l); wrong != "" {
			return proof.Reject("%s is in the set, the steps at %s lead on, and %s", e.show(s, movers), r.at, wrong)
		}
	}
	if err := e.goOn(&way, r, nil, e.sys.environment(r.to)); err != nil {
		return err
	}
	leaving, known := e.sys.leaving(r.to)
	if !known {
		leaving = slices.Compact(union(e.sets[s].locals, r.makes))
	}
	for _, l := range leaving {
		if err := e.ctx.Err(); err != nil {
			return err
		}
		next := way
		if slices.Contains(r.makes, l) {
			next.made = minus(r.makes, bag{l})
		} else {
			next.movers = union(movers, bag{l})
		}
		if !e.has(s, next.movers) {
			continue
		}
		rules, err := e.sys.rules(r.to, l)
		if err != nil {
			return err
		}
		if err := e.goOn(&next, r, bag{l}, rules); err != nil {
			return err
		}
	}
	return nil
}

// goOn checks the rules of a thread in the shared state to which r leads, or of the
// environment there.
func (e *excluding) goOn(way *passage, r *rule, mover bag, rules []rule) error {
	for i := range rules {
		next := &rules[i]
		if next.fails != "" {
			return proof.Reject("%s is in the set, the steps at %s lead on, and %s", e.show(way.from, way.movers), r.at, next.fails)
		}
		idle, err := e.idle(way, r.to, mover, next)
		switch {
		case err != nil:
			return err
		case idle:
			continue
		case next.others != none:
			return proof.Reject("shared state %s is not in the set, and the step at %s moves other threads there", e.sys.sharedText(r.to), next.at)
		}
		both := &rule{to: next.to, makes: union(way.made, next.makes), at: next.at}
		if err := e.step(way.from, way.movers, both); err != nil {
			return err
		}
	}
	return nil
}

// idle reports whether a step of the mover in a shared state changes nothing, wherever other threads are.
func (e *excluding) idle(way *passage, s int, mover bag, r *rule) (bool, error) {
	if r.to != s || !slices.Equal(r.makes, mover) {
		return false, nil
	}
	if r.others == none {
		return true, nil
	}
	for _, l := range union(e.sets[way.from].locals, way.made) {
		to, err := r.moves(l)
		if err != nil || slices.ContainsFunc(to, func(k int) bool { return k != l }) {
			return false, err
		}
	}
	return true, nil
}
