// This file defines the statements of steps.

package abstraction

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ijit/ijit/systems/c/form"
	"github.com/ijit/ijit/systems/c/word"
)

// A statement is an assignment of all bits that a step may change, with what holds of its steps.
type statement struct {
	left, right []string
	constraints []string
	// changed and passive are the predicates that it sets: those of the thread that moves, and those of others.
	changed, passive map[*Predicate]bool
}

func newStatement() *statement {
	return &statement{changed: map[*Predicate]bool{}, passive: map[*Predicate]bool{}}
}

func (s *statement) set(left, right string) {
	s.left, s.right = append(s.left, left), append(s.right, right)
}

// change sets a predicate of the thread that moves.
func (s *statement) change(p *Predicate, to string) {
	s.changed[p] = true
	s.set(p.Bit, to)
}

func (s *statement) require(c string) {
	if c != "1" {
		s.constraints = append(s.constraints, c)
	}
}

func (s *statement) String() string {
	all := strings.Join(s.constraints, " & ")
	switch {
	case len(s.left) == 0 && all == "":
		return "skip;"
	case len(s.left) == 0:
		return fmt.Sprintf("assume(%s);", all)
	case all == "":
		return fmt.Sprintf("%s := %s;", strings.Join(s.left, ", "), strings.Join(s.right, ", "))
	}
	return fmt.Sprintf("%s := %s constrain %s;", strings.Join(s.left, ", "), strings.Join(s.right, ", "), all)
}

// not writes that not all literals of a cube hold.
func (s *statement) not(c []Literal) string {
	var parts []string
	for _, l := range c {
		n, set := l.Predicate.Bit, s.changed
		if l.Other {
			n, set = n+"$", s.passive
		}
		if l.After && set[l.Predicate] {
			n = "'" + n
		}
		if !l.Value {
			n = "!" + n
		}
		parts = append(parts, n)
	}
	return "!(" + strings.Join(parts, " & ") + ")"
}

// behind returns a cube as it is behind a step, where predicates about locals of an automaton are those of another thread.
func behind(c cube, other int) (later cube) {
	for _, l := range c {
		l.After, l.Other = true, l.Predicate.Owner == other
		later = append(later, l)
	}
	return later
}

// consistent requires that bits that change are those of some values.
func (s *statement) consistent(cubes []cube) {
	for _, c := range cubes {
		if slices.ContainsFunc(c, func(l Literal) bool { return s.changed[l.Predicate] }) {
			s.require(s.not(behind(c, form.Input)))
		}
	}
}

// In returns the bit that says that a thread runs an automaton.
func In(automaton int) string { return fmt.Sprintf("in_%d", automaton) }

// owns returns the bit that says that a thread owns a counter.
func owns(counter int) string { return fmt.Sprintf("owns_%d", counter) }

// has returns the bit that says that a thread has drawn a ticket.
func has(ticket int) string { return fmt.Sprintf("has_%d", ticket) }

// bit01 writes a truth value.
func bit01(b bool) string {
	if b {
		return "1"
	}
	return "0"
}

// views are what is the same for all steps of the threads of an automaton.
type views struct {
	visible []*Predicate
	cubes   []cube
}

// vars returns the variables of terms.
func (a *Abstraction) vars(terms ...word.Term) map[word.Variable]bool {
	m := map[word.Variable]bool{}
	for _, x := range terms {
		a.Program.Terms.Variables(x, func(v word.Variable) { m[a.others.Own(v)] = true })
	}
	return m
}

func bitsOf(list []*Predicate) (bits []bit) {
	for _, p := range list {
		bits = append(bits, bit{p.Bit, p.Term})
	}
	return bits
}

// next returns what x is, for who takes an edge, as a function of bits.
func (a *Abstraction) next(ctx context.Context, e *form.Edge, x word.Term, bits []bit) (*tree, error) {
	return a.decide(ctx, &question{edge: e, given: []word.Term{a.Program.Enabled(e)}, x: x, bits: bits, open: star})
}

// near returns the bits of predicates that say most of x.
func (a *Abstraction) near(list []*Predicate, x word.Term) []bit {
	return bitsOf(relevant(list, a.vars(x)))
}

