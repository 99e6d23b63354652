// This file defines whether a statement of the Boolean program has a step of the C program.

package certificate

import (
	"context"
	"fmt"
	"slices"

	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/c/form"
	"github.com/ijit/ijit/systems/c/word"
)

// A comparison is of an edge of an automaton with a statement.
type comparison struct {
	*boolean
	ctx       context.Context
	solver    *word.Solver
	automaton int
	edge      *form.Edge
	statement *parser.Stmt
	given     word.Term // what holds in all steps
	moved     *side     // of the thread that takes the edge, if its statement has been compared
}

// A side is what the bits of a thread mean before and behind a step. Behind it some may have any value, where the statement
// sets them.
type side struct {
	now, next map[*bit]word.Term
	any       map[*bit]bool
	// handed are bits about a thread that is started: they have a value behind the step if the statement sets them.
	handed map[*bit]bool
}

func newSide() *side {
	return &side{map[*bit]word.Term{}, map[*bit]word.Term{}, map[*bit]bool{}, map[*bit]bool{}}
}

// anything returns a word of one bit that may be anything, always the same for a name.
func (b *boolean) anything(role string, x *bit) word.Term {
	name := role + x.variable.Name
	y, ok := b.free[name]
	if !ok {
		y = b.t.Var(b.t.NewVariable(name, 1, false))
		b.free[name] = y
	}
	return y
}

// holds asks whether x is 1 in all steps.
func (c *comparison) holds(x word.Term, format string, args ...any) error {
	if x == word.True {
		return nil
	}
	sat, err := c.solver.Sat(c.ctx, c.given, c.t.Not(x))
	switch {
	case err == nil && sat:
		return c.reject("%s", fmt.Sprintf(format, args...))
	case err == nil && c.paranoid:
		return c.solver.Refute(c.ctx, c.given, c.t.Not(x))
	}
	return err
}

func (c *comparison) reject(format string, args ...any) error {
	line := 0
	if c.edge != nil {
		line = c.edge.Origin.Line
	}
	return proof.Reject("line %d of the Boolean program does not do what line %d of C does: %s", c.statement.Pos.Line, line, fmt.Sprintf(format, args...))
}

// check asks that the assertion fails where the check does.
func (c *comparison) check() error {
	op, ok := c.statement.Op.(*parser.Assert)
	if !ok {
		return c.reject("it is no assertion")
	}
	c.given = c.t.And(c.p.Enabled(c.edge), c.t.Not(c.edge.Check))
	mover := c.mover()
	x, err := c.can(op.Cond, false, mover, nil)
	if err != nil {
		return err
	}
	return c.holds(x, "it does not fail where that does")
}

// begins compares the beginning.
func (c *comparison) begins() error {
	begin, err := c.position(first(0))
	if err != nil {
		return err
	}
	if _, ok := c.find(0, c.at(first(0))); !ok {
		return proof.Reject("the Boolean program does not begin at %s", first(0))
	}
	c.statement, c.given = c.body[begin], word.True
	initial := c.p.Initially()
	s := newSide()
	for _, x := range c.bits {
		value := word.Bool(x.variable.Init == parser.InitOne)
		if x.variable.Init == parser.InitAny {
			value = c.anything("begin:", x)
		}
		s.now[x] = value
		if x.kind == running && value != word.False {
			return proof.Reject("%s is not 0 before a thread runs anything", x.variable.Name)
		}
		if x.kind == turning && value != word.False {
			return proof.Reject("%s is not 0 at the beginning, when nobody has a ticket", x.variable.Name)
		}
		if x.owner == form.Shared && x.kind == predicate && x.variable.Init == parser.InitAny {
			s.now[x] = initial.In(x.term) // one of the values that it may have
		}
	}
	c.first(s, 0, initial.In, initial.In)
	if err := c.allows(s, nil); err != nil {
		return err
	}
	return c.enters(begin, 0)
}

// created compares the first statement of a thread that the edge starts with how such a thread begins.
func (c *comparison) created() error {
	s := newSide()
	s.now = c.moved.next // it has a copy
	c.first(s, c.edge.Start, c.t.Substitute(c.edge.Writes).In, c.others.Started(c.edge).In)
	return c.allows(s, nil)
}

// first says what the bits of a thread have to be behind its first statement.
func (c *comparison) first(s *side, automaton int, shared, own func(word.Term) word.Term) {
	for _, x := range c.bits {
		switch {
		case x.kind == running:
			s.next[x] = word.Bool(x.number == automaton)
		case x.kind == owning:
			a := c.p.Automata[automaton]
			s.next[x] = word.Bool(c.counters[x.number].Owned(a, a.Entry))
		case x.kind == having:
			s.next[x] = word.False
		case x.kind == turning:
			s.next[x] = s.now[x]
		case x.owner == form.Shared:
			s.next[x] = shared(x.term)
		case x.owner == automaton:
			s.next[x] = own(x.term)
		default:
			s.next[x], s.any[x] = c.anything("first:", x), true
		}
	}
}

