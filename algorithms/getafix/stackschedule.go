// This file defines how a schedule is found where stacks are written out.

package getafix

import (
	"slices"

	"github.com/ijit/ijit/algorithms/getafix/schedule"
	"github.com/ijit/ijit/bdd"
)

// schedule finds a schedule to the target, which was reached in context k. It goes back
// from there: of the configurations from which a thread went on it picks one from which
// the thread can do what it is to do, until that is all of the first context.
func (s *stackSearch) schedule(k int) error {
	contexts := make([]schedule.Context, k+1)
	goal := bdd.False // one configuration that context i is to be left in; not for i = k
	roots := s.m.RegisterVars(&goal)
	defer roots.Unregister()
	for i := k; i >= 0; i-- {
		var t int
		var set bdd.Node
		var holds func(part bdd.Node) (bool, error)
		if i == k {
			var err error
			if t, err = s.last(k); err != nil {
				return err
			}
			set = s.from(k, t)
			holds = func(part bdd.Node) (bool, error) { return s.reaches(t, part) }
		} else {
			t = slices.IndexFunc(s.left[i], func(left bdd.Node) bool { return !s.m.Disjoint(left, goal) })
			// The others stand still.
			moved := s.m.NewVarSet(append(slices.Clone(s.globals), s.stacks[t]...)...)
			set = s.m.And(s.from(i, t), s.m.Exists(goal, moved))
			holds = func(part bdd.Node) (bool, error) { return s.leads(t, part, goal) }
		}
		one, err := s.pick(t, set, holds)
		if err != nil {
			return err
		}
		contexts[i].Thread, contexts[i].Before = t, s.valuation(one)
		if i < k {
			contexts[i].After = contexts[i+1].Before
		}
		goal = one
	}
	s.c.result.Schedule = &schedule.Schedule{Contexts: contexts}
	return nil
}

// last returns a thread that reaches the target in context k.
func (s *stackSearch) last(k int) (int, error) {
	for t := range s.ready[1:] {
		ok, err := s.reaches(t, s.from(k, t))
		if ok || err != nil {
			return t, err
		}
	}
	return len(s.ready) - 1, nil
}

// reaches reports whether thread t, going on from a set, reaches the target.
func (s *stackSearch) reaches(t int, set bdd.Node) (bool, error) {
	if err := s.only(t, set, bdd.False); err != nil {
		return false, err
	}
	return s.holds("Hit")
}

// leads reports whether thread t, going on from a set, may leave the goal to others.
// All paths are known already.
func (s *stackSearch) leads(t int, set, goal bdd.Node) (bool, error) {
	if err := s.only(t, set, s.known); err != nil {
		return false, err
	}
	next, err := s.next(t)
	if err != nil {
		return false, err
	}
	return !s.m.Disjoint(next, goal), s.m.Err()
}

// only lets thread t go on from a set, and no other one.
func (s *stackSearch) only(t int, set, known bdd.Node) error {
	ready := make([]bdd.Node, len(s.ready))
	for u := range ready {
		ready[u] = bdd.False
	}
	ready[t] = set
	return s.context(ready, known)
}

// pick returns one configuration of a set of which something holds, which holds of a
// set if it does of one in it, and does not depend on the stacks of threads other than t.
func (s *stackSearch) pick(t int, set bdd.Node, holds func(bdd.Node) (bool, error)) (bdd.Node, error) {
	roots := s.m.RegisterVars(&set)
	defer roots.Unregister()
	for _, v := range append(slices.Clone(s.globals), s.stacks[t]...) {
		low := s.m.Diff(set, s.m.Var(v))
		if low == bdd.False || low == set {
			continue
		}
		high := s.m.And(set, s.m.Var(v))
		halves := s.m.RegisterVars(&low, &high)
		ok, err := holds(low)
		halves.Unregister()
		if err != nil {
			return bdd.Invalid, err
		}
		if set = high; ok {
			set = low
		}
	}
	set = s.m.PickNode(set, s.m.NewVarSet(s.vars()...))
	return set, s.m.Err()
}

// valuation returns the globals of a configuration.
func (s *stackSearch) valuation(one bdd.Node) []bool {
	values := make([]bool, len(s.globals))
	for g, v := range s.globals {
		values[g] = s.m.Leq(one, s.m.Var(v))
	}
	return values
}