// inside requires that the bits of the thread that takes an edge are those of some values, and that it still has what it
// has there.
func (a *Abstraction) inside(s *statement, automaton int, e *form.Edge, v *views) {
	for i, c := range a.counters {
		if c.Owned(a.Program.Automata[automaton], e.From) {
			s.require(owns(i))
		}
	}
	for i, k := range a.tickets {
		if k.Automaton == automaton && k.Drawn(e.From) {
			s.require(has(i))
		}
	}
	for _, t := range a.turns() {
		for _, p := range t.by {
			if k := a.tickets[p.ticket]; k.Automaton == automaton && k.Drawn(e.From) {
				s.require(fmt.Sprintf("(!%s | %s)", p.Bit, t.bit))
			}
		}
	}
	for _, c := range v.cubes {
		if slices.ContainsFunc(c, func(l Literal) bool { return l.Predicate.Mixed }) { // the others hold of themselves
			s.require(s.not(c))
		}
	}
}

// step makes a statement of an edge of an automaton.
func (a *Abstraction) step(ctx context.Context, automaton int, e *form.Edge, all []*views) (*statement, error) {
	t := a.Program.Terms
	v := all[automaton]
	s := newStatement()
	a.inside(s, automaton, e, v)
	enabled := a.Program.Enabled(e)
	g, err := a.decide(ctx, &question{edge: e, x: enabled, bits: a.near(v.visible, enabled), open: one})
	if err != nil {
		return nil, err
	}
	s.require(g.String())
	after := t.Substitute(e.Writes)
	for _, p := range v.visible {
		x := after.In(p.Term)
		if x == p.Term {
			continue
		}
		next, err := a.next(ctx, e, x, a.near(v.visible, x))
		if err != nil {
			return nil, err
		}
		s.change(p, next.String())
	}
	if e.Start >= 0 { // the thread copies the bits that its creator has set for it
		given := t.Substitute(e.Gives)
		for _, p := range a.handed(e.Start) {
			x := given.In(p.Term)
			next, err := a.next(ctx, e, x, a.near(v.visible, x))
			if err != nil {
				return nil, err
			}
			s.set(p.Bit, next.String())
		}
	}
	s.consistent(v.cubes)
	for other := range a.Program.Automata {
		if err := a.passive(ctx, s, e, v, all[other], other); err != nil {
			return nil, err
		}
	}
	f := a.Program.Automata[automaton]
	for i, c := range a.counters {
		if now := c.Owned(f, e.To); now != c.Owned(f, e.From) {
			s.set(owns(i), bit01(now))
		}
		if c.Alone(a.Program, f, e) { // no other thread owns it: who does nevertheless does not any more, and never moves again
			s.set(owns(i)+"$", "0")
		}
	}
	a.draw(s, automaton, e)
	for _, x := range a.Excluded[e] {
		when := ""
		for _, l := range x {
			if l.Other && l.Predicate.Owner != form.Shared {
				when = "!" + In(l.Predicate.Owner) + "$ | "
			}
		}
		s.require("(" + when + s.not(x) + ")")
	}
	return s, nil
}

// A turn is something that tickets of a kind are compared with, by predicates. No two threads have the same ticket: so one
// thread at most has one of those tickets that is equal to it, and a shared bit says whether one has.
type turn struct {
	kind, equal word.Term
	bit         string
	by          []compared
}

// compared is a ticket that a predicate says to be equal to a turn.
type compared struct {
	ticket int
	*Predicate
}

// turns returns the turns that predicates speak of.
func (a *Abstraction) turns() (list []turn) {
	for _, p := range a.Predicates {
		for i, k := range a.tickets {
			x, ok := k.Equals(a.Program.Terms, a.owners, p.Term)
			if !ok {
				continue
			}
			at := slices.IndexFunc(list, func(t turn) bool { return t.kind == k.Kind && t.equal == x })
			if at < 0 {
				at, list = len(list), append(list, turn{k.Kind, x, fmt.Sprintf("turn_%d_%s", i, p.Bit), nil})
			}
			list[at].by = append(list[at].by, compared{i, p})
		}
	}
	return list
}

