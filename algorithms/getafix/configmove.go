// This file defines what a thread does in one context, from a set of configurations on.

package getafix

import (
	"container/heap"
	"slices"

	"github.com/ijit/ijit/bdd"
)

// A configSearch explores configurations context by context, place by place. It does what
// the relations of [ContextFormula] say, which has the theory, but for the following:
//
//   - In a context, the states of the procedure in which a thread goes on, and of those
//     which that returns to, are sets of configurations: nobody asks with what these
//     procedures once began. So is the procedure in which a thread begins.
//   - What is called in the context and returns in it is one step, by a summary without
//     interruptions.
//   - What is called in the context and interrupted in it is found at the end, from the
//     summaries of all procedures on the stack.
//
// So globals are there once, and twice only in summaries. Stacks have a bound, so there is
// no recursion in which threads can be interrupted.
type configSearch struct {
	*roundSummaries
	// last has the summaries for the last context, by the module in which the thread began.
	// They say nothing of globals that do not matter without an interruption. Places and
	// modules are numbered as in the others.
	last   map[int]*roundSummaries
	stacks []stack
	stops  []bool   // by module: threads may be interrupted in it, or in what it calls
	begin  bdd.Node // the configurations in which the threads begin, over now
	left   map[leaving]bdd.Node

	// While one thread moves: the configurations at each place, by rank, over now, with
	// the procedure that the thread is in not on its stack; those that were followed; and
	// those that are known, and new, with which procedures that it calls begin, by
	// module, over entry.
	at, followed   []bdd.Node
	ready          roundQueue
	entered, fresh []bdd.Node
	inner          []bdd.Node // by module: see within
	kept           []bdd.Node // what is in use for a moment
}

// move lets a thread go on in a set of configurations. If they are only asked for what the
// thread reaches, stacks are not kept.
func (s *configSearch) move(t int, from bdd.Node, keep bool) error {
	for i := range s.at {
		s.at[i], s.followed[i] = bdd.False, bdd.False
	}
	for i := range s.entered {
		s.entered[i], s.fresh[i] = bdd.False, bdd.False
	}
	st := &s.stacks[t]
	place := s.m.NewVarSet(st.place.bits...)
	s.kept = []bdd.Node{from}
	for _, n := range s.values(st.place, from) {
		set := s.m.AndExists(from, s.is(st.place, n), place)
		switch n {
		case nowhere:
		case beginning:
			m := s.modules[s.b.threads.entries[t]]
			s.arrive(m.local[0], s.m.And(set, s.initial(m, s.now.Locals)))
		default:
			p := s.places[n-firstPlace]
			row := s.saved[st.locals[st.depth[p.module.index]]]
			s.arrive(p, s.m.Rename(set, s.m.NewRenaming(row, s.now.Locals)))
		}
	}
	for len(s.ready) > 0 && s.m.Err() == nil {
		s.kept = nil
		s.m.SafePoint()
		p := s.places[heap.Pop(&s.ready).(int)]
		set, _ := s.grow(&s.followed[p.rank], s.at[p.rank])
		s.kept = []bdd.Node{set}
		for _, x := range p.steps {
			s.arrive(x.to, s.m.And(s.m.Image(set, x.relation, x.gone, x.back), x.then))
		}
		for _, x := range p.sites {
			if err := s.through(t, x, set, keep); err != nil {
				return err
			}
		}
		if p.values != bdd.Invalid {
			s.back(t, p, set)
		}
	}
	s.ready = s.ready[:0]
	return s.m.Err()
}

// arrive adds configurations at a place.
func (s *configSearch) arrive(p *roundPlace, set bdd.Node) {
	if s.m.Leq(set, s.at[p.rank]) || s.m.Err() != nil {
		return
	}
	if s.at[p.rank] == s.followed[p.rank] {
		heap.Push(&s.ready, p.rank)
	}
	s.at[p.rank] = s.m.Or(s.at[p.rank], set)
}

// through follows configurations at a call: to those in which it has returned, and to
// those in which the thread is in what is called.
func (s *configSearch) through(t int, x *roundSite, set bdd.Node, keep bool) error {
	waiting := s.m.AndExists(set, x.link, x.gone)
	if waiting == bdd.False {
		return s.m.Err()
	}
	s.kept = []bdd.Node{set, waiting}
	s.enter(x.callee, s.beginning(x, waiting))
	if err := s.run(); err != nil {
		return err
	}
	gone := s.m.NewVarSet(slices.Concat(s.other.Locals, pick(s.now.Globals, x.callee.own), pick(s.now.Globals, x.written), x.idle)...)
	s.arrive(x.to, s.m.And(s.m.Image(waiting, x.returned[0], gone, x.back), x.then))
	s.push(t, x, waiting, s.used, keep)
	return s.m.Err()
}

// back follows configurations in which the procedure on top returns.
func (s *configSearch) back(t int, p *roundPlace, set bdd.Node) {
	st := &s.stacks[t]
	depth := st.depth[p.module.index]
	if depth == 0 { // the thread is over
		return
	}
	set = s.m.AndExists(set, p.values, s.m.NewVarSet(s.now.Locals...))
	call := st.calls[depth]
	for _, n := range s.values(call, set) {
		x := p.module.sites[n]
		row := s.saved[st.locals[st.depth[x.caller.index]]]
		part := s.m.AndExists(set, s.is(call, n), s.m.NewVarSet(call.bits...))
		part = s.m.Rename(part, s.m.NewRenaming(row, s.now.Locals))
		gone := s.m.NewVarSet(append(pick(s.now.Globals, x.written), s.returned...)...)
		s.arrive(x.to, s.m.And(s.m.Image(part, x.results, gone, x.back), x.then))
	}
}

// push lets the callee begin on top of the stack. The globals that were passed are those
// now; others are in entry already.
func (s *configSearch) push(t int, x *roundSite, waiting bdd.Node, passed []int, keep bool) {
	from := slices.Concat(s.other.Locals, pick(s.now.Globals, passed))
	to := slices.Concat(s.entry.Locals, pick(s.entry.Globals, passed))
	if !keep {
		waiting = s.m.Exists(waiting, s.m.NewVarSet(s.now.Locals...))
	} else {
		if !s.stops[x.callee.index] {
			return
		}
		st := &s.stacks[t]
		waiting = s.m.And(waiting, s.is(st.calls[st.depth[x.callee.index]], x.number))
		from = append(from, s.now.Locals...)
		to = append(to, s.saved[st.locals[st.depth[x.caller.index]]]...)
	}
	i := x.callee.index
	s.fresh[i] = s.m.Or(s.fresh[i], s.m.Rename(waiting, s.m.NewRenaming(from, to)))
}
