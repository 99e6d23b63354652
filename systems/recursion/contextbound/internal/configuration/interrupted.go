// This file defines where a thread can be at the end of a context, in the procedures that
// it has called in it.

package configuration

import (
	"slices"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/systems/recursion/contextbound/internal/summary"
)

// Interrupted returns the configurations in which the thread that has moved can be at the end
// of its context. If its stack is not kept, they say nothing of that. If other stacks are
// there (it is not alone), they would be passed on from call to call; so what can be within
// calls is found without them.
func (s *Search) Interrupted(t int, keep, alone bool) (bdd.Node, error) {
	if keep || alone {
		if err := s.enterCalls(t, keep); err != nil {
			return bdd.False, err
		}
		return s.all(t, s.inCalls(t, keep), keep)
	}
	if err := s.summariseInterrupted(); err != nil {
		return bdd.False, err
	}
	return s.all(t, s.inSummaries(t), false)
}

// all returns the configurations in which a thread can be at the end of its context,
// given those in which it is in a procedure that it has called in it.
func (s *Search) all(t int, sets []bdd.Node, keep bool) (bdd.Node, error) {
	for _, p := range s.Places {
		if set := s.states[p.Rank]; p.Stops && set != bdd.False {
			sets = append(sets, s.interrupt(t, p, set, keep))
		}
	}
	set := s.M.Disj(sets...)
	if a := s.Graph.Program.File.Atomic; a != nil {
		set = s.M.Diff(set, s.M.Var(s.Now.Globals[a.Index]))
	}
	return set, s.M.Err()
}

// interrupt returns the configurations in which a thread that is at a place is interrupted
// there.
func (s *Search) interrupt(t int, p *summary.Place, set bdd.Node, keep bool) bdd.Node {
	place := s.stacks[t].place
	if keep && p.Resumes {
		row := s.row(t, p.Module)
		return s.M.And(s.M.Rename(set, s.M.NewRenaming(s.Now.Locals, row)), s.is(place, firstPlace+p.Rank))
	}
	set = s.M.Exists(s.forget(t, set), s.M.NewVarSet(s.Now.Locals...))
	if keep { // it need not go on at all
		set = s.M.And(set, s.is(place, ended))
	}
	return set
}

// enterCalls finds with which configurations procedures begin that are called in the context,
// by those that are called in it.
func (s *Search) enterCalls(t int, keep bool) error {
	for m := s.Latest(s.fresh); m != nil && s.M.Err() == nil; m = s.Latest(s.fresh) {
		set, grown := s.Grow(&s.entered[m.Index], s.fresh[m.Index])
		s.fresh[m.Index] = bdd.False
		if !grown {
			continue
		}
		s.kept = []bdd.Node{set}
		for _, p := range m.Places {
			for _, c := range p.Calls {
				if waiting := c.Waiting[0]; waiting != bdd.False && (!keep || s.stops[c.Callee.Index]) {
					s.push(t, c, s.M.AndExists(set, waiting, s.entryOf(m)), m.Own, keep)
				}
			}
		}
		s.kept = nil
		s.M.SafePoint()
	}
	return s.M.Err()
}

// entryOf returns the variables of entry that the summary of a module has.
func (s *Search) entryOf(m *summary.Module) bdd.VarSet {
	return s.M.NewVarSet(slices.Concat(s.Entry.Locals, summary.Pick(s.Entry.Globals, m.Own))...)
}

// restNow renames those globals in entry that a module does not use: they are still the same.
func (s *Search) restNow(m *summary.Module, set bdd.Node) bdd.Node {
	return s.M.Rename(set, s.M.NewRenaming(summary.Pick(s.Entry.Globals, m.Rest), summary.Pick(s.Now.Globals, m.Rest)))
}

// inCalls returns the configurations in which a thread can be interrupted in a procedure
// that it has called in the context.
func (s *Search) inCalls(t int, keep bool) []bdd.Node {
	place := s.stacks[t].place
	var sets []bdd.Node
	for _, m := range s.Modules {
		set := s.entered[m.Index]
		if set == bdd.False {
			continue
		}
		var resumes, stuck []bdd.Node
		for _, p := range m.Places {
			switch states := p.States[0]; {
			case !p.Stops || states == bdd.False:
			case keep && p.Resumes:
				resumes = append(resumes, s.M.And(states, s.is(place, firstPlace+p.Rank)))
			default:
				stuck = append(stuck, s.M.Exists(states, s.M.NewVarSet(s.Now.Locals...)))
			}
		}
		if len(resumes) > 0 {
			row := s.M.NewRenaming(s.Now.Locals, s.row(t, m))
			sets = append(sets, s.M.Rename(s.restNow(m, s.M.AndExists(set, s.M.Disj(resumes...), s.entryOf(m))), row))
		}
		if len(stuck) > 0 {
			rest := s.restNow(m, s.M.AndExists(s.forget(t, set), s.M.Disj(stuck...), s.entryOf(m)))
			if keep {
				rest = s.M.And(rest, s.is(place, ended))
			}
			sets = append(sets, rest)
		}
	}
	return sets
}

// summariseInterrupted finds what the summaries of all procedures say of where a thread can be
// interrupted in all that these call: over entry, and the globals now. It is a relation where
// inCalls is about configurations, which may be many.
func (s *Search) summariseInterrupted() error {
	for i := range s.inner {
		s.inner[i] = bdd.False
	}
	for changed := true; changed && s.M.Err() == nil; {
		changed = false
		for _, p := range s.Places { // those of what is called come first
			m := p.Module
			if p != m.Local[0] || !s.stops[m.Index] {
				continue
			}
			sets := []bdd.Node{s.Summaries.Interrupted(m, 0)}
			for _, p := range m.Places {
				for _, c := range p.Calls {
					if c.Waiting[0] != bdd.False && s.inner[c.Callee.Index] != bdd.False {
						sets = append(sets, s.Inside(c, s.inner[c.Callee.Index]))
					}
				}
			}
			if set := s.M.Disj(sets...); set != s.inner[m.Index] {
				s.inner[m.Index], changed = set, true
			}
			s.M.SafePoint()
		}
	}
	return s.M.Err()
}

// inSummaries returns the configurations, with no stack of the thread, in which it is
// interrupted in a procedure that it has called in the context.
func (s *Search) inSummaries(t int) []bdd.Node {
	var sets []bdd.Node
	for i, m := range s.Modules {
		set := s.forget(t, s.fresh[i])
		sets = append(sets, s.restNow(m, s.M.AndExists(set, s.inner[i], s.entryOf(m))))
	}
	return sets
}
