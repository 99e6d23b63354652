// This file defines what threads reach coarsely in any number of copies and any number of
// rounds, along the explicit control flow.

package getafix

import (
	"slices"

	"github.com/ijit/ijit/bdd"
)

// ever reports whether any number of copies might get to the target in some number of
// rounds. If not, none do. If so, it may be because what a thread goes on with is not
// compared with what it has left behind, and procedures that were interrupted return to
// all that may have called them, whatever the globals were then.
//
// After C. Flanagan, S. Qadeer, "Thread-modular model checking", SPIN 2003.
func (c *checker) ever(limits bdd.Options) (bool, error) {
	s := newRunSearch(c, 2, limits)
	s.coarse = true
	s.reach = s.m.Rename(s.begin[0], s.m.NewRenaming(pick(s.ends[0], s.used), pick(s.now.Globals, s.used)))
	for s.m.Err() == nil {
		for _, i := range s.b.threads.entries {
			m := s.modules[i]
			if len(m.sites) == 0 {
				// Nothing returns from there: it does not matter with what it began.
				s.add(m.local[0], 0, s.m.And(s.anyOf(m.own, s.now.Globals), s.initial(m, s.now.Locals)))
				continue
			}
			set := s.m.Rename(s.anyOf(m.own, s.now.Globals), s.m.NewRenaming(pick(s.now.Globals, m.own), pick(s.entry.Globals, m.own)))
			s.enter(m, s.m.And(set, s.initial(m, s.entry.Locals)))
		}
		s.returnAll()
		if err := s.run(); err != nil {
			return false, err
		}
		for s.goOn() {
			if err := s.run(); err != nil {
				return false, err
			}
		}
		if s.near() {
			return true, s.m.Err()
		}
		left := s.left()
		if s.m.Leq(left, s.reach) {
			break
		}
		s.reach = s.m.Or(s.reach, left)
	}
	return false, s.m.Err()
}

// anyOf returns what is known of some globals that threads leave behind, in a frame.
func (r *roundSummaries) anyOf(globals []int, frame []bdd.Var) bdd.Node {
	set := r.m.Exists(r.reach, r.m.NewVarSet(pick(r.now.Globals, minus(r.used, globals))...))
	return r.m.Rename(set, r.m.NewRenaming(pick(r.now.Globals, globals), pick(frame, globals)))
}

// returnAll lets calls return again that were interrupted: what the callee does not use
// may be different now.
func (s *runSearch) returnAll() {
	for _, p := range s.places {
		for _, site := range p.sites {
			for i, waiting := range site.waiting {
				s.join(site, i, 1, waiting, site.returned[1])
			}
		}
	}
}

// goOn lets threads go on wherever they may be interrupted, and reports whether that
// was new.
func (s *runSearch) goOn() bool {
	for _, p := range s.places {
		if !p.resumes {
			continue
		}
		gone := s.m.NewVarSet(slices.Concat(pick(s.now.Globals, p.module.own), pick(s.entry.Globals, p.module.own))...)
		with := s.anyOf(p.module.own, s.now.Globals)
		for _, set := range p.states {
			if a := s.b.threads.atomic; a != nil && slices.Contains(p.module.own, a.Index) {
				set = s.m.Diff(set, s.m.Var(s.now.Globals[a.Index]))
			}
			if set != bdd.False {
				s.add(p, 1, s.m.And(s.m.Exists(set, gone), with))
			}
		}
	}
	return len(s.queue) > 0
}

// left returns the globals that threads leave behind, over now. What a procedure does
// not use is as it was when that began or, after an interruption, any of these.
func (s *runSearch) left() bdd.Node {
	entered := slices.Repeat([]bdd.Node{bdd.False}, len(s.modules))
	fresh := slices.Clone(entered)
	for _, i := range s.b.threads.entries {
		m := s.modules[i]
		fresh[i] = s.m.And(s.anyOf(s.used, s.entry.Globals), s.initial(m, s.entry.Locals))
	}
	all := bdd.False
	s.entered = [][][]bdd.Node{{entered, fresh}}
	roots := s.m.RegisterVars(&all)
	defer roots.Unregister()
	for s.m.Err() == nil {
		k := slices.IndexFunc(fresh, func(f bdd.Node) bool { return f != bdd.False })
		if k < 0 {
			break
		}
		m := s.modules[k]
		set := s.m.Diff(fresh[k], entered[k])
		entered[k] = s.m.Or(entered[k], fresh[k])
		fresh[k] = bdd.False
		if set == bdd.False {
			continue
		}
		for d := range s.most + 1 {
			from := set
			if d > 0 {
				from = s.m.And(s.m.Exists(set, s.m.NewVarSet(pick(s.entry.Globals, m.rest)...)), s.anyOf(m.rest, s.entry.Globals))
			}
			s.kept = []bdd.Node{set, from}
			own := s.m.NewVarSet(slices.Concat(s.entry.Locals, pick(s.entry.Globals, m.own))...)
			for _, p := range m.places {
				for _, site := range p.sites {
					waiting := s.m.Exists(site.waiting[d], s.m.NewVarSet(s.now.Locals...))
					as := s.m.NewRenaming(slices.Concat(s.other.Locals, pick(s.now.Globals, m.own)),
						slices.Concat(s.entry.Locals, pick(s.entry.Globals, m.own)))
					i := site.callee.index
					fresh[i] = s.m.Or(fresh[i], s.m.Rename(s.m.AndExists(from, waiting, own), as))
				}
			}
			states := s.m.AndExists(from, s.final(m, d, false), own)
			all = s.m.Or(all, s.m.Rename(states, s.m.NewRenaming(pick(s.entry.Globals, m.rest), pick(s.now.Globals, m.rest))))
		}
		s.m.SafePoint()
	}
	s.entered, s.kept = nil, nil
	if a := s.b.threads.atomic; a != nil {
		all = s.m.Diff(all, s.m.Var(s.now.Globals[a.Index]))
	}
	return all
}
