// This file defines what threads reach in any number of copies in one round, along the
// explicit control flow.

package getafix

import (
	"slices"
	"time"

	"github.com/ijit/ijit/algorithms/getafix/schedule"
	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/parser"
)

// once finds out whether any number of copies of the threads get to the target in one
// round: each begins with globals that another one has left behind, or with the first
// ones, and has one turn. No stacks are kept, so recursion does not matter.
func (c *checker) once(keep bool, behind *leftover) (RoundStats, *schedule.Schedule, error) {
	since := time.Now()
	s := newConfigSearch(c.base, c.calculus.Limits, false, 1)
	known := s.only(s.begin, threadSet{})
	fresh := []bdd.Node{known} // the globals that are left behind by so many turns, and not by fewer
	roots := s.m.RegisterVars(&known)
	defer roots.Unregister()
	s.m.Register(func(yield func(bdd.Node) bool) {
		for _, f := range fresh {
			if !yield(f) {
				return
			}
		}
	})
	stats := func(reached bool) RoundStats {
		return RoundStats{Round: 1, Reached: reached, Rounds: s.visited(), Nodes: s.m.Size(known), Peak: s.m.NodeCount(), Time: time.Since(since)}
	}
	for last := fresh[0]; last != bdd.False; last = fresh[len(fresh)-1] {
		left := bdd.False
		roots := s.m.RegisterVars(&left)
		for t := range s.stacks {
			if err := s.move(t, s.starting(t, last), false); err != nil {
				return RoundStats{}, nil, err
			}
			if s.reached() {
				if !keep {
					return stats(true), nil, nil
				}
				found, err := s.turns(t, fresh)
				return stats(true), found, err
			}
			end, err := s.end(t, false, true)
			if err != nil {
				return RoundStats{}, nil, err
			}
			left = s.m.Or(left, end)
		}
		roots.Unregister()
		fresh = append(fresh, s.m.Diff(left, known))
		known = s.m.Or(known, left)
	}
	behind.add(s, known, s.now.Globals)
	return stats(false), nil, s.m.Err()
}

// starting returns the configurations in which a thread begins with some globals.
func (s *configSearch) starting(t int, globals bdd.Node) bdd.Node {
	return s.m.And(globals, s.is(s.stacks[t].place, beginning))
}

// turns finds a schedule to the target, which thread t reached last, in which each context
// is that of another copy. It goes back from there: of the globals that so many turns leave
// behind it picks some from which the next one can begin.
func (s *configSearch) turns(t int, fresh []bdd.Node) (*schedule.Schedule, error) {
	threads, all := []int{t}, make([]int, len(s.stacks))
	for u := range all {
		all[u] = u
	}
	goal := bdd.False
	roots := s.m.RegisterVars(&goal)
	defer roots.Unregister()
	var procs []*parser.Proc
	var contexts []schedule.Context
	for i, globals := range slices.Backward(fresh) {
		one := bdd.False
		for _, u := range threads {
			var err error
			if one, err = s.pick(u, s.starting(u, globals), goal, threadSet{}); err != nil {
				return nil, err
			}
			if one != bdd.False {
				procs = append(procs, s.b.program.File.Threads[u])
				break
			}
		}
		if one == bdd.False {
			return nil, errLost
		}
		goal = s.only(one, threadSet{})
		x := schedule.Context{Thread: i, Before: s.valuation(one)}
		if n := len(contexts); n > 0 {
			x.After = contexts[n-1].Before
		}
		contexts = append(contexts, x)
		threads = all
	}
	slices.Reverse(procs)
	slices.Reverse(contexts)
	return &schedule.Schedule{Threads: procs, Contexts: contexts, Told: s.b.told()}, s.m.Err()
}
