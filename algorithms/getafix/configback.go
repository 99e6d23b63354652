// This file defines how a schedule is found from the configurations in which contexts
// end.

package getafix

import (
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
	roots := s.m.RegisterVars(&goal)
	defer roots.Unregister()
	globals := s.m.NewVarSet(s.now.Globals...)
	for i := k; i >= 0 && s.m.Err() == nil; i-- {
		var one bdd.Node
		var err error
		for u := range s.stacks {
			switch {
			case i == k && u == t:
				one, err = s.pick(t, s.last[t], bdd.False, false)
			case i == k-1 && u != t:
				// Of the others, only t matters from there on.
				one, err = s.pick(u, s.m.And(s.from(i, u), s.m.Exists(s.only(goal, t), globals)), s.only(goal), false)
			case i < k-1 && !s.m.Disjoint(s.left[i][u], goal):
				// The others stand still.
				others := s.m.Exists(s.forget(u, goal), globals)
				one, err = s.pick(u, s.m.And(s.from(i, u), others), s.only(goal, u), true)
			default:
				continue
			}
			if err != nil {
				return nil, err
			}
			if one != bdd.False {
				contexts[i].Thread = u
				break
			}
		}
		t, goal = contexts[i].Thread, one
		contexts[i].Before = s.valuation(one)
		if i < k {
			contexts[i].After = contexts[i+1].Before
		}
	}
	return &schedule.Schedule{Contexts: contexts}, s.m.Err()
}

// pick returns one configuration of a set from which a thread can be interrupted in the
// goal or, if that is False, reach the target. First it finds where the thread is, then
// the globals, then its locals: each time, states remember what that was.
func (s *configSearch) pick(t int, from, goal bdd.Node, keep bool) (bdd.Node, error) {
	control, controlWas := s.stacks[t].control()
	locals, localsWas := s.stacks[t].values(s.roundSpace)
	set := s.only(from, t)
	roots := s.m.RegisterVars(&from, &set, &goal)
	defer roots.Unregister()
	for _, x := range []struct{ now, was []bdd.Var }{
		{control, controlWas}, {pick(s.now.Globals, s.used), pick(s.ends[0], s.used)}, {locals, localsWas},
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
	var all []bdd.Var
	for u := range s.stacks {
		control, _ := s.stacks[u].control()
		locals, _ := s.stacks[u].values(s.roundSpace)
		all = slices.Concat(all, control, locals)
	}
	all = append(all, pick(s.now.Globals, s.used)...)
	return s.m.PickNode(s.m.And(from, set), s.m.NewVarSet(all...)), s.m.Err()
}

// origins returns what states remember in which a thread is interrupted in the goal or,
// if that is False, reaches the target.
func (s *configSearch) origins(t int, set, goal bdd.Node, keep bool) (bdd.Node, error) {
	if set == bdd.False {
		return bdd.False, s.m.Err()
	}
	if err := s.move(t, set, keep); err != nil {
		return bdd.False, err
	}
	if goal != bdd.False {
		end, err := s.end(t, keep)
		return s.m.And(end, goal), err
	}
	if err := s.within(true); err != nil {
		return bdd.False, err
	}
	all := s.beyond(t)
	for _, p := range s.places {
		if p.target {
			all = append(all, s.at[p.rank])
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
