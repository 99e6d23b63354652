// This file defines in which configurations contexts begin and end, of which threads the
// stacks matter.

package getafix

import "github.com/ijit/ijit/bdd"

// A threadSet has a bit for each thread.
type threadSet [4]uint64

// mostThreads is how many threads a threadSet can have.
const mostThreads = 64 * len(threadSet{})

func alone(t int) threadSet { return threadSet{}.with(t) }

func (x threadSet) has(t int) bool { return x[t/64]>>(t%64)&1 != 0 }

func (x threadSet) with(t int) threadSet {
	x[t/64] |= 1 << (t % 64)
	return x
}

// A leaving names the configurations in which a thread leaves a context, with the stacks of
// some threads: those that go on later.
type leaving struct {
	context, thread int
	stacks          threadSet
}

// from returns in which configurations thread t goes on in a context, with some stacks: in
// those that are new of what another one has left in the context before.
func (s *configSearch) from(context, t int, stacks threadSet) (bdd.Node, error) {
	if context == 0 {
		return s.only(s.begin, stacks), s.m.Err()
	}
	set := bdd.False
	roots := s.m.RegisterVars(&set)
	defer roots.Unregister()
	for u := range s.stacks {
		if u == t {
			continue
		}
		left, err := s.leave(leaving{context - 1, u, stacks})
		if err != nil {
			return bdd.False, err
		}
		set = s.m.Or(set, left)
	}
	return set, s.m.Err()
}

// leave returns the configurations that are new where a thread leaves a context: what was
// there with fewer contexts has led nowhere, or one would not go on. It does not matter
// whether the same thread left it.
func (s *configSearch) leave(x leaving) (bdd.Node, error) {
	if set, ok := s.left[x]; ok {
		return set, nil
	}
	if set, ok := s.left[leaving{x.context, x.thread, s.everyone()}]; ok {
		return s.only(set, x.stacks), s.m.Err()
	}
	from, err := s.from(x.context, x.thread, x.stacks.with(x.thread))
	if err != nil {
		return bdd.False, err
	}
	alone := s.onlyOne(x, from)
	if err := s.move(x.thread, from, x.stacks.has(x.thread)); err != nil {
		return bdd.False, err
	}
	end, err := s.end(x.thread, x.stacks.has(x.thread), alone)
	if err != nil {
		return bdd.False, err
	}
	set := s.m.Diff(end, s.known(x))
	s.left[x] = set
	return set, s.m.Err()
}

// onlyOne reports whether no thread whose stack is in a set of configurations has begun, but
// for the one that goes on.
func (s *configSearch) onlyOne(x leaving, from bdd.Node) bool {
	for u, st := range s.stacks {
		if u != x.thread && x.stacks.has(u) && !s.m.Leq(from, s.is(st.place, beginning)) {
			return false
		}
	}
	return true
}

// known returns the configurations, with the same stacks, that were left in a context before.
func (s *configSearch) known(x leaving) bdd.Node {
	all := s.only(s.begin, x.stacks)
	for i := range x.context {
		for t := range s.stacks {
			if set, ok := s.left[leaving{i, t, x.stacks}]; ok {
				all = s.m.Or(all, set)
			}
		}
	}
	return all
}

// everyone has all threads.
func (s *configSearch) everyone() threadSet {
	var all threadSet
	for t := range s.stacks {
		all = all.with(t)
	}
	return all
}

// leaveAll finds all configurations in which a context can end, and reports whether any is
// new.
func (s *configSearch) leaveAll(context int) (some bool, err error) {
	for t := range s.stacks {
		set, err := s.leave(leaving{context, t, s.everyone()})
		if err != nil {
			return false, err
		}
		some = some || set != bdd.False
	}
	return some, nil
}
