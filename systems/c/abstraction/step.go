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
}

func (s *statement) set(left, right string) {
	s.left, s.right = append(s.left, left), append(s.right, right)
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

// not writes that not all literals of a cube hold, where name says how a bit is read.
func not(c cube, name func(Literal) string) string {
	var parts []string
	for _, l := range c {
		n := name(l)
		if !l.Value {
			n = "!" + n
		}
		parts = append(parts, n)
	}
	return "!(" + strings.Join(parts, " & ") + ")"
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
		a.Program.Terms.Variables(x, func(v word.Variable) {
			if own, ok := a.inverse[v]; ok {
				v = own
			}
			m[v] = true
		})
	}
	return m
}

func bitsOf(list []*Predicate) (bits []bit) {
	for _, p := range list {
		bits = append(bits, bit{p.Bit, p.Term})
	}
	return bits
}

// guard is the part of a step that all of its questions share.
func (a *Abstraction) guard(ctx context.Context, e *form.Edge, x word.Term, v *views) (*tree, error) {
	return a.decide(ctx, &question{edge: e, x: x, bits: bitsOf(relevant(v.visible, a.vars(x))), open: one})
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
		for _, l := range c {
			if l.Predicate.Mixed { // the others hold of themselves
				s.require(not(c, func(l Literal) string { return l.Predicate.Bit }))
				break
			}
		}
	}
}

// step makes a statement of an edge of an automaton.
func (a *Abstraction) step(ctx context.Context, automaton int, e *form.Edge, all []*views) (*statement, error) {
	t := a.Program.Terms
	v := all[automaton]
	s := &statement{}
	a.inside(s, automaton, e, v)
	g, err := a.guard(ctx, e, a.Program.Enabled(e), v)
	if err != nil {
		return nil, err
	}
	s.require(g.String())
	after := t.Substitute(func(x word.Variable) (word.Term, bool) { return e.Writes(x) })
	changed := map[*Predicate]bool{}
	for _, p := range v.visible {
		x := after.In(p.Term)
		if x == p.Term {
			continue
		}
		near := relevant(v.visible, a.vars(x))
		next, err := a.decide(ctx, &question{edge: e, given: []word.Term{a.Program.Enabled(e)}, x: x, bits: bitsOf(near), open: star})
		if err != nil {
			return nil, err
		}
		changed[p] = true
		s.set(p.Bit, next.String())
	}
	if e.Start >= 0 { // the thread copies the bits that its creator has set for it
		given := t.Substitute(func(x word.Variable) (word.Term, bool) { return e.Gives(x) })
		for _, p := range a.handed(e.Start) {
			x := given.In(p.Term)
			next, err := a.decide(ctx, &question{edge: e, given: []word.Term{a.Program.Enabled(e)}, x: x, bits: bitsOf(relevant(v.visible, a.vars(x))), open: star})
			if err != nil {
				return nil, err
			}
			s.set(p.Bit, next.String())
		}
	}
	for _, c := range v.cubes {
		for _, l := range c {
			if changed[l.Predicate] {
				s.require(not(c, func(l Literal) string {
					if changed[l.Predicate] {
						return "'" + l.Predicate.Bit
					}
					return l.Predicate.Bit
				}))
				break
			}
		}
	}
	passive := map[*Predicate]bool{}
	for other := range a.Program.Automata {
		if err := a.passive(ctx, s, e, automaton, other, all, changed, passive); err != nil {
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
		s.require("(" + when + not(cube(x), func(l Literal) string {
			n := l.Predicate.Bit
			if l.Other {
				n += "$"
			}
			if l.After && (l.Other && passive[l.Predicate] || !l.Other && changed[l.Predicate]) {
				n = "'" + n
			}
			return n
		}) + ")")
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
	for i, f := range a.Program.Automata {
		for _, e := range f.Edges {
			if e.Start == automaton && i == automaton {
				return nil
			} else if e.Start == automaton {
				starts = append(starts, e)
			}
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

// passive sets the bits of threads that run an automaton and do not move.
func (a *Abstraction) passive(ctx context.Context, s *statement, e *form.Edge, automaton, other int, all []*views, changed, passive map[*Predicate]bool) error {
	t := a.Program.Terms
	v, w := all[automaton], all[other]
	after := t.Substitute(func(x word.Variable) (word.Term, bool) {
		if a.owners.Of(x) != form.Shared {
			return 0, false
		}
		return e.Writes(x)
	})
	for _, p := range w.visible {
		if !p.Mixed {
			continue
		}
		mine := a.other(p.Term, other)
		x := after.In(mine)
		if x == mine {
			continue
		}
		var theirs []*Predicate
		for _, q := range w.visible {
			if q.Owner == other {
				theirs = append(theirs, q)
			}
		}
		vars := a.vars(x)
		var bits []bit
		for _, q := range relevant(theirs, vars) {
			bits = append(bits, bit{q.Bit + "$", a.other(q.Term, other)})
		}
		for _, q := range relevant(v.visible, vars) {
			bits = append(bits, bit{q.Bit, q.Term})
		}
		bits = bits[:min(len(bits), mostBits)]
		next, err := a.decide(ctx, &question{edge: e, given: []word.Term{a.Program.Enabled(e)}, x: x, bits: bits, open: star})
		if err != nil {
			return err
		}
		passive[p] = true
		s.set(p.Bit+"$", fmt.Sprintf("(%s$ ? %s : 0)", In(other), next))
	}
	for _, c := range w.cubes {
		touched := false
		for _, l := range c {
			touched = touched || passive[l.Predicate] && l.Predicate.Owner == other
		}
		if !touched {
			continue
		}
		s.require(fmt.Sprintf("(!%s$ | %s)", In(other), not(c, func(l Literal) string {
			n := l.Predicate.Bit
			if l.Predicate.Owner == other {
				n += "$"
				if passive[l.Predicate] {
					n = "'" + n
				}
			} else if changed[l.Predicate] {
				n = "'" + n
			}
			return n
		})))
	}
	return nil
}

// check makes an assertion of a check.
func (a *Abstraction) check(ctx context.Context, automaton int, e *form.Edge, all []*views) (string, error) {
	t := a.Program.Terms
	v := all[automaton]
	x := t.Or(t.Not(a.Program.Enabled(e)), e.Check)
	f, err := a.decide(ctx, &question{edge: e, x: x, bits: bitsOf(relevant(v.visible, a.vars(x))), open: zero})
	if err != nil {
		return "", err
	}
	// Bits that are those of no values do not fail.
	s := &statement{}
	a.inside(s, automaton, e, v)
	text := f.String()
	for _, c := range s.constraints {
		text = fmt.Sprintf("%s | !%s", text, c)
	}
	return text, nil
}
