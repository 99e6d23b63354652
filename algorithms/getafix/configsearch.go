// This file defines how context switches are tried with stacks, along the explicit control
// flow.

package getafix

import (
	"iter"
	"slices"
	"time"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/bdd"
)

// newConfigSearch begins a search, or returns nil if stacks have no bound.
func newConfigSearch(c *checker) *configSearch {
	m := bdd.New(c.calculus.Limits)
	b := c.base
	stacks, rows := b.newStacks(m)
	if stacks == nil {
		return nil
	}
	s := &configSearch{roundSummaries: newRoundSummaries(newRoundSpace(b, m, 1, rows), 0, 1), stacks: stacks}
	m.Register(s.alive())
	s.stops = s.stopping()
	for t := range stacks {
		stacks[t].settle(s.roundSummaries, b.threads.entries[t], s.stops)
	}
	none := func(n int) []bdd.Node { return slices.Repeat([]bdd.Node{bdd.False}, n) }
	s.at, s.followed = none(len(s.places)), none(len(s.places))
	s.entered, s.fresh = none(len(s.modules)), none(len(s.modules))
	s.last, s.inner = none(len(stacks)), none(len(s.modules))

	t := b.threads
	s.all = m.Transfer(t.manager, t.shared, func(v bdd.Var) bdd.Var { return s.now.Globals[slices.Index(t.vars, v)] })
	s.all = m.Exists(s.all, m.NewVarSet(pick(s.now.Globals, minus(b.globals(), s.used))...))
	for _, st := range stacks {
		s.all = m.And(s.all, s.is(st.place, beginning))
	}
	s.begin = s.all
	return s
}

// globals returns the indices of all globals.
func (b *Base) globals() []int {
	all := make([]int, b.program.Layout.Shared)
	for g := range all {
		all[g] = g
	}
	return all
}

// alive are what must survive collections.
func (s *configSearch) alive() iter.Seq[bdd.Node] {
	return func(yield func(bdd.Node) bool) {
		for _, list := range append(s.left, s.last, s.inner, s.at, s.followed, s.entered, s.fresh, s.kept, []bdd.Node{s.begin, s.all}) {
			for _, f := range list {
				if !yield(f) {
					return
				}
			}
		}
	}
}

// from returns where thread t goes on in context k: in what is new of what another one
// has left in the context before. Whatever was left earlier, t went on from in the
// context after that, if another thread left it; if t did, it had done all it can.
func (s *configSearch) from(k, t int) bdd.Node {
	if k == 0 {
		return s.begin
	}
	set := bdd.False
	for u, left := range s.left[k-1] {
		if u != t {
			set = s.m.Or(set, left)
		}
	}
	return set
}

// only removes what a set of configurations says of all but some threads.
func (s *configSearch) only(set bdd.Node, threads ...int) bdd.Node {
	for u := range s.stacks {
		if !slices.Contains(threads, u) {
			set = s.forget(u, set)
		}
	}
	return set
}

// reached reports whether the target was.
func (s *configSearch) reached() bool {
	return s.roundSummaries.near() || slices.ContainsFunc(s.places, func(p *roundPlace) bool { return p.target && s.at[p.rank] != bdd.False })
}

// configs tries ever more context switches, until there is an answer (done), unless stacks
// have no bound.
func (c *checker) configs() (done bool, err error) {
	s := newConfigSearch(c)
	if s == nil {
		return false, nil
	}
	for k := 0; k <= c.options.Most && s.m.Err() == nil; k++ {
		since, visits := time.Now(), s.visits
		if err := s.near(k); err != nil {
			return false, err
		}
		hit, err := s.goal()
		if err != nil {
			return false, err
		}
		c.note(SwitchStats{
			Switches: k, Formula: "places", Rounds: s.visits - visits, Nodes: s.m.Size(s.last...),
			Peak: s.m.NodeCount(), Time: time.Since(since),
		}, hit >= 0)
		if hit >= 0 {
			if c.options.Schedule {
				c.result.Schedule, err = s.schedule(k, hit)
			}
			return true, err
		}
		if k > 1 {
			if done, err := c.prove(); done || err != nil {
				return done, err
			}
		}
		if done, err := s.leaveAll(k, c.options.Most); done || err != nil {
			c.result.Verdict, c.result.Complete = algorithms.Safe, done
			return done, err
		}
	}
	return false, s.m.Err()
}

// smallNodes is how many nodes configurations may have for it to be cheap to go on from them.
const smallNodes = 2000

// leaveAll leaves the contexts up to k, as far as that is needed for the next one, or tells
// cheaply whether there is anything to go on from. If not, it is done.
func (s *configSearch) leaveAll(k, most int) (done bool, err error) {
	for i := len(s.left); i < k && k < most || i <= k && s.m.Size(s.all) <= smallNodes; i++ {
		if err := s.leave(i); err != nil {
			return false, err
		}
		if !slices.ContainsFunc(s.left[i], func(set bdd.Node) bool { return set != bdd.False }) {
			return true, nil
		}
	}
	return false, nil
}

// near finds from where each thread goes on in context k, as far as only that thread
// matters: there is none behind it. So nothing is kept of the stack of the thread that
// moved before it.
func (s *configSearch) near(k int) error {
	for t := range s.stacks {
		s.last[t] = bdd.False
	}
	if k == 0 {
		for t, st := range s.stacks {
			if st.aims {
				s.last[t] = s.only(s.begin, t)
			}
		}
		return s.m.Err()
	}
	for t := range s.stacks {
		for u := range s.stacks {
			if u == t || !s.stacks[u].aims {
				continue
			}
			if err := s.move(t, s.only(s.from(k-1, t), t, u), false); err != nil {
				return err
			}
			end, err := s.end(t, false)
			if err != nil {
				return err
			}
			s.last[u] = s.m.Or(s.last[u], end)
		}
	}
	return s.m.Err()
}

// goal returns a thread that reaches the target from there, or -1.
func (s *configSearch) goal() (int, error) {
	for t, set := range s.last {
		if set == bdd.False {
			continue
		}
		if err := s.move(t, set, false); err != nil || s.reached() {
			return t, err
		}
	}
	return -1, nil
}

// leave finds the configurations in which context k can end.
func (s *configSearch) leave(k int) error {
	left := slices.Repeat([]bdd.Node{bdd.False}, len(s.stacks))
	s.left = append(s.left, left)
	for t := range left {
		if err := s.move(t, s.from(k, t), true); err != nil {
			return err
		}
		end, err := s.end(t, true)
		if err != nil {
			return err
		}
		left[t] = s.m.Diff(end, s.all)
	}
	for _, set := range left {
		s.all = s.m.Or(s.all, set)
	}
	return s.m.Err()
}
