// This file defines how a schedule is found from the configurations in which contexts
// end.

package configuration

import (
	"errors"
	"slices"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/systems/recursion/contextbound/internal/summary"
	"github.com/ijit/ijit/systems/recursion/contextbound/schedule"
)

// ErrLost says that there is no way back to the beginning from the target. It is an error
// of this package.
var ErrLost = errors.New("contextbound: a configuration has no predecessor")

// Schedule finds a schedule to the target, which thread t reached in context k. It goes
// back from there: of the configurations in which a context began it picks one from which
// the thread can do what it is to do.
func (s *Search) Schedule(k, t int) (*schedule.Schedule, error) {
	contexts := make([]schedule.Context, k+1)
	goal := bdd.False // one configuration in which context i is to end; not for i = k
	stacks := alone(t)
	roots := s.M.RegisterVars(&goal)
	defer roots.Unregister()
	var err error
	for i := k; i >= 0; i-- {
		if i < k {
			if t, err = s.before(end{i, t, stacks}, goal); err != nil {
				return nil, err
			}
		}
		from, err := s.beginning(i, t, stacks.with(t))
		if err != nil {
			return nil, err
		}
		if goal, err = s.pick(t, from, goal, stacks); err != nil {
			return nil, err
		}
		stacks = stacks.with(t)
		contexts[i].Thread, contexts[i].Before = t, s.Globals(goal)
		if i < k {
			contexts[i].After = contexts[i+1].Before
		}
	}
	return &schedule.Schedule{Contexts: contexts}, s.M.Err()
}

// before returns a thread that ended a context in the goal before another one went on, with
// some stacks.
func (s *Search) before(x end, goal bdd.Node) (int, error) {
	for u := range s.stacks {
		if u == x.thread {
			continue
		}
		set, err := s.ending(end{x.context, u, x.stacks})
		if err != nil || !s.M.Disjoint(set, goal) {
			return u, err
		}
	}
	return x.thread, ErrLost
}

// Pick returns one configuration of a set, with no stack but that of thread t, from which t
// can be interrupted with the goal, which is about globals, or, if that is False, reach the
// target. It is False if there is none.
func (s *Search) Pick(t int, from, goal bdd.Node) (bdd.Node, error) {
	return s.pick(t, from, goal, threadSet{})
}

// pick returns one configuration of a set, with some stacks and that of thread t, from which
// t can be interrupted in the goal or, if that is False, reach the target. First it finds
// where the thread is, then the globals, then its locals: each time, states remember what
// that was.
func (s *Search) pick(t int, from, goal bdd.Node, stacks threadSet) (bdd.Node, error) {
	keep := false
	if goal != bdd.False {
		keep = stacks.has(t)
		others := s.M.Exists(s.forget(t, goal), s.M.NewVarSet(s.Now.Globals...)) // stand still
		from, goal = s.M.And(from, others), s.only(goal, alone(t))
	}
	set := s.only(from, alone(t))
	roots := s.M.RegisterVars(&from, &set, &goal)
	defer roots.Unregister()
	globals := summary.Pick(s.Now.Globals, s.Shared)
	control, controlWas := s.stacks[t].control()
	locals, localsWere := s.stacks[t].valuesOf(s.Space)
	for _, x := range []struct{ now, were []bdd.Var }{
		{control, controlWas}, {globals, summary.Pick(s.Ends[0], s.Shared)}, {locals, localsWere},
	} {
		found, err := s.origins(t, s.M.And(set, s.M.EqualVars(x.now, x.were)), goal, keep)
		if err != nil {
			return bdd.False, err
		}
		were := s.M.NewVarSet(x.were...)
		found = s.M.Exists(found, s.M.Minus(s.M.Support(found), were))
		found = s.M.PickNode(found, were)
		set = s.M.And(set, s.M.Rename(found, s.M.NewRenaming(x.were, x.now)))
	}
	all := globals
	for u := range s.stacks {
		if stacks.with(t).has(u) {
			control, _ := s.stacks[u].control()
			locals, _ := s.stacks[u].valuesOf(s.Space)
			all = slices.Concat(all, control, locals)
		}
	}
	return s.M.PickNode(s.M.And(from, set), s.M.NewVarSet(all...)), s.M.Err()
}

// Origins returns what configurations of a set from which a thread reaches the target
// remember.
func (s *Search) Origins(t int, set bdd.Node) (bdd.Node, error) {
	return s.origins(t, set, bdd.False, false)
}

// origins returns what configurations of a set remember from which a thread is interrupted
// in the goal or, if that is False, reaches the target.
func (s *Search) origins(t int, set, goal bdd.Node, keep bool) (bdd.Node, error) {
	if goal == bdd.False {
		undo := s.lastContext(t)
		defer undo()
	}
	if err := s.Move(t, set, keep); err != nil {
		return bdd.False, err
	}
	if err := s.enterCalls(t, keep); err != nil {
		return bdd.False, err
	}
	if goal != bdd.False {
		end, err := s.all(t, s.inCalls(t, keep), keep)
		return s.M.And(end, goal), err
	}
	var sets []bdd.Node
	for _, p := range s.Places {
		if p.Target {
			sets = append(sets, s.states[p.Rank], s.M.AndExists(s.entered[p.Module.Index], p.States[0], s.entryOf(p.Module)))
		}
	}
	return s.M.Disj(sets...), s.M.Err()
}

// Globals returns the globals of one configuration.
func (s *Search) Globals(one bdd.Node) []bool {
	values := make([]bool, len(s.Now.Globals))
	for _, g := range s.Shared {
		values[g] = s.M.Leq(one, s.M.Var(s.Now.Globals[g]))
	}
	return values
}
