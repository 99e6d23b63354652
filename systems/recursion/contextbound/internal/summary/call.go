// This file defines calls in summaries over several rounds: what a procedure begins
// with, and how its summary becomes a step of its caller.

package summary

import (
	"slices"

	"github.com/ijit/ijit/bdd"
)

// enter follows states at a call: the callee begins, and what is known of it is a step.
func (s *Summaries) enter(c *Call, d int, set bdd.Node) {
	waiting, grown := s.Grow(&c.Waiting[d], s.Arguments(c, set))
	if !grown {
		return
	}
	s.EnterCall(c, waiting)
	for j, returned := range c.Returned {
		s.Join(c, d, j, waiting, returned)
	}
}

// Arguments returns states at a call with what the callee begins with in other.
func (s *Summaries) Arguments(c *Call, set bdd.Node) bdd.Node {
	return s.M.AndExists(set, c.arguments, c.dropped)
}

// EnterCall lets the callee begin with what states at a call say.
func (s *Summaries) EnterCall(c *Call, waiting bdd.Node) {
	kept := s.M.NewVarSet(slices.Concat(s.Other.Locals, Pick(s.Now.Globals, c.Callee.entryLive))...)
	begin := s.M.Exists(waiting, s.M.Minus(s.M.Support(waiting), kept))
	s.Enter(c.Callee, s.M.Rename(begin, s.ToEntry(c.Callee.Own)))
}

// ToEntry renames what a call passes, and some globals now, to what the callee begins with.
func (s *Summaries) ToEntry(globals []int) bdd.Renaming {
	return s.M.NewRenaming(
		slices.Concat(s.Other.Locals, Pick(s.Now.Globals, globals)),
		slices.Concat(s.Entry.Locals, Pick(s.Entry.Globals, globals)))
}

// FromSummary renames what a summary of a module relates to what a call of it relates: with
// what it began (other, and globals now) and what globals are then (next).
func (s *Summaries) FromSummary(m *Module) bdd.Renaming {
	return s.M.NewRenaming(
		slices.Concat(s.Entry.Locals, Pick(s.Entry.Globals, m.Own), Pick(s.Now.Globals, m.Own)),
		slices.Concat(s.Other.Locals, Pick(s.Now.Globals, m.Own), Pick(s.Next.Globals, m.Own)))
}

// leave follows states in which a procedure returns, to all that have called it.
func (s *Summaries) leave(p *Place, d int, set bdd.Node) {
	m := p.Module
	set, grown := s.Grow(&m.returned[d], s.M.AndExists(set, p.Values, m.exitDead))
	if !grown {
		return
	}
	as := s.FromSummary(m)
	for _, c := range m.Calls {
		returned := s.M.Rename(s.M.Exists(set, s.M.NewVarSet(append(Pick(s.Now.Globals, c.Written), c.dead...)...)), as)
		returned = s.M.AndExists(returned, c.Results, s.M.NewVarSet(s.returned...))
		if returned, grown = s.Grow(&c.Returned[d], returned); grown {
			for i, waiting := range c.Waiting {
				s.Join(c, i, d, waiting, returned)
			}
		}
	}
}

// Join lets calls that i interruptions came before return after j more.
func (s *Summaries) Join(c *Call, i, j int, waiting, returned bdd.Node) {
	if s.ThreadModular {
		i = min(i, s.Most-j) // there is one more, or there are several
	}
	if i+j > s.Most || waiting == bdd.False || returned == bdd.False {
		return
	}
	caller, callee := c.Caller, c.Callee
	changed := Pick(s.Now.Globals, caller.Own)
	switch {
	case j == 0:
		changed = Pick(s.Now.Globals, slices.Concat(callee.Own, c.Written))
	case s.ThreadModular:
		changed = append(changed, s.Entry.Globals...)
		returned = s.M.And(returned, s.AnyReachable(Minus(Minus(caller.Own, callee.Own), c.Written), s.Next.Globals))
	default:
		// What the caller has of its own and the callee has not is in the ends.
		own := Minus(caller.Own, callee.Own)
		returned = s.Shift(returned, 2*j, 2*i)
		returned = s.M.And(returned, s.Equal(s.Ends[2*i], s.Now.Globals, own))
		for d := i + 1; d < i+j; d++ {
			returned = s.M.And(returned, s.Equal(s.Ends[2*d], s.Ends[2*d-1], own))
		}
		returned = s.M.And(returned, s.Equal(s.Ends[2*(i+j)-1], s.Next.Globals, Minus(own, c.Written)))
		for d := i + 1; d <= i+j; d++ {
			returned = s.possible(caller, d, returned)
		}
	}
	s.Add(c.To, i+j, s.apply(c, waiting, returned, changed))
}

// apply returns the states behind a call, given those at the call, what comes back, and
// which variables that changes.
func (s *Summaries) apply(c *Call, waiting, returned bdd.Node, changed []bdd.Var) bdd.Node {
	drop := s.M.NewVarSet(slices.Concat(s.Other.Locals, changed, c.dead)...)
	return s.M.And(s.M.Image(waiting, returned, drop, c.rename), c.enforce)
}

// Over returns the states behind a call that returns without an interruption, given those at
// the call.
func (s *Summaries) Over(c *Call, waiting bdd.Node) bdd.Node {
	return s.apply(c, waiting, c.Returned[0], Pick(s.Now.Globals, slices.Concat(c.Callee.Own, c.Written)))
}

// Return returns the states behind a call, given the states of the caller with what the
// callee returns.
func (s *Summaries) Return(c *Call, set bdd.Node) bdd.Node {
	drop := s.M.NewVarSet(append(Pick(s.Now.Globals, c.Written), s.returned...)...)
	return s.M.And(s.M.Image(set, c.Results, drop, c.rename), c.enforce)
}

// Inside composes states at a call with a relation between the beginning of the callee and
// globals in what it calls: what remains relates the beginning of the caller to them.
func (s *Summaries) Inside(c *Call, relation bdd.Node) bdd.Node {
	drop := s.M.NewVarSet(slices.Concat(s.Now.Locals, s.Other.Locals, Pick(s.Now.Globals, c.Callee.Own))...)
	return s.M.Image(c.Waiting[0], s.M.Rename(relation, s.FromSummary(c.Callee)), drop, c.rename)
}
