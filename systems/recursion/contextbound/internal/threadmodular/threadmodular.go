// This file defines what threads may reach thread-modularly, in any number of copies and any
// number of context switches.

package threadmodular

import (
	"slices"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/systems/recursion/contextbound/internal/summary"
	"github.com/ijit/ijit/systems/recursion/getafix"
	"github.com/ijit/ijit/systems/recursion/internal/supergraph"
)

// A search computes summaries of threads that go on with any reachable globals.
type search struct {
	*summary.Summaries
	entered, fresh []bdd.Node // by module: with what it begins, over entry with all globals
	kept           []bdd.Node // in use for a moment
}

// MayReach reports whether any number of copies of the threads might get to the target in
// some number of rounds. If not, none do.
func MayReach(g *supergraph.Graph, start getafix.Start, limits bdd.Options) (bool, error) {
	s := &search{Summaries: summary.New(summary.NewSpace(g, bdd.New(limits), 0, 0), 1, 1)}
	s.ThreadModular = true
	s.M.Register(func(yield func(bdd.Node) bool) {
		for _, list := range [][]bdd.Node{s.entered, s.fresh, s.kept} {
			for _, f := range list {
				if !yield(f) {
					return
				}
			}
		}
	})
	s.Reachable = s.Transfer(start.Manager, start.Globals, start.Vars, s.Now.Globals)
	for s.M.Err() == nil {
		s.begin()
		s.returnAgain()
		if err := s.Run(); err != nil {
			return false, err
		}
		for s.resume() {
			if err := s.Run(); err != nil {
				return false, err
			}
		}
		if s.ReachesTarget() {
			return true, s.M.Err()
		}
		more := s.interrupted()
		if s.M.Leq(more, s.Reachable) {
			break
		}
		s.Reachable = s.M.Or(s.Reachable, more)
	}
	return false, s.M.Err()
}

// begin lets all threads begin with any reachable globals.
func (s *search) begin() {
	for _, i := range s.Graph.Entries {
		m := s.Modules[i]
		if len(m.Calls) == 0 {
			// Nothing returns from there: it does not matter with what it began.
			s.Add(m.Local[0], 0, s.M.And(s.AnyReachable(m.Own, s.Now.Globals), s.Initial(m, s.Now.Locals)))
			continue
		}
		s.Enter(m, s.M.And(s.AnyReachable(m.Own, s.Entry.Globals), s.Initial(m, s.Entry.Locals)))
	}
}

// returnAgain lets calls return again that were interrupted: what the callee does not use
// may be different now.
func (s *search) returnAgain() {
	for _, p := range s.Places {
		for _, c := range p.Calls {
			for i, waiting := range c.Waiting {
				s.Join(c, i, 1, waiting, c.Returned[1])
			}
		}
	}
}

// resume lets threads go on wherever they may be interrupted, and reports whether that
// was new.
func (s *search) resume() bool {
	for _, p := range s.Places {
		if !p.Resumes {
			continue
		}
		own := p.Module.Own
		drop := s.M.NewVarSet(slices.Concat(summary.Pick(s.Now.Globals, own), summary.Pick(s.Entry.Globals, own))...)
		with := s.AnyReachable(own, s.Now.Globals)
		for _, set := range p.States {
			if a := s.Graph.Program.File.Atomic; a != nil && slices.Contains(own, a.Index) {
				set = s.M.Diff(set, s.M.Var(s.Now.Globals[a.Index]))
			}
			if set != bdd.False {
				s.Add(p, 1, s.M.And(s.M.Exists(set, drop), with))
			}
		}
	}
	return !s.Idle()
}

// interrupted returns the globals with which threads are interrupted, over now. What a
// procedure does not use is as it was when that began or, after an interruption, any of
// those that are known.
func (s *search) interrupted() bdd.Node {
	s.entered = slices.Repeat([]bdd.Node{bdd.False}, len(s.Modules))
	s.fresh = slices.Clone(s.entered)
	for _, i := range s.Graph.Entries {
		s.fresh[i] = s.M.And(s.AnyReachable(s.Shared, s.Entry.Globals), s.Initial(s.Modules[i], s.Entry.Locals))
	}
	all := bdd.False
	roots := s.M.RegisterVars(&all)
	defer roots.Unregister()
	for m := s.Latest(s.fresh); m != nil && s.M.Err() == nil; m = s.Latest(s.fresh) {
		set := s.M.Diff(s.fresh[m.Index], s.entered[m.Index])
		s.entered[m.Index], s.fresh[m.Index] = s.M.Or(s.entered[m.Index], set), bdd.False
		if set == bdd.False {
			continue
		}
		begin := s.M.NewVarSet(slices.Concat(s.Entry.Locals, summary.Pick(s.Entry.Globals, m.Own))...)
		for d := range s.Most + 1 {
			from := set
			if d > 0 {
				rest := s.AnyReachable(m.Rest, s.Entry.Globals)
				from = s.M.And(s.M.Exists(set, s.M.NewVarSet(summary.Pick(s.Entry.Globals, m.Rest)...)), rest)
			}
			s.kept = []bdd.Node{set, from}
			for _, p := range m.Places {
				for _, c := range p.Calls {
					waiting := s.M.Exists(c.Waiting[d], s.M.NewVarSet(s.Now.Locals...))
					called := s.M.Rename(s.M.AndExists(from, waiting, begin), s.ToEntry(m.Own))
					s.fresh[c.Callee.Index] = s.M.Or(s.fresh[c.Callee.Index], called)
				}
			}
			states := s.M.AndExists(from, s.Interrupted(m, d), begin)
			all = s.M.Or(all, s.M.Rename(states, s.M.NewRenaming(summary.Pick(s.Entry.Globals, m.Rest), summary.Pick(s.Now.Globals, m.Rest))))
		}
		s.M.SafePoint()
	}
	s.entered, s.fresh, s.kept = nil, nil, nil
	if a := s.Graph.Program.File.Atomic; a != nil {
		all = s.M.Diff(all, s.M.Var(s.Now.Globals[a.Index]))
	}
	return all
}