// mover says what the bits of the thread that takes the edge mean.
func (c *comparison) mover() *side {
	s, e := newSide(), c.edge
	after, given := c.t.Substitute(e.Writes), c.others.Started(e)
	for _, x := range c.bits {
		switch {
		case x.kind == running:
			s.now[x] = word.Bool(x.number == c.automaton)
			s.next[x] = s.now[x]
		case x.kind == owning:
			s.now[x], s.next[x] = c.owned(x)
		case x.kind == having:
			k := c.tickets[x.number]
			here := k.Automaton == c.automaton
			s.now[x], s.next[x] = word.Bool(here && k.Drawn(e.From)), word.Bool(here && e.Check == form.None && k.Drawn(e.To))
		case x.kind == turning:
			s.now[x], s.next[x] = c.turns(x, after)
		case x.owner == form.Shared || x.owner == c.automaton:
			s.now[x], s.next[x] = x.term, after.In(x.term)
		case x.owner == e.Start:
			s.now[x], s.next[x], s.handed[x] = c.anything("mover:", x), given.In(x.term), true
		default:
			s.now[x], s.next[x], s.any[x] = c.anything("mover:", x), c.anything("moved:", x), true
		}
	}
	return s
}

// owned says of the thread that moves whether it owns a counter before and behind the step.
func (c *comparison) owned(x *bit) (now, next word.Term) {
	counter, a := c.counters[x.number], c.p.Automata[c.automaton]
	return word.Bool(counter.Owned(a, c.edge.From)), word.Bool(c.edge.Check == form.None && counter.Owned(a, c.edge.To))
}

// turns says whether anybody has a ticket that a predicate compares with something and that is equal to it, before and behind
// the step: the thread that moves, or another one. Never both have.
func (c *comparison) turns(x *bit, after *word.Substitution) (now, next word.Term) {
	t := c.t
	mine, then := word.False, word.False
	for _, k := range c.tickets {
		if k.Kind != c.tickets[x.number].Kind || k.Automaton != c.automaton || !c.compares(k, x.term) {
			continue
		}
		equal := t.Eq(t.Var(k.Local), x.term)
		if k.Drawn(c.edge.From) {
			mine = t.Or(mine, equal)
		}
		if c.edge.Check == form.None && k.Drawn(c.edge.To) {
			then = t.Or(then, after.In(equal))
		}
	}
	other := c.anything("other:", x)
	others := other
	if after.In(x.term) != x.term {
		others = c.anything("others:", x)
	}
	c.given = t.And(c.given, t.Not(t.Or(t.And(mine, other), t.And(then, others))))
	return t.Or(mine, other), t.Or(then, others)
}

// compares reports whether a predicate compares a ticket with something.
func (c *comparison) compares(k form.Ticket, with word.Term) bool {
	return slices.ContainsFunc(c.bits, func(x *bit) bool {
		if x.kind != predicate {
			return false
		}
		equal, ok := k.Equals(c.t, c.owners, x.term)
		return ok && equal == with
	})
}

// other says what the bits of a thread mean that runs an automaton and does not move.
func (c *comparison) other(automaton int) *side {
	s := newSide()
	theirs, after := c.others.Before(automaton), c.others.Behind(c.edge, automaton)
	for _, x := range c.bits {
		switch {
		case x.variable.Proc == nil: // shared: of no thread
		case x.kind == running:
			s.now[x] = word.Bool(x.number == automaton)
			s.next[x] = s.now[x]
		case x.kind == owning:
			s.now[x] = c.anything("theirs:", x)
			if c.counters[x.number].Alone(c.p, c.p.Automata[c.automaton], c.edge) {
				s.now[x] = word.False
			}
			s.next[x] = s.now[x]
		case x.kind == having:
			k := c.tickets[x.number]
			s.now[x] = word.False
			if k.Automaton == automaton {
				s.now[x] = c.anything("theirs:", x)
				c.differ(s.now[x], k)
			}
			s.next[x] = s.now[x]
		case x.owner == automaton:
			s.now[x] = theirs.In(x.term)
			s.next[x] = after.In(x.term)
		default:
			s.now[x], s.next[x], s.any[x] = c.anything("theirs:", x), c.anything("after:", x), true
		}
	}
	return s
}

// differ adds to what is given that if another thread has drawn a ticket, it is none that the thread has that moves.
func (c *comparison) differ(has word.Term, theirs form.Ticket) {
	for _, k := range c.tickets {
		if k.Kind == theirs.Kind && k.Automaton == c.automaton && k.Drawn(c.edge.From) {
			c.given = c.t.And(c.given, c.t.Not(c.t.And(has, c.t.Eq(c.t.Var(k.Local), c.others.Of(theirs.Local)))))
		}
	}
}

