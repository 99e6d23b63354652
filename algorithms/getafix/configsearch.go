// This file defines how context switches are tried with stacks, along the explicit control
// flow.

package getafix

import (
	"errors"
	"iter"
	"slices"
	"time"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/bdd"
)

// newConfigSearch begins a search with so many rows of globals besides those of states, or
// returns nil if stacks are to be kept and have no bound.
func newConfigSearch(b *Base, limits bdd.Options, keep bool, ends int) *configSearch {
	m := bdd.New(limits)
	stacks, rows := b.newStacks(m, keep)
	if stacks == nil {
		return nil
	}
	s := &configSearch{roundSummaries: newRoundSummaries(newRoundSpace(b, m, ends, rows), 0, 1), stacks: stacks, left: map[leaving]bdd.Node{}, last: map[int]*roundSummaries{}}
	m.Register(s.alive())
	s.stops = s.stopping()
	for t := range stacks {
		stacks[t].settle(s.roundSummaries, b.threads.entries[t], s.stops, keep)
		stacks[t].aims = s.roundSummaries.aims(b.threads.entries[t])
	}
	none := func(n int) []bdd.Node { return slices.Repeat([]bdd.Node{bdd.False}, n) }
	s.at, s.followed = none(len(s.places)), none(len(s.places))
	s.entered, s.fresh = none(len(s.modules)), none(len(s.modules))
	s.inner = none(len(s.modules))

	t := b.threads
	s.begin = m.Transfer(t.manager, t.shared, func(v bdd.Var) bdd.Var { return s.now.Globals[slices.Index(t.vars, v)] })
	s.begin = m.Exists(s.begin, m.NewVarSet(pick(s.now.Globals, minus(b.globals(), s.used))...))
	for _, st := range stacks {
		s.begin = m.And(s.begin, s.is(st.place, beginning))
	}
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
		for _, list := range [][]bdd.Node{s.at, s.followed, s.entered, s.fresh, s.inner, s.kept, {s.begin}} {
			for _, f := range list {
				if !yield(f) {
					return
				}
			}
		}
		for _, f := range s.left {
			if !yield(f) {
				return
			}
		}
	}
}

// only removes what a set of configurations says of the stacks of all threads but some.
func (s *configSearch) only(set bdd.Node, of threadSet) bdd.Node {
	for u := range s.stacks {
		if !of.has(u) {
			set = s.forget(u, set)
		}
	}
	return set
}

// reached reports whether the target was.
func (s *configSearch) reached() bool {
	return s.roundSummaries.near() || slices.ContainsFunc(s.places, func(p *roundPlace) bool { return p.target && s.at[p.rank] != bdd.False })
}

// smallNodes is how many nodes there may be, in all, for it to be cheap to know the stacks of
// all threads, in programs with room for that (see roomPlaces).
const smallNodes = 100_000

// configs tries ever more context switches, until there is an answer (done), unless stacks
// have no bound. Only with all stacks there is an answer for any number of switches, so
// that is tried first.
func (c *checker) configs() (done bool, err error) {
	limits := c.calculus.Limits
	if !c.options.Lean && c.base.size() <= roomPlaces {
		small := limits
		if small.MaxNodes <= 0 || small.MaxNodes > smallNodes {
			small.MaxNodes = smallNodes
		}
		s := newConfigSearch(c.base, small, true, 1)
		if s == nil {
			return false, nil
		}
		if done, err := c.explore(s, c.options.Most, true); !errors.Is(err, bdd.ErrNodes) {
			return done, err
		}
	}
	if s := newConfigSearch(c.base, limits, true, 1); s != nil {
		return c.explore(s, c.options.Most, false)
	}
	return false, nil
}

// first tries up to one context switch: both contexts are those of threads that begin in
// them, of which no stack matters, whatever its height.
func (c *checker) first() (done bool, err error) {
	most := min(c.options.Most, 1)
	s := newConfigSearch(c.base, c.calculus.Limits, false, 1)
	if done, err := c.explore(s, most, false); c.result.Verdict == algorithms.Unsafe || most == c.options.Most || err != nil {
		return done, err
	}
	c.result.Verdict = algorithms.Unknown
	return false, nil
}

// explore explores configurations, with the stacks of all threads or only of those that go
// on.
func (c *checker) explore(s *configSearch, most int, all bool) (done bool, err error) {
	k := c.result.Switches + 1
	if c.result.Verdict == algorithms.Unsafe { // there was no room for a schedule
		k--
	}
	since, visits := time.Now(), 0
	for ; k <= most && s.m.Err() == nil; k++ {
		hit, nodes, err := s.goal(k)
		if err != nil {
			return false, err
		}
		if k > c.result.Switches {
			c.note(SwitchStats{
				Switches: k, Formula: "places", Rounds: s.visited() - visits, Nodes: nodes,
				Peak: s.m.NodeCount(), Time: time.Since(since),
			}, hit >= 0)
			since, visits = time.Now(), s.visited()
		}
		if hit >= 0 {
			if c.options.Schedule {
				c.result.Schedule, err = s.schedule(k, hit)
			}
			return true, err
		}
		if all {
			some, err := s.leaveAll(k)
			if err != nil {
				return false, err
			}
			if !some {
				c.result.Verdict, c.result.Complete = algorithms.Safe, true
				return true, nil
			}
		}
		if k > 1 {
			if done, err := c.prove(s.m.NodeCount()); done || err != nil {
				return done, err
			}
		}
	}
	c.result.Verdict = algorithms.Safe
	return true, s.m.Err()
}

// visited counts the visits of places for all summaries.
func (s *configSearch) visited() int {
	n := s.visits
	for _, r := range s.last {
		n += r.visits
	}
	return n
}

// lastly replaces the summaries by those for the last context, that of thread t, until it is
// undone.
func (s *configSearch) lastly(t int) (undo func()) {
	all, entry := s.roundSummaries, s.b.threads.entries[t]
	if s.last[entry] == nil {
		space, need := *s.roundSpace, s.b.findNeeded(entry, s.b.threads.own)
		space.need = &need
		s.last[entry] = newRoundSummaries(&space, 0, 1)
	}
	s.roundSummaries = s.last[entry]
	return func() { s.roundSummaries = all }
}

// reaches reports whether a thread reaches the target in the last context, from a set of
// configurations on.
func (s *configSearch) reaches(t int, from bdd.Node) (bool, error) {
	undo := s.lastly(t)
	defer undo()
	if err := s.move(t, from, false); err != nil {
		return false, err
	}
	return s.reached(), s.m.Err()
}

// goal returns a thread that reaches the target in context k, or -1, and how many nodes say
// where threads go on then.
func (s *configSearch) goal(k int) (thread, nodes int, err error) {
	for t, st := range s.stacks {
		if !st.aims {
			continue
		}
		set, err := s.from(k, t, alone(t))
		if err != nil {
			return -1, 0, err
		}
		nodes += s.m.Size(set)
		if hit, err := s.reaches(t, set); err != nil || hit {
			return t, nodes, err
		}
	}
	return -1, nodes, nil
}
