// This file defines in which configurations contexts begin and end, of which threads the
// stacks are kept.

package configuration

import "github.com/ijit/ijit/bdd"

// everyone has all threads.
func (s *Search) everyone() threadSet {
	var all threadSet
	for t := range s.stacks {
		all = all.with(t)
	}
	return all
}

// beginning returns in which configurations thread t goes on in a context, with some stacks:
// in those that are new of the ends of the context before, if it was that of another one.
func (s *Search) beginning(context, t int, stacks threadSet) (bdd.Node, error) {
	if context == 0 {
		return s.only(s.start, stacks), s.M.Err()
	}
	set := bdd.False
	roots := s.M.RegisterVars(&set)
	defer roots.Unregister()
	for u := range s.stacks {
		if u == t {
			continue
		}
		more, err := s.ending(end{context - 1, u, stacks})
		if err != nil {
			return bdd.False, err
		}
		set = s.M.Or(set, more)
	}
	return set, s.M.Err()
}

// ending returns the configurations that are new where a thread ends a context: what was
// there with fewer contexts has led nowhere, or one would not go on. It does not matter
// whether the same thread ended that context.
func (s *Search) ending(x end) (bdd.Node, error) {
	if set, ok := s.ends[x]; ok {
		return set, nil
	}
	if set, ok := s.ends[end{x.context, x.thread, s.everyone()}]; ok {
		return s.only(set, x.stacks), s.M.Err()
	}
	from, err := s.beginning(x.context, x.thread, x.stacks.with(x.thread))
	if err != nil {
		return bdd.False, err
	}
	alone := s.onlyOne(x, from)
	if err := s.Move(x.thread, from, x.stacks.has(x.thread)); err != nil {
		return bdd.False, err
	}
	set, err := s.Interrupted(x.thread, x.stacks.has(x.thread), alone)
	if err != nil {
		return bdd.False, err
	}
	set = s.M.Diff(set, s.known(x))
	s.ends[x] = set
	return set, s.M.Err()
}

// onlyOne reports whether no thread whose stack is in a set of configurations has begun, but
// for the one that goes on.
func (s *Search) onlyOne(x end, from bdd.Node) bool {
	for u, st := range s.stacks {
		if u != x.thread && x.stacks.has(u) && !s.M.Leq(from, s.is(st.place, unstarted)) {
			return false
		}
	}
	return true
}

// known returns the configurations, with the same stacks, in which a context before ended.
func (s *Search) known(x end) bdd.Node {
	all := s.only(s.start, x.stacks)
	for i := range x.context {
		for t := range s.stacks {
			if set, ok := s.ends[end{i, t, x.stacks}]; ok {
				all = s.M.Or(all, set)
			}
		}
	}
	return all
}

// EndAll finds all configurations in which a context can end, with all stacks, and reports
// whether any is new.
func (s *Search) EndAll(context int) (some bool, err error) {
	for t := range s.stacks {
		set, err := s.ending(end{context, t, s.everyone()})
		if err != nil {
			return false, err
		}
		some = some || set != bdd.False
	}
	return some, nil
}

// reaches reports whether a thread reaches the target in the last context, from a set of
// configurations on.
func (s *Search) reaches(t int, from bdd.Node) (bool, error) {
	undo := s.lastContext(t)
	defer undo()
	if err := s.Move(t, from, false); err != nil {
		return false, err
	}
	return s.Reached(), s.M.Err()
}

// Target returns a thread that reaches the target in context k, or -1, and how many nodes say
// where threads go on then.
func (s *Search) Target(k int) (thread, nodes int, err error) {
	for t, st := range s.stacks {
		if !st.aims {
			continue
		}
		set, err := s.beginning(k, t, alone(t))
		if err != nil {
			return -1, 0, err
		}
		nodes += s.M.Size(set)
		if hit, err := s.reaches(t, set); err != nil || hit {
			return t, nodes, err
		}
	}
	return -1, nodes, nil
}
