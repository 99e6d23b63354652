// This file defines which claims a skeleton makes, and which of them explorations and proofs close.

package gocheck

import (
	"fmt"
	"slices"

	"github.com/ijit/ijit/systems"
	"github.com/ijit/ijit/systems/golang/gocheck/ledger"
	"github.com/ijit/ijit/systems/golang/lower"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// claims calls f for each claim about a node.
func claims(n *skeleton.Node, f func(kind ledger.Kind, at skeleton.Site)) {
	if lower.Quiet(n) {
		return
	}
	if blocks(n) || n.Polls {
		f(ledger.Blocked, n.Site)
	}
	switch n.Op {
	case skeleton.Send, skeleton.Close:
		if !n.Recovers() { // otherwise it may fail
			f(ledger.Close, n.Site)
		}
	case skeleton.Select:
		for i, c := range n.Cases {
			if c.Send {
				f(ledger.Close, caseSite(n, i))
			}
		}
	case skeleton.Unlock, skeleton.RUnlock:
		f(ledger.Lock, n.Site)
	case skeleton.Add:
		f(ledger.WaitGroup, n.Site)
	case skeleton.Copied:
		if n.Object.Kind == skeleton.WaitGroup {
			f(ledger.WaitGroup, n.Site)
		} else {
			f(ledger.Lock, n.Site)
		}
	case skeleton.Panic:
		if !n.Fault {
			f(ledger.Panic, n.Site)
		}
	case skeleton.Access:
		f(ledger.Race, n.Site)
	}
}

// caseSite returns the place of a case of a select.
func caseSite(n *skeleton.Node, i int) skeleton.Site {
	if i >= 0 && n.Cases[i].Site.Pos.IsValid() {
		return n.Cases[i].Site
	}
	return n.Site
}

func (q *question) key(kind ledger.Kind, at skeleton.Site) ledger.Key {
	return ledger.KeyOf(kind, q.place(at))
}

// claim makes the claims about a skeleton.
func (q *question) claim(p *skeleton.Program) {
	for _, b := range p.Bodies {
		for _, n := range b.Nodes {
			claims(n, func(kind ledger.Kind, at skeleton.Site) {
				if q.asks(kind) {
					q.ledger.Claim(kind, q.place(at))
				}
			})
		}
	}
}

// opens lists for each kind of claim what a note must open so that a skeleton says nothing of it.
var opens = []struct {
	kind  ledger.Kind
	opens skeleton.Opens
}{
	{ledger.Blocked, skeleton.OpensBlocked}, {ledger.Race, skeleton.OpensRaces},
	{ledger.Close, skeleton.OpensFailures}, {ledger.Lock, skeleton.OpensFailures}, {ledger.WaitGroup, skeleton.OpensFailures}, {ledger.Panic, skeleton.OpensFailures},
}

// modelled returns those kinds of claims, of some, of which a skeleton has all executions, and says why of the others.
func (q *question) modelled(p *skeleton.Program, kinds ...ledger.Kind) (list []ledger.Kind) {
	notes := notesOf(p)
	for _, x := range opens {
		if !slices.Contains(kinds, x.kind) || !q.asks(x.kind) {
			continue
		}
		i := slices.IndexFunc(notes, func(n skeleton.Note) bool { return n.Opens.Has(x.opens) })
		if i < 0 {
			list = append(list, x.kind)
			continue
		}
		q.ledger.Explain("unsupported", unmodelled(notes[i]), x.kind)
	}
	return list
}

// unmodelled says a note in words.
func unmodelled(n skeleton.Note) string { return n.What + ": " + n.Effect }

// bounds returns what an exploration of a skeleton was restricted to; nil if it was of the program as it is.
func (q *question) bounds(p *skeleton.Program, cut bool) *ledger.Bounds {
	if len(p.Sizes) == 0 && !cut {
		return nil
	}
	b := &ledger.Bounds{}
	if cut {
		b.Goroutines = q.Threads
	}
	for _, s := range p.Sizes {
		n := ledger.Number{What: s.What, Value: s.Value}
		if n.What == "" {
			n.What = "a number"
			if at := where(s.Site); at != "" {
				n.What += " at " + at
			}
		}
		if !slices.Contains(b.Numbers, n) {
			b.Numbers = append(b.Numbers, n)
		}
	}
	return b
}

// evidence returns that of an argument about the entry.
func (q *question) evidence(a ledger.Argument, by string, bounds *ledger.Bounds) ledger.Evidence {
	e := ledger.Evidence{Argument: a, By: by, Bounds: bounds, Assumptions: ledger.Translation | ledger.SequentialConsistency | ledger.NoOverflow | ledger.LoopsEnd}
	if q.skeleton.MayFault {
		e.Assumptions |= ledger.NoFaults
	}
	if q.fails {
		e.Assumptions |= ledger.FailedTestsEnd
	}
	if q.code.TestsBeside(q.entry) {
		e.Assumptions |= ledger.TestsAlone
	}
	if q.skeleton.Given {
		e.Assumptions |= ledger.GivenNew
	}
	return e
}

// explored closes claims of some kinds by an exploration of a skeleton that has come to its end. Within bounds only
// that is closed which some execution has come to: the rest may lie behind what was left out. So it is where something
// goes wrong that executions end by: what lies behind that is not known to be right. What goes wrong was doubted
// before.
func (q *question) explored(p *skeleton.Program, l *lower.Program, m *systems.Model, s *survey, kinds ...ledger.Kind) {
	if !s.complete {
		q.ledger.Explain(s.reason, s.detail, kinds...)
		return
	}
	if len(l.Why) > 0 && slices.Contains(kinds, ledger.Blocked) { // more can happen there, and so less is blocked
		q.ledger.Explain("unsupported", l.Why[0], ledger.Blocked)
		kinds = slices.DeleteFunc(slices.Clone(kinds), func(k ledger.Kind) bool { return k == ledger.Blocked })
	}
	bounds := q.bounds(p, s.cut)
	undecided := map[ledger.Key]bool{}
	for _, x := range s.undecided {
		undecided[q.key(ledger.Blocked, x.Node.Site)] = true
	}
	reached := map[ledger.Key]bool{}
	for _, pc := range s.reached {
		if n := nodeOf(l, m, pc); n != nil {
			claims(n, func(kind ledger.Kind, at skeleton.Site) { reached[q.key(kind, at)] = true })
		}
	}
	conflicts := map[ledger.Key]bool{} // accesses; others need not be reached to be in no race
	for _, x := range l.Pairs {
		conflicts[q.key(ledger.Race, x.First.Site)], conflicts[q.key(ledger.Race, x.Other.Site)] = true, true
	}
	behind := func(k ledger.Key) bool { // what was left out, if it is anywhere
		switch k.Kind {
		case ledger.Panic: // the claim is that it is not reached
			return false
		case ledger.Race:
			return conflicts[k] && !reached[k]
		}
		return !reached[k]
	}
	left := false
	ends := len(s.leaks) > 0 || slices.ContainsFunc(s.failures, func(x failed) bool { return x.Node.Op != skeleton.Copied })
	q.ledger.CloseAll(q.evidence(ledger.Exploration, "bfs", bounds), func(k ledger.Key) bool {
		if ends && behind(k) {
			q.behind[k], left = true, true
		}
		return undecided[k] || q.behind[k] || bounds != nil && behind(k)
	}, q.modelled(p, kinds...)...)
	if left {
		q.ledger.Explain("bound", "what is left lies behind something that goes wrong, as it seems", kinds...)
	}
	if len(undecided) > 0 {
		q.ledger.Explain("bound", fmt.Sprintf("whether somebody helps a goroutine that waits was not followed to the end, with %s", bounds), ledger.Blocked)
	}
}

// nodeOf returns the node that a location of a Boolean program stands for, nil if there is none.
func nodeOf(l *lower.Program, m *systems.Model, pc int) *skeleton.Node {
	n := m.Program.Nodes[pc]
	if n == nil || n.Pos.Line < 1 || n.Pos.Line > len(l.Lines) {
		return nil
	}
	return l.Lines[n.Pos.Line-1].Node
}

// holds closes claims of some kinds by a proof about a skeleton with more executions than the program: those of all
// operations for which not does not hold, also of those that it does not have, which are dead. A goroutine that is
// woken for ever in vain is not blocked there: proofs say nothing of it.
func (q *question) holds(p *skeleton.Program, a ledger.Argument, by string, not func(ledger.Key) bool, kinds ...ledger.Kind) {
	vain := q.vain(p)
	q.ledger.CloseAll(q.evidence(a, by, nil), func(k ledger.Key) bool { return vain[k] || q.behind[k] || not(k) }, q.modelled(p, kinds...)...)
	if len(vain) > 0 {
		q.ledger.Explain("unsupported", "whether a goroutine is woken for ever in vain is only known where all executions were explored", ledger.Blocked)
	}
}

// vain returns the claims about Waits of Conds from which goroutines may be woken for ever in vain.
func (q *question) vain(p *skeleton.Program) map[ledger.Key]bool {
	list := map[ledger.Key]bool{}
	for _, b := range p.Bodies {
		for _, n := range b.Nodes {
			if n.Round > 0 && n.Op == skeleton.CondWait {
				list[q.key(ledger.Blocked, n.Site)] = true
			}
		}
	}
	return list
}

// certain reports whether the code has all executions of a skeleton: nothing was left out, fixed or made smaller, and
// no data decide of which nothing is known. Then no replay is needed to know that one is an execution of the code.
// There is none of a copy of a lock, which goes wrong where it is used; what was left out does not undo it.
func certain(p *skeleton.Program, l *lower.Program, n *skeleton.Node) bool {
	if len(p.Sizes) > 0 || !l.Exact {
		return false
	}
	if n.Op != skeleton.Copied && slices.ContainsFunc(notesOf(p), func(n skeleton.Note) bool { return n.Opens != skeleton.OpensNothing }) {
		return false
	}
	open := unknownVars(p)
	for _, b := range p.Bodies {
		for _, n := range b.Nodes {
			if n.Op == skeleton.Branch && mentions(n.Cond, open) {
				return false
			}
		}
	}
	return true
}
