// This file defines data races as checks.

package form

import (
	"fmt"
	"slices"

	"github.com/ijit/ijit/systems/c/word"
)

// An Access is what an edge does to an object that threads share, if that is not atomic: two of them, one of which is Write,
// are a data race if both can happen next (C11, 5.1.2.4).
type Access struct {
	Variable word.Variable
	Index    word.Term // of an array; None for a variable
	Write    bool
}

// Racing returns the objects that two threads may access at once, one of them writing, as far as locks do not tell that
// they cannot.
func (p *Program) Racing() (list []word.Variable) {
	k := p.locking()
	type accesses struct {
		writes, unlocked bool
		threads          int // automata, one that several threads run twice
		last             int
	}
	of := map[word.Variable]*accesses{}
	for i, e := range p.Edges() {
		if e.Access == nil || k.exclusive(i, e, e.Access.Variable) {
			continue
		}
		a := of[e.Access.Variable]
		if a == nil {
			a = &accesses{last: -1}
			of[e.Access.Variable] = a
		}
		// Who sets a lock free holds it.
		a.unlocked = a.unlocked || k.locks[e.Access.Variable] == nil || !k.holds(i, e, e.Access.Variable)
		if a.writes = a.writes || e.Access.Write; a.last != i {
			a.threads, a.last = a.threads+1, i
			if p.Automata[i].Many {
				a.threads++
			}
		}
	}
	for v, a := range of {
		if a.writes && a.unlocked && a.threads > 1 {
			list = append(list, v)
		}
	}
	slices.Sort(list)
	return list
}

// AskRace has p ask whether an object is accessed while another thread writes to it, and nothing else. A write takes two
// steps, and while one is under way an access fails. What may happen in either order may happen in this one. ok is false if
// there is no such object.
func (p *Program) AskRace(object string) (ok bool) {
	t := p.Terms
	x := word.Variable(-1)
	for owner, v := range p.Variables(true) {
		if owner == Shared && t.Name(v) == object {
			x = v
		}
	}
	if x < 0 {
		return false
	}
	p.Race = object
	writing := t.NewVariable(fmt.Sprintf("writing(%s)", t.Name(x)), 1, false)
	p.Globals = append(p.Globals, Global{writing, word.False})
	p.Checks = 0
	at := word.Variable(-1) // which element is written to
	for _, f := range p.Automata {
		f.Edges = slices.DeleteFunc(f.Edges, func(e *Edge) bool { return e.Check != None })
		for _, e := range slices.Clone(f.Edges) {
			a := e.Access
			if a == nil || a.Variable != x {
				continue
			}
			free := t.Not(t.Var(writing))
			if a.Index != None {
				if at < 0 {
					at = t.NewVariable(fmt.Sprintf("writing(%s).index", t.Name(x)), 64, false)
					p.Globals = append(p.Globals, Global{at, t.Const(64, 0)})
				}
				free = t.Or(free, t.Not(t.Eq(t.Var(at), t.Extend(a.Index, 64, false))))
			}
			check := NewEdge(e.From, e.From, e.Origin)
			check.Check, check.Guard, check.Defined = free, e.Guard, e.Defined
			check.Inputs = e.Inputs
			f.Edges = append(f.Edges, check)
			p.Checks++
			if !a.Write {
				continue
			}
			begin := NewEdge(e.From, f.Nodes, e.Origin)
			begin.Guard, begin.Defined, begin.Inputs = e.Guard, e.Defined, e.Inputs
			f.Nodes++
			begin.Updates = append(begin.Updates, Update{writing, None, word.True})
			if a.Index != None {
				begin.Updates = append(begin.Updates, Update{at, None, t.Extend(a.Index, 64, false)})
			}
			f.Edges = append(f.Edges, begin)
			e.From = begin.To
			e.Updates = append(slices.Clone(e.Updates), Update{writing, None, word.False})
		}
	}
	return true
}
