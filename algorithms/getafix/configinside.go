// This file defines where a thread can be at the end of a context, in the procedures that
// it has called in it.

package getafix

import (
	"slices"

	"github.com/ijit/ijit/bdd"
)

// end returns the configurations in which a thread can be at the end of its context. If its
// stack is not kept, they say nothing of that. If other stacks are there, they would be
// passed on from call to call; so what can be within calls is found without them.
func (s *configSearch) end(t int, keep, alone bool) (bdd.Node, error) {
	if keep || alone {
		if err := s.enterAll(t, keep); err != nil {
			return bdd.False, err
		}
		return s.stopped(t, s.inside(t, keep), keep)
	}
	if err := s.within(); err != nil {
		return bdd.False, err
	}
	return s.stopped(t, s.beyond(t), false)
}

// stopped returns the configurations in which a thread can be at the end of its context,
// given those in which it is in a procedure that it has called in it.
func (s *configSearch) stopped(t int, all []bdd.Node, keep bool) (bdd.Node, error) {
	for _, p := range s.places {
		if set := s.at[p.rank]; p.stops && set != bdd.False {
			all = append(all, s.stop(t, p, set, keep))
		}
	}
	set := s.m.Disj(all...)
	if a := s.b.threads.atomic; a != nil {
		set = s.m.Diff(set, s.m.Var(s.now.Globals[a.Index]))
	}
	return set, s.m.Err()
}

// stop returns the configurations in which a thread that is at a place is interrupted
// there.
func (s *configSearch) stop(t int, p *roundPlace, set bdd.Node, keep bool) bdd.Node {
	st := &s.stacks[t]
	if keep && p.resumes {
		row := s.saved[st.locals[st.depth[p.module.index]]]
		return s.m.And(s.m.Rename(set, s.m.NewRenaming(s.now.Locals, row)), s.is(st.place, firstPlace+p.rank))
	}
	set = s.m.Exists(s.forget(t, set), s.m.NewVarSet(s.now.Locals...))
	if keep { // it need not go on at all
		set = s.m.And(set, s.is(st.place, nowhere))
	}
	return set
}

// enterAll finds with which configurations procedures begin that are called in the context,
// by those that are called in it.
func (s *configSearch) enterAll(t int, keep bool) error {
	for s.m.Err() == nil {
		// Callers come behind what they call in the order of places.
		var m *roundModule
		for i, f := range s.fresh {
			if n := s.modules[i]; f != bdd.False && (m == nil || n.local[0].rank > m.local[0].rank) {
				m = n
			}
		}
		if m == nil {
			break
		}
		set, grown := s.grow(&s.entered[m.index], s.fresh[m.index])
		s.fresh[m.index] = bdd.False
		if !grown {
			continue
		}
		s.kept = []bdd.Node{set}
		for _, p := range m.places {
			for _, x := range p.sites {
				if waiting := x.waiting[0]; waiting != bdd.False && (!keep || s.stops[x.callee.index]) {
					s.push(t, x, s.m.AndExists(set, waiting, s.begun(m)), m.own, keep)
				}
			}
		}
		s.kept = nil
		s.m.SafePoint()
	}
	return s.m.Err()
}

// begun returns the variables of entry that the summary of a module has.
func (s *configSearch) begun(m *roundModule) bdd.VarSet {
	return s.m.NewVarSet(slices.Concat(s.entry.Locals, pick(s.entry.Globals, m.own))...)
}

// ahead renames those globals in entry that a module does not use: they are still the same.
func (s *configSearch) ahead(m *roundModule, set bdd.Node) bdd.Node {
	return s.m.Rename(set, s.m.NewRenaming(pick(s.entry.Globals, m.rest), pick(s.now.Globals, m.rest)))
}

// inside returns the configurations in which a thread can be interrupted in a procedure
// that it has called in the context.
func (s *configSearch) inside(t int, keep bool) []bdd.Node {
	st := &s.stacks[t]
	var all []bdd.Node
	for _, m := range s.modules {
		set := s.entered[m.index]
		if set == bdd.False {
			continue
		}
		var on, gone []bdd.Node
		for _, p := range m.places {
			switch states := p.states[0]; {
			case !p.stops || states == bdd.False:
			case keep && p.resumes:
				on = append(on, s.m.And(states, s.is(st.place, firstPlace+p.rank)))
			default:
				gone = append(gone, s.m.Exists(states, s.m.NewVarSet(s.now.Locals...)))
			}
		}
		if len(on) > 0 {
			row := s.m.NewRenaming(s.now.Locals, s.saved[st.locals[st.depth[m.index]]])
			all = append(all, s.m.Rename(s.ahead(m, s.m.AndExists(set, s.m.Disj(on...), s.begun(m))), row))
		}
		if len(gone) > 0 {
			rest := s.ahead(m, s.m.AndExists(s.forget(t, set), s.m.Disj(gone...), s.begun(m)))
			if keep {
				rest = s.m.And(rest, s.is(st.place, nowhere))
			}
			all = append(all, rest)
		}
	}
	return all
}

// within finds what the summaries of all procedures say of where a thread can be interrupted
// in all that these call: over entry, and the globals now. It is a relation where inside is
// about configurations, which may be many.
func (s *configSearch) within() error {
	for i := range s.inner {
		s.inner[i] = bdd.False
	}
	locals := s.m.NewVarSet(s.now.Locals...)
	for changed := true; changed && s.m.Err() == nil; {
		changed = false
		for _, p := range s.places { // those of what is called come first
			m := p.module
			if p != m.local[0] || !s.stops[m.index] {
				continue
			}
			var all []bdd.Node
			for _, p := range m.places {
				if p.stops {
					all = append(all, s.m.Exists(p.states[0], locals))
				}
				for _, x := range p.sites {
					if x.waiting[0] != bdd.False && s.inner[x.callee.index] != bdd.False {
						all = append(all, s.into(x))
					}
				}
			}
			if set := s.m.Disj(all...); set != s.inner[m.index] {
				s.inner[m.index], changed = set, true
			}
			s.m.SafePoint()
		}
	}
	return s.m.Err()
}

// into returns what within finds by a call.
func (s *configSearch) into(x *roundSite) bdd.Node {
	own := x.callee.own
	as := s.m.NewRenaming(
		slices.Concat(s.entry.Locals, pick(s.entry.Globals, own), pick(s.now.Globals, own)),
		slices.Concat(s.other.Locals, pick(s.now.Globals, own), pick(s.next.Globals, own)))
	gone := s.m.NewVarSet(slices.Concat(s.now.Locals, s.other.Locals, pick(s.now.Globals, own))...)
	return s.m.Image(x.waiting[0], s.m.Rename(s.inner[x.callee.index], as), gone, x.back)
}

// beyond returns the configurations, with no stack of the thread, in which it is interrupted
// in a procedure that it has called in the context.
func (s *configSearch) beyond(t int) []bdd.Node {
	var all []bdd.Node
	for i, m := range s.modules {
		set := s.forget(t, s.fresh[i])
		all = append(all, s.ahead(m, s.m.AndExists(set, s.inner[i], s.begun(m))))
	}
	return all
}