// draw sets who has drawn tickets, and whether it is somebody's turn. A thread whose turn it is not, since it is another one's,
// does not have its ticket any more, and never moves again.
func (a *Abstraction) draw(s *statement, automaton int, e *form.Edge) {
	for i, k := range a.tickets {
		if k.Automaton == automaton && k.Drawn(e.From) != k.Drawn(e.To) {
			s.set(has(i), bit01(k.Drawn(e.To)))
		}
	}
	others := map[int][]string{}
	for _, t := range a.turns() {
		var before, after []string // that it is the turn of the thread that moves
		changes := false
		for _, p := range t.by {
			k := a.tickets[p.ticket]
			if k.Automaton != automaton {
				continue
			}
			_, writes := e.Writes(k.Local)
			changes = changes || writes || k.Drawn(e.From) && !k.Drawn(e.To)
			if k.Drawn(e.From) {
				before = append(before, p.Bit)
			}
			if k.Drawn(e.To) && writes {
				after = append(after, "'"+p.Bit)
			}
		}
		mine := strings.Join(append(before, "0"), " | ")
		for _, p := range t.by {
			if before != nil {
				others[p.ticket] = append(others[p.ticket], fmt.Sprintf("(%s) & %s$", mine, p.Bit))
			}
		}
		another := fmt.Sprintf("(%s & !(%s))", t.bit, mine)
		switch equal := a.Program.Terms.Substitute(e.Writes).In(t.equal); {
		case equal != t.equal:
			s.set(t.bit, "*")
		case after != nil: // it is not the turn of who draws while it is another one's
			drawn := "(" + strings.Join(after, " | ") + ")"
			s.set(t.bit, "*")
			s.require(fmt.Sprintf("!(%s & %s)", another, drawn))
			s.require(fmt.Sprintf("('%s = (%s | %s))", t.bit, another, drawn))
		case changes:
			s.set(t.bit, fmt.Sprintf("((%s) ? * : %s)", mine, t.bit))
		}
	}
	for i := range a.tickets {
		if same := others[i]; same != nil {
			s.set(has(i)+"$", fmt.Sprintf("%s$ & !(%s)", has(i), strings.Join(same, " | ")))
		}
	}
}

// handed returns the predicates of an automaton about what its threads are given by who creates them, and about nothing
// else. They need another automaton to be set by: one that starts itself has its own bits there.
func (a *Abstraction) handed(automaton int) (list []*Predicate) {
	var starts []*form.Edge
	for i, e := range a.Program.Edges() {
		if e.Start == automaton && i == automaton {
			return nil
		} else if e.Start == automaton {
			starts = append(starts, e)
		}
	}
	for _, p := range a.Predicates {
		all := p.Owner == automaton && !p.Mixed && len(starts) > 0
		for v := range p.vars {
			for _, e := range starts {
				_, gives := e.Gives(v)
				all = all && gives
			}
		}
		if all {
			list = append(list, p)
		}
	}
	return list
}

// passive sets the bits of threads that run an automaton and do not move. v are the views of who moves, w those of the others.
func (a *Abstraction) passive(ctx context.Context, s *statement, e *form.Edge, v, w *views, other int) error {
	theirs, after := a.others.Before(other), a.others.Behind(e, other)
	own := slices.DeleteFunc(slices.Clone(w.visible), func(q *Predicate) bool { return q.Owner != other })
	for _, p := range w.visible {
		x := after.In(p.Term)
		if !p.Mixed || x == theirs.In(p.Term) {
			continue
		}
		var bits []bit
		for _, q := range relevant(own, a.vars(x)) {
			bits = append(bits, bit{q.Bit + "$", theirs.In(q.Term)})
		}
		bits = append(bits, a.near(v.visible, x)...)
		next, err := a.next(ctx, e, x, bits[:min(len(bits), mostBits)])
		if err != nil {
			return err
		}
		s.passive[p] = true
		s.set(p.Bit+"$", fmt.Sprintf("(%s$ ? %s : 0)", In(other), next))
	}
	for _, c := range w.cubes {
		if slices.ContainsFunc(c, func(l Literal) bool { return s.passive[l.Predicate] }) {
			s.require(fmt.Sprintf("(!%s$ | %s)", In(other), s.not(behind(c, other))))
		}
	}
	return nil
}

// check makes an assertion of a check.
func (a *Abstraction) check(ctx context.Context, automaton int, e *form.Edge, all []*views) (string, error) {
	v := all[automaton]
	x := a.Program.Terms.Or(a.Program.Terms.Not(a.Program.Enabled(e)), e.Check)
	f, err := a.decide(ctx, &question{edge: e, x: x, bits: a.near(v.visible, x), open: zero})
	if err != nil {
		return "", err
	}
	// Bits that are those of no values do not fail.
	s := newStatement()
	a.inside(s, automaton, e, v)
	text := f.String()
	for _, c := range s.constraints {
		text = fmt.Sprintf("%s | !%s", text, c)
	}
	return text, nil
}
