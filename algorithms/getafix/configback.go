// This file defines how a schedule is found from the configurations in which contexts
// end.

package getafix

import (
	"errors"
	"slices"

	"github.com/ijit/ijit/algorithms/getafix/schedule"
	"github.com/ijit/ijit/bdd"
)

// schedule finds a schedule to the target, which thread t reached in context k. It goes
// back from there: of the configurations in which a context began it picks one from which
// the thread can do what it is to do.
func (s *configSearch) schedule(k, t int) (*schedule.Schedule, error) {
	contexts := make([]schedule.Context, k+1)
	goal := bdd.False // one configuration that context i is to be left in; not for i = k
	stacks := alone(t)
	roots := s.m.RegisterVars(&goal)
	defer roots.Unregister()
	var err error
	for i := k; i >= 0; i-- {
		if i < k {
			if t, err = s.before(leaving{i, t, stacks}, goal); err != nil {
				return nil, err
			}
		}
		from, err := s.from(i, t, stacks.with(t))
		if err != nil {
			return nil, err
		}
		if goal, err = s.pick(t, from, goal, stacks); err != nil {
			return nil, err
		}
		stacks = stacks.with(t)
		contexts[i].Thread, contexts[i].Before = t, s.valuation(goal)
		if i < k {
			contexts[i].After = contexts[i+1].Before
		}
	}
	return &schedule.Schedule{Contexts: contexts}, s.m.Err()
}

// before returns a thread that left the goal before another one went on, with some stacks.
func (s *configSearch) before(x leaving, goal bdd.Node) (int, error) {
	for u := range s.stacks {
		if u == x.thread {
			continue
		}
		left, err := s.leave(leaving{x.context, u, x.stacks})
		if err != nil || !s.m.Disjoint(left, goal) {
			return u, err
		}
	}
	return x.thread, errLost
}

// errLost says that a way was not found back. It is an error of this package.
var errLost = errors.New("getafix: the way to the target was lost")

// pick returns one configuration of a set, with some stacks and that of thread t, from which
// t can be interrupted in the goal or, if that is False, reach the target. First it finds
// where the thread is, then the globals, then its locals: each time, states remember what
// that was.
func (s *configSearch) pick(t int, from, goal bdd.Node, stacks threadSet) (bdd.Node, error) {
	keep := false
	if goal != bdd.False {
		keep = stacks.has(t)
		others := s.m.Exists(s.forget(t, goal), s.m.NewVarSet(s.now.Globals...)) // stand still
		from, goal = s.m.And(from, others), s.only(goal, alone(t))
	}
	set := s.only(from, alone(t))
	roots := s.m.RegisterVars(&from, &set, &goal)
	defer roots.Unregister()
	globals := pick(s.now.Globals, s.used)
	control, controlWas := s.stacks[t].control()
	locals, localsWas := s.stacks[t].values(s.roundSpace)
	for _, x := range []struct{ now, was []bdd.Var }{
		{control, controlWas}, {globals, pick(s.ends[0], s.used)}, {locals, localsWas},
	} {
		found, err := s.origins(t, s.m.And(set, s.m.EqualVars(x.now, x.was)), goal, keep)
		if err != nil {
			return bdd.False, err
		}
		were := s.m.NewVarSet(x.was...)
		found = s.m.Exists(found, s.m.Minus(s.m.Support(found), were))
		found = s.m.PickNode(found, were)
		set = s.m.And(set, s.m.Rename(found, s.m.NewRenaming(x.was, x.now)))
	}
	all := globals
	for u := range s.stacks {
		if stacks.with(t).has(u) {
			control, _ := s.stacks[u].control()
			locals, _ := s.stacks[u].values(s.roundSpace)
			all = slices.Concat(all, control, locals)
		}
	}
	return s.m.PickNode(s.m.And(from, set), s.m.NewVarSet(all...)), s.m.Err()
}

// origins returns what states remember in which a thread is interrupted in the goal or,
// if that is False, reaches the target.
func (s *configSearch) origins(t int, set, goal bdd.Node, keep bool) (bdd.Node, error) {
	if goal == bdd.False {
		undo := s.lastly(t)
		defer undo()
	}
	if err := s.move(t, set, keep); err != nil {
		return bdd.False, err
	}
	if err := s.enterAll(t, keep); err != nil {
		return bdd.False, err
	}
	if goal != bdd.False {
		end, err := s.stopped(t, s.inside(t, keep), keep)
		return s.m.And(end, goal), err
	}
	var all []bdd.Node
	for _, p := range s.places {
		if p.target {
			all = append(all, s.at[p.rank], s.m.AndExists(s.entered[p.module.index], p.states[0], s.begun(p.module)))
		}
	}
	return s.m.Disj(all...), s.m.Err()
}

// valuation returns the globals of one configuration.
func (s *configSearch) valuation(one bdd.Node) []bool {
	values := make([]bool, len(s.now.Globals))
	for _, g := range s.used {
		values[g] = s.m.Leq(one, s.m.Var(s.now.Globals[g]))
	}
	return values
}
