// This file defines what any number of copies of the threads reach in one round.

package copies

import (
	"slices"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/recursion/contextbound/internal/configuration"
	"github.com/ijit/ijit/systems/recursion/contextbound/schedule"
	"github.com/ijit/ijit/systems/recursion/getafix"
	"github.com/ijit/ijit/systems/recursion/internal/supergraph"
)

// Figures measure a search.
type Figures struct {
	Visits, Nodes, Peak int
}

func measure(s *configuration.Search, known bdd.Node) Figures {
	return Figures{s.Visited(), s.M.Size(known), s.M.NodeCount()}
}

// One finds out whether any number of copies of the threads get to the target in one
// round: each begins with globals with which another one was interrupted, or with the first
// ones, and has one turn. No stacks are kept, so recursion does not matter. If they do, it
// returns a schedule in which each context is that of another copy, if that is asked for; if
// they do not, it adds with which globals the round ends.
func One(g *supergraph.Graph, start getafix.Start, limits bdd.Options, wantSchedule bool, ends *Ends) (Figures, bool, *schedule.Schedule, error) {
	s := configuration.New(g, start, limits, false, 1)
	known := s.Transfer(start.Manager, start.Globals, start.Vars, s.Now.Globals)
	fresh := []bdd.Node{known} // the globals behind so many turns, and not behind fewer
	roots := s.M.RegisterVars(&known)
	defer roots.Unregister()
	s.M.Register(func(yield func(bdd.Node) bool) {
		for _, f := range fresh {
			if !yield(f) {
				return
			}
		}
	})
	for last := fresh[0]; last != bdd.False; last = fresh[len(fresh)-1] {
		next := bdd.False
		roots := s.M.RegisterVars(&next)
		for t := range s.Threads() {
			if err := s.Move(t, s.Unstarted(t, last), false); err != nil {
				return Figures{}, false, nil, err
			}
			if s.Reached() {
				figures := measure(s, known)
				if !wantSchedule {
					return figures, true, nil, nil
				}
				found, err := oneTurnEach(s, t, fresh)
				return figures, true, found, err
			}
			end, err := s.Interrupted(t, false, true)
			if err != nil {
				return Figures{}, false, nil, err
			}
			next = s.M.Or(next, end)
		}
		roots.Unregister()
		fresh = append(fresh, s.M.Diff(next, known))
		known = s.M.Or(known, next)
	}
	ends.add(s, known, s.Now.Globals)
	return measure(s, known), false, nil, s.M.Err()
}

// oneTurnEach finds a schedule to the target, which thread t reached last, in which each
// context is that of another copy. It goes back from there: of the globals behind so many
// turns it picks some from which the next one can begin.
func oneTurnEach(s *configuration.Search, t int, fresh []bdd.Node) (*schedule.Schedule, error) {
	threads, all := []int{t}, make([]int, s.Threads())
	for u := range all {
		all[u] = u
	}
	goal := bdd.False
	roots := s.M.RegisterVars(&goal)
	defer roots.Unregister()
	var procs []*parser.Proc
	var contexts []schedule.Context
	for i, globals := range slices.Backward(fresh) {
		one := bdd.False
		for _, u := range threads {
			var err error
			if one, err = s.Pick(u, s.Unstarted(u, globals), goal); err != nil {
				return nil, err
			}
			if one != bdd.False {
				procs = append(procs, s.Graph.Program.File.Threads[u])
				break
			}
		}
		if one == bdd.False {
			return nil, configuration.ErrLost
		}
		goal = s.WithoutStacks(one)
		x := schedule.Context{Thread: i, Before: s.Globals(one)}
		if n := len(contexts); n > 0 {
			x.After = contexts[n-1].Before
		}
		contexts = append(contexts, x)
		threads = all
	}
	slices.Reverse(procs)
	slices.Reverse(contexts)
	return &schedule.Schedule{Threads: procs, Contexts: contexts}, s.M.Err()
}
