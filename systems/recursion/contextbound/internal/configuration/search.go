// This file defines searches of configurations, and which threads reach the target.

package configuration

import (
	"iter"
	"slices"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/systems/recursion/contextbound/internal/summary"
	"github.com/ijit/ijit/systems/recursion/getafix"
	"github.com/ijit/ijit/systems/recursion/internal/supergraph"
)

// A Search explores configurations context by context, place by place.
type Search struct {
	*summary.Summaries
	// TooHigh says that a thread was interrupted in recursion that is not unrolled, with a
	// stack that was to be kept: configurations are missing.
	TooHigh bool

	start  bdd.Node // the configurations in which the threads begin, over now
	stacks []stack
	stops  []bool           // by module: threads may be interrupted in it, or in what it calls
	ends   map[end]bdd.Node // where contexts end
	// last has the summaries for the last context, by the module in which the thread began.
	// They say nothing of globals that are not live without an interruption. Places and
	// modules are numbered as in the others.
	last map[int]*summary.Summaries

	// While one thread moves: the configurations at each place, by rank, over now, with
	// the procedure that the thread is in not on its stack; those that were explored; and
	// those that are known, and new, with which procedures that it calls begin, by
	// module, over entry.
	states, explored []bdd.Node
	queue            summary.Queue
	entered, fresh   []bdd.Node
	inner            []bdd.Node // by module: see summariseInterrupted
	kept             []bdd.Node // in use for a moment
}

// New begins a search with so many rows of globals besides those of states, or returns nil
// if stacks are to be kept and have no bound.
func New(g *supergraph.Graph, start getafix.Start, limits bdd.Options, keep bool, ends int) *Search {
	m := bdd.New(limits)
	stacks, rows := newStacks(g, m, keep)
	if stacks == nil {
		return nil
	}
	s := &Search{
		Summaries: summary.New(summary.NewSpace(g, m, ends, rows), 0, 1),
		stacks:    stacks, ends: map[end]bdd.Node{}, last: map[int]*summary.Summaries{},
	}
	m.Register(s.roots())
	s.stops = stopping(s.Summaries)
	for t := range stacks {
		stacks[t].settle(s.Summaries, g.Entries[t], s.stops, keep)
		stacks[t].aims = aims(s.Summaries, g.Entries[t])
	}
	none := func(n int) []bdd.Node { return slices.Repeat([]bdd.Node{bdd.False}, n) }
	s.states, s.explored = none(len(s.Places)), none(len(s.Places))
	s.entered, s.fresh = none(len(s.Modules)), none(len(s.Modules))
	s.inner = none(len(s.Modules))
	s.start = s.Transfer(start.Manager, start.Globals, start.Vars, s.Now.Globals)
	for _, st := range stacks {
		s.start = m.And(s.start, s.is(st.place, unstarted))
	}
	return s
}

// roots are what must survive collections.
func (s *Search) roots() iter.Seq[bdd.Node] {
	return func(yield func(bdd.Node) bool) {
		for _, list := range [][]bdd.Node{s.states, s.explored, s.entered, s.fresh, s.inner, s.kept, {s.start}} {
			for _, f := range list {
				if !yield(f) {
					return
				}
			}
		}
		for _, f := range s.ends {
			if !yield(f) {
				return
			}
		}
	}
}

// Threads returns the number of threads.
func (s *Search) Threads() int { return len(s.stacks) }

// Aims reports whether a thread may get to the target, for all that calls say.
func (s *Search) Aims(t int) bool { return s.stacks[t].aims }

// only removes what a set of configurations says of the stacks of all threads but some.
func (s *Search) only(set bdd.Node, of threadSet) bdd.Node {
	for u := range s.stacks {
		if !of.has(u) {
			set = s.forget(u, set)
		}
	}
	return set
}

// Visited counts the visits of places for all summaries.
func (s *Search) Visited() int {
	n := s.Visits
	for _, r := range s.last {
		n += r.Visits
	}
	return n
}

// lastContext replaces the summaries by those for the last context, that of thread t, until
// it is undone.
func (s *Search) lastContext(t int) (undo func()) {
	all, entry := s.Summaries, s.Graph.Entries[t]
	if s.last[entry] == nil {
		s.last[entry] = summary.New(s.Space.LastContext(entry), 0, 1)
	}
	s.Summaries = s.last[entry]
	return func() { s.Summaries = all }
}

// Reached reports whether the thread that has moved reached the target.
func (s *Search) Reached() bool {
	return s.ReachesTarget() || slices.ContainsFunc(s.Places, func(p *summary.Place) bool {
		return p.Target && s.states[p.Rank] != bdd.False
	})
}

// is returns where a number has a value.
func (s *Search) is(x number, value int) bdd.Node {
	var c bdd.Cube
	for i, v := range x.bits {
		c = append(c, bdd.Literal{Var: v, Value: value>>i&1 != 0})
	}
	return s.M.Cube(c)
}

// values returns the values that a number has in a set.
func (s *Search) values(x number, set bdd.Node) []int {
	vars := s.M.NewVarSet(x.bits...)
	var all []int
	for cube := range s.M.Valuations(s.M.Exists(set, s.M.Minus(s.M.Support(set), vars)), vars) {
		value := 0
		for _, l := range cube {
			if l.Value {
				value |= 1 << slices.Index(x.bits, l.Var)
			}
		}
		all = append(all, value)
	}
	return all
}

// row returns the row of the locals of a module in the stack of a thread.
func (s *Search) row(t int, m *summary.Module) []bdd.Var {
	st := &s.stacks[t]
	return s.Saved[st.locals[st.depth[m.Index]]]
}

// forget removes what a set of configurations says of the stack of a thread.
func (s *Search) forget(t int, set bdd.Node) bdd.Node {
	control, _ := s.stacks[t].control()
	locals, _ := s.stacks[t].valuesOf(s.Space)
	return s.M.Exists(set, s.M.NewVarSet(append(control, locals...)...))
}

// WithoutStacks removes what a set of configurations says of stacks.
func (s *Search) WithoutStacks(set bdd.Node) bdd.Node { return s.only(set, threadSet{}) }

// An end names the configurations in which a thread ends a context, with the stacks of some
// threads: those that go on later.
type end struct {
	context, thread int
	stacks          threadSet
}