// step asks that the statement does what the edge does: to the thread that takes it and to any other one.
func (c *comparison) step() error {
	c.given = c.p.Enabled(c.edge)
	var others []*side
	for i := range c.p.Automata {
		others = append(others, c.other(i))
	}
	c.moved = c.mover()
	return c.allows(c.moved, others)
}

// allows asks that the statement may lead from all bits before the step to those behind it.
func (c *comparison) allows(mover *side, others []*side) error {
	op := &parser.Assign{}
	switch s := c.statement.Op.(type) {
	case *parser.Assign:
		op = s
	case *parser.Assume:
		op = &parser.Assign{Constrain: s.Cond}
	case *parser.Skip:
	default:
		return c.reject("it assigns nothing")
	}
	mine, theirs := map[*bit]parser.Expr{}, map[*bit]parser.Expr{}
	for i, l := range op.Lhs {
		switch x := c.of[l.Var]; {
		case l.Var == nil:
		case x == nil || l.Passive && l.Var.Proc == nil:
			return c.reject("%s is of no thread", l.Name)
		case l.Passive:
			theirs[x] = op.Rhs[i]
		default:
			mine[x] = op.Rhs[i]
		}
	}
	if err := c.sets(mover, mine, mover, nil); err != nil {
		return err
	}
	for _, other := range others {
		if err := c.sets(other, theirs, mover, other); err != nil {
			return err
		}
	}
	speaks := op.Constrain != nil && parser.MentionsPassive(op.Constrain)
	switch {
	case len(theirs) > 0 && others == nil, speaks && len(theirs) == 0:
		return c.reject("it speaks of other threads")
	case op.Constrain == nil:
		return nil
	case !speaks:
		others = []*side{nil}
	}
	for _, other := range others {
		x, err := c.can(op.Constrain, true, mover, other)
		if err != nil {
			return err
		}
		if err := c.holds(x, "its constraint excludes a step"); err != nil {
			return err
		}
	}
	return nil
}

// sets asks that bits get the values that they have to have. Bits that are not assigned keep theirs.
func (c *comparison) sets(s *side, to map[*bit]parser.Expr, mover, other *side) error {
	for _, x := range c.bits {
		if _, there := s.now[x]; !there {
			continue
		}
		e, assigned := to[x]
		if !assigned {
			if s.any[x] || s.handed[x] {
				s.next[x] = s.now[x]
				continue
			}
			same := c.t.Eq(s.now[x], s.next[x])
			if err := c.holds(same, "%s changes, and is not assigned", x.variable.Name); err != nil {
				return err
			}
			continue
		}
		if s.any[x] {
			continue
		}
		one, err := c.can(e, true, mover, other)
		if err != nil {
			return err
		}
		zero, err := c.can(e, false, mover, other)
		if err != nil {
			return err
		}
		if err := c.holds(c.t.Ite(s.next[x], one, zero), "%s does not get the value that it has", x.variable.Name); err != nil {
			return err
		}
	}
	return nil
}

// can returns whether an expression can have a value, each * choosing on its own.
func (c *comparison) can(e parser.Expr, value bool, mover, other *side) (word.Term, error) {
	t := c.t
	var of func(e parser.Expr) (one, zero word.Term)
	var err error
	of = func(e parser.Expr) (one, zero word.Term) {
		switch e := e.(type) {
		case *parser.Lit:
			return word.Bool(e.Value), word.Bool(!e.Value)
		case *parser.Star:
			return word.True, word.True
		case *parser.Ref:
			x, s := c.of[e.Var], mover
			if e.Passive {
				s = other
			}
			if x == nil || s == nil || e.Passive && e.Var.Proc == nil {
				err = c.reject("%s is of no thread", e.Name)
				return word.False, word.False
			}
			y := s.now[x]
			if e.Next {
				y = s.next[x]
			}
			return y, t.Not(y)
		case *parser.Not:
			one, zero = of(e.X)
			return zero, one
		case *parser.Binary:
			x1, x0 := of(e.X)
			y1, y0 := of(e.Y)
			if e.Op == parser.OpImplies {
				x1, x0 = x0, x1
			}
			same, differ := t.Or(t.And(x1, y1), t.And(x0, y0)), t.Or(t.And(x1, y0), t.And(x0, y1))
			switch e.Op {
			case parser.OpAnd:
				return t.And(x1, y1), t.Or(x0, y0)
			case parser.OpOr, parser.OpImplies:
				return t.Or(x1, y1), t.And(x0, y0)
			case parser.OpXor, parser.OpNeq:
				return differ, same
			case parser.OpEq:
				return same, differ
			}
		case *parser.Cond:
			i1, i0 := of(e.If)
			x1, x0 := of(e.Then)
			y1, y0 := of(e.Else)
			return t.Or(t.And(i1, x1), t.And(i0, y1)), t.Or(t.And(i1, x0), t.And(i0, y0))
		}
		err = c.reject("%s is not known here", parser.ExprString(e))
		return word.False, word.False
	}
	one, zero := of(e)
	if value {
		return one, err
	}
	return zero, err
}
