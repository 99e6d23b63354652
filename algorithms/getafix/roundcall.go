// This file defines calls in summaries over several rounds: what a procedure begins
// with, and how its summary becomes a step of its caller.

package getafix

import (
	"slices"

	"github.com/ijit/ijit/bdd"
)

// call follows states at a call: the callee begins, and what is known of it is a step.
func (r *roundSummaries) call(s *roundSite, d int, set bdd.Node) {
	waiting, grown := r.grow(&s.waiting[d], r.m.AndExists(set, s.link, s.gone))
	if !grown {
		return
	}
	r.enter(s.callee, r.beginning(s, waiting))
	for j, returned := range s.returned {
		r.join(s, d, j, waiting, returned)
	}
}

// beginning returns what the callee begins with, over entry.
func (r *roundSummaries) beginning(s *roundSite, waiting bdd.Node) bdd.Node {
	kept := r.m.NewVarSet(slices.Concat(r.other.Locals, pick(r.now.Globals, s.callee.begins))...)
	return r.m.Rename(r.m.Exists(waiting, r.m.Minus(r.m.Support(waiting), kept)), r.asEntry(s.callee))
}

// asEntry renames what a call passes to what the callee begins with.
func (r *roundSummaries) asEntry(m *roundModule) bdd.Renaming {
	return r.m.NewRenaming(
		slices.Concat(r.other.Locals, pick(r.now.Globals, m.own)),
		slices.Concat(r.entry.Locals, pick(r.entry.Globals, m.own)))
}

// leave follows states in which a procedure returns, to all that have called it.
func (r *roundSummaries) leave(p *roundPlace, d int, set bdd.Node) {
	m := p.module
	set = r.m.AndExists(set, p.values, m.over)
	set, grown := r.grow(&m.returns[d], set)
	if !grown {
		return
	}
	// The globals that it began with are those of the caller now.
	as := r.m.NewRenaming(
		slices.Concat(r.entry.Locals, pick(r.entry.Globals, m.own), pick(r.now.Globals, m.own)),
		slices.Concat(r.other.Locals, pick(r.now.Globals, m.own), pick(r.next.Globals, m.own)))
	for _, s := range m.sites {
		returned := r.m.Rename(r.m.Exists(set, r.m.NewVarSet(append(pick(r.now.Globals, s.written), s.idle...)...)), as)
		returned = r.m.AndExists(returned, s.results, r.m.NewVarSet(r.returned...))
		if returned, grown = r.grow(&s.returned[d], returned); grown {
			for i, waiting := range s.waiting {
				r.join(s, i, d, waiting, returned)
			}
		}
	}
}

// join lets calls that i interruptions came before return after j more.
func (r *roundSummaries) join(s *roundSite, i, j int, waiting, returned bdd.Node) {
	if r.coarse {
		i = min(i, r.most-j) // there is one more, or there are several
	}
	if i+j > r.most || waiting == bdd.False || returned == bdd.False {
		return
	}
	caller, callee := s.caller, s.callee
	changed := pick(r.now.Globals, caller.own)
	switch {
	case j == 0:
		changed = pick(r.now.Globals, slices.Concat(callee.own, s.written))
	case r.coarse:
		changed = append(changed, r.entry.Globals...)
		aside := minus(minus(caller.own, callee.own), s.written)
		returned = r.m.And(returned, r.anyOf(aside, r.next.Globals))
	default:
		// What the caller has of its own and the callee has not is in the ends.
		aside := minus(caller.own, callee.own)
		returned = r.shift(returned, 2*j, 2*i)
		returned = r.m.And(returned, r.equal(r.ends[2*i], r.now.Globals, aside))
		for d := i + 1; d < i+j; d++ {
			returned = r.m.And(returned, r.equal(r.ends[2*d], r.ends[2*d-1], aside))
		}
		returned = r.m.And(returned, r.equal(r.ends[2*(i+j)-1], r.next.Globals, minus(aside, s.written)))
		for d := i + 1; d <= i+j; d++ {
			returned = r.wanted(caller, d, returned)
		}
	}
	gone := r.m.NewVarSet(slices.Concat(r.other.Locals, changed, s.idle)...)
	set := r.m.Image(waiting, returned, gone, s.back)
	r.add(s.to, i+j, r.m.And(set, s.then))
}

// minus returns the numbers of a list that are not in another.
func minus(list, without []int) []int {
	var out []int
	for _, x := range list {
		if !slices.Contains(without, x) {
			out = append(out, x)
		}
	}
	return out
}
