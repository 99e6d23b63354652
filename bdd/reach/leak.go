// This file defines the states in which a thread is blocked for ever.

package reach

import (
	"slices"

	"github.com/ijit/ijit/bdd"
)

// leaked explores all that can be reached, then looks for leaks there, and if there are any
// for the nearest one.
func (c *check) leaked(s *System) error {
	all := newSearch(s, c.Options, c.Options.Strategy != Frontier)
	all.explore()
	c.search = all
	var leaks []*property
	if c.m.Err() == nil {
		leaks = all.leaks()
	}
	if err := c.limit(); err != nil {
		return err
	}
	if err := c.conclude(all); err != nil || c.Verdict == Unknown || len(leaks) == 0 {
		return err
	}
	all.roots.Unregister()
	c.Verdict = Unsafe
	c.Findings = []Finding{{PC: leaks[0].pc}}
	nearest := newSearch(s, c.Options, false)
	nearest.wanted = leaks
	if nearest.enough = 1; c.All {
		nearest.enough = len(leaks)
	}
	nearest.explore()
	findings, trace, err := nearest.findings()
	if c.m.Err() != nil {
		return c.limit() // what there is stays: a leak, but no execution to it
	}
	if err != nil {
		return err
	}
	c.Findings, c.Trace, c.Shortest, c.Stats = findings, trace, true, nearest.stats()
	c.Depth = c.Stats.Depth
	return nil
}

// leaks returns, for each place, where a thread is there and no execution takes it away:
// the complement, among the states that are reached, of EF of its being elsewhere (Clarke,
// Emerson and Sistla, TOPLAS 1986). The slot of a thread is its identity.
//
// One fixpoint for each slot is enough for all places: a step that takes the thread to
// another place frees it, and by all others it is where it was. If an atomic section is one
// step, a thread inside is still at the place where the section begins, and sections that
// are never left are not begun.
func (r *search) leaks() []*property {
	places := make([]*property, slices.Max(append(r.Places, NoPlace))+1)
	for i := range places {
		places[i] = &property{pc: i, where: make([]bdd.Node, len(r.slots))}
		for slot := range r.slots {
			places[i].where[slot] = bdd.False
		}
	}
	ends := r.m.Or(r.Errors(), r.blocked)
	states, lost := r.reached, bdd.False // those inside of a section that is never left
	left, fresh := bdd.False, bdd.False
	roots := r.m.Register(func(yield func(bdd.Node) bool) {
		for _, p := range places {
			for _, n := range p.where {
				if !yield(n) {
					return
				}
			}
		}
		for _, n := range [...]bdd.Node{states, lost, ends, left, fresh} {
			if !yield(n) {
				return
			}
		}
	})
	defer roots.Unregister()
	if !r.Small && len(r.lock.now) > 0 {
		left = r.m.And(r.reached, r.locked())
		fresh = r.m.And(left, r.m.Or(ends, r.Pre(r.m.Not(r.locked()))))
		r.back(&left, &fresh)
		states, lost = r.m.Diff(states, left), left
	}
	for slot := range r.slots {
		left = bdd.False
		fresh = bdd.False
		for place := range places {
			around := r.around(slot, place)
			at := r.m.And(around, states)
			if at == bdd.False {
				continue
			}
			left = r.m.Or(left, at)
			fresh = r.m.Or(fresh, r.m.And(at, r.m.Or(ends, r.moved(slot, r.m.Not(r.m.Or(around, lost))))))
			r.safe()
		}
		r.back(&left, &fresh)
		if !r.Small {
			left = r.m.Diff(left, r.locked())
		}
		for place, p := range places {
			p.where[slot] = r.m.And(left, r.around(slot, place))
		}
		if r.m.Err() != nil {
			return nil
		}
	}
	return slices.DeleteFunc(places, func(p *property) bool {
		return !slices.ContainsFunc(p.where, func(n bdd.Node) bool { return n != bdd.False })
	})
}

// back takes the states of a set out of left, and all of left from which steps inside of left
// lead to it.
func (r *search) back(left, fresh *bdd.Node) {
	found := bdd.False
	roots := r.m.RegisterVars(&found)
	defer roots.Unregister()
	for *fresh != bdd.False && r.m.Err() == nil {
		*left = r.m.Diff(*left, *fresh)
		found = bdd.False
		for _, relations := range r.threads {
			for _, x := range relations {
				r.images++
				more := r.m.And(x.pre(r.m, r.m.Or(*fresh, found)), *left)
				found = r.m.Or(found, more)
				*left = r.m.Diff(*left, more)
				r.safe()
			}
		}
		*fresh = found
	}
}

// around returns where the thread in a slot is at a place, or in the middle of a step that
// began there.
func (r *search) around(slot, place int) bdd.Node {
	at := bdd.False
	for _, pc := range r.pcs[1:] {
		begin := pc
		for s := r.program.Nodes[pc].Section; s != nil && !r.Small; s = s.Outer {
			begin = s.BeginPC
		}
		if r.Places[begin] == place {
			at = r.m.Or(at, r.at(slot, pc))
		}
	}
	return at
}

// moved returns from where a step that may move the thread in a slot leads to a set.
func (r *search) moved(slot int, set bdd.Node) bdd.Node {
	out := r.PreThread(slot, set)
	for other, relations := range r.threads {
		for _, x := range relations {
			if other != slot && slices.ContainsFunc(r.slots[slot].pc.now, func(v bdd.Var) bool { return slices.Contains(x.now, v) }) {
				out = r.m.Or(out, x.pre(r.m, set))
			}
		}
	}
	return out
}
