// This file defines what a thread does in one context, from a set of configurations on.

package configuration

import (
	"container/heap"
	"slices"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/systems/recursion/contextbound/internal/summary"
)

// Unstarted returns the configurations in which a thread begins with some globals.
func (s *Search) Unstarted(t int, globals bdd.Node) bdd.Node {
	return s.M.And(globals, s.is(s.stacks[t].place, unstarted))
}

// Waiting returns those configurations of a set in which a thread has not begun, or does not
// go on any more.
func (s *Search) Waiting(t int, set bdd.Node) bdd.Node {
	place := s.stacks[t].place
	return s.M.And(set, s.M.Or(s.is(place, ended), s.is(place, unstarted)))
}

// Move lets a thread go on in a set of configurations. If they are only asked for what the
// thread reaches, its stack is not kept.
func (s *Search) Move(t int, from bdd.Node, keep bool) error {
	for i := range s.states {
		s.states[i], s.explored[i] = bdd.False, bdd.False
	}
	for i := range s.entered {
		s.entered[i], s.fresh[i] = bdd.False, bdd.False
	}
	st := &s.stacks[t]
	place := s.M.NewVarSet(st.place.bits...)
	s.kept = []bdd.Node{from}
	for _, n := range s.values(st.place, from) {
		set := s.M.AndExists(from, s.is(st.place, n), place)
		switch n {
		case ended:
		case unstarted:
			m := s.Modules[s.Graph.Entries[t]]
			s.add(m.Local[0], s.M.And(set, s.Initial(m, s.Now.Locals)))
		default:
			p := s.Places[n-firstPlace]
			s.add(p, s.M.Rename(set, s.M.NewRenaming(s.row(t, p.Module), s.Now.Locals)))
		}
	}
	for len(s.queue) > 0 && s.M.Err() == nil {
		s.kept = nil
		s.M.SafePoint()
		p := s.Places[heap.Pop(&s.queue).(int)]
		set, _ := s.Grow(&s.explored[p.Rank], s.states[p.Rank])
		s.kept = []bdd.Node{set}
		for _, x := range p.Steps {
			s.add(x.To, x.Image(s.M, set))
		}
		for _, c := range p.Calls {
			if err := s.call(t, c, set, keep); err != nil {
				return err
			}
		}
		if p.Values != bdd.Invalid {
			s.leave(t, p, set)
		}
	}
	s.queue = s.queue[:0]
	return s.M.Err()
}

// add adds configurations at a place.
func (s *Search) add(p *summary.Place, set bdd.Node) {
	if s.M.Leq(set, s.states[p.Rank]) || s.M.Err() != nil {
		return
	}
	if s.states[p.Rank] == s.explored[p.Rank] {
		heap.Push(&s.queue, p.Rank)
	}
	s.states[p.Rank] = s.M.Or(s.states[p.Rank], set)
}

// call follows configurations at a call: to those in which it has returned, and to
// those in which the thread is in what is called.
func (s *Search) call(t int, c *summary.Call, set bdd.Node, keep bool) error {
	waiting := s.Arguments(c, set)
	if waiting == bdd.False {
		return s.M.Err()
	}
	s.kept = []bdd.Node{set, waiting}
	s.EnterCall(c, waiting)
	if err := s.Run(); err != nil {
		return err
	}
	s.add(c.To, s.Over(c, waiting))
	s.push(t, c, waiting, s.Shared, keep)
	return s.M.Err()
}

// leave follows configurations in which the procedure on top returns.
func (s *Search) leave(t int, p *summary.Place, set bdd.Node) {
	st := &s.stacks[t]
	depth := st.depth[p.Module.Index]
	if depth == 0 { // the thread is over
		return
	}
	set = s.M.AndExists(set, p.Values, s.M.NewVarSet(s.Now.Locals...))
	by := st.calls[depth]
	for _, n := range s.values(by, set) {
		c := p.Module.Calls[n]
		part := s.M.AndExists(set, s.is(by, n), s.M.NewVarSet(by.bits...))
		part = s.M.Rename(part, s.M.NewRenaming(s.row(t, c.Caller), s.Now.Locals))
		s.add(c.To, s.Return(c, part))
	}
}

// push lets the callee begin on top of the stack. The globals that were passed are those
// now; others are in entry already.
func (s *Search) push(t int, c *summary.Call, waiting bdd.Node, passed []int, keep bool) {
	from := slices.Concat(s.Other.Locals, summary.Pick(s.Now.Globals, passed))
	to := slices.Concat(s.Entry.Locals, summary.Pick(s.Entry.Globals, passed))
	switch st := &s.stacks[t]; {
	case !keep:
		waiting = s.M.Exists(waiting, s.M.NewVarSet(s.Now.Locals...))
	case !s.stops[c.Callee.Index]:
		return
	case c.Callee.Residual:
		s.TooHigh = true
		return
	default:
		waiting = s.M.And(waiting, s.is(st.calls[st.depth[c.Callee.Index]], c.Number))
		from, to = append(from, s.Now.Locals...), append(to, s.row(t, c.Caller)...)
	}
	i := c.Callee.Index
	s.fresh[i] = s.M.Or(s.fresh[i], s.M.Rename(waiting, s.M.NewRenaming(from, to)))
}
