// This file defines summaries of procedures as people can read them.

package bebop

import (
	"iter"
	"strings"

	"github.com/ijit/ijit/allsat"
	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/parser"
)

// A Summary is what a procedure does, from all valuations with which it is called
// to all with which it returns.
type Summary struct {
	Proc *parser.Proc

	search *search
	// edges are the path edges behind the returns, and differ says, for each global
	// that occurs twice in them, that its variable in next is true if it changed.
	edges, differ bdd.Node
}

// A Case is a part of a Summary: a condition on the values at the entry, and what
// comes of it. All combinations of what is left open are possible.
type Case struct {
	When    []Literal
	Changes []Change       // variables that neither occur here nor are local keep their values
	Returns []allsat.Value // what may be returned, by position
}

// A Literal says that a variable has a value.
type Literal struct {
	Var   *parser.Var
	Value bool
}

// A Change says what becomes of a global: one of two values, either of them, or the
// complement of what it was.
type Change struct {
	Var   *parser.Var
	To    allsat.Value
	Flips bool // then To is Both
}

// Summaries returns the summaries of the procedures that are called, in the order of
// the program. They are all there is to say if Result.Complete is true and Check was
// asked for summaries; else values that do not matter may be left open.
func (r *Result) Summaries() []*Summary {
	var list []*Summary
	for _, proc := range r.search.program.File.Procs {
		if p := r.search.flow.Proc(proc); p != nil && len(p.Callers) > 0 && r.search.m.Err() == nil {
			list = append(list, r.search.summarise(r.search.procs[p.Index]))
		}
	}
	return list
}

// summarise returns the summary of p. To say of a global that is kept or
// complemented what its value is would double the number of cases, and so would, for
// one that becomes a constant, to say whether it changed. So there is a variable for
// either, and each case says what is simpler.
func (s *search) summarise(p *procedure) *Summary {
	m := s.m
	sum := &Summary{Proc: p.Proc.Proc, search: s, edges: s.path[p.ret], differ: bdd.True}
	for i := range s.globals {
		if p.twice.Test(uint(i)) {
			changed := m.Xor(m.Var(s.entry[i]), m.Var(s.now[i]))
			sum.differ = m.And(sum.differ, m.Equiv(m.Var(s.next[i]), changed))
		}
	}
	return sum
}

// Cases returns cases that together are the summary. None can be left out.
func (sum *Summary) Cases() iter.Seq[Case] {
	return func(yield func(Case) bool) {
		m := sum.search.m
		lower, upper := m.And(sum.edges, sum.differ), m.Or(sum.edges, m.Not(sum.differ))
		for c := range m.ISOPBetween(lower, upper) {
			if !yield(sum.read(c)) {
				return
			}
		}
	}
}

// read turns a cube into a case.
func (sum *Summary) read(c bdd.Cube) Case {
	s := sum.search
	p := s.procs[s.flow.Proc(sum.Proc).Index]
	at := map[bdd.Var]bool{}
	for _, l := range c {
		at[l.Var] = l.Value
	}
	value := func(v bdd.Var) allsat.Value {
		if b, ok := at[v]; ok {
			return allsat.ValueOf(b)
		}
		return allsat.Both
	}
	var out Case
	for i := range s.globals + p.Params {
		v := s.variable(p, i)
		place := s.entry[i]
		if p.held.Test(uint(i)) {
			place = s.now[i]
		}
		before, after, changed := value(place), allsat.Both, allsat.Both
		if i < s.globals && p.Mod.Test(uint(i)) {
			after, changed = value(s.now[i]), value(s.next[i])
		}
		if after != allsat.Both && changed != allsat.Both { // together they say what it was
			before = allsat.ValueOf((after == allsat.One) != (changed == allsat.One))
		}
		if before != allsat.Both {
			out.When = append(out.When, Literal{v, before == allsat.One})
		}
		if i < s.globals && p.Mod.Test(uint(i)) && changed != allsat.Zero {
			out.Changes = append(out.Changes, Change{v, after, after == allsat.Both && changed == allsat.One})
		}
	}
	for i := range sum.Proc.Returns {
		out.Returns = append(out.Returns, value(s.returned[i]))
	}
	return out
}

// variable returns variable i of a row of p.
func (s *search) variable(p *procedure, i int) *parser.Var {
	if i < s.globals {
		return s.program.File.Globals[i]
	}
	return p.Locals[i-s.globals]
}

// String shows the case as a condition and assignments:
//
//	a & !b: g := !g, h := *, return 1
func (c Case) String() string {
	var when, then []string
	for _, l := range c.When {
		when = append(when, sign(l.Value)+name(l.Var))
	}
	if len(when) == 0 {
		when = []string{"1"}
	}
	for _, x := range c.Changes {
		to := digit(x.To)
		if x.Flips {
			to = "!" + name(x.Var)
		}
		then = append(then, name(x.Var)+" := "+to)
	}
	if len(c.Returns) > 0 {
		var values []string
		for _, v := range c.Returns {
			values = append(values, digit(v))
		}
		then = append(then, "return "+strings.Join(values, ", "))
	}
	if len(then) == 0 {
		then = []string{"skip"}
	}
	return strings.Join(when, " & ") + ": " + strings.Join(then, ", ")
}

func sign(value bool) string {
	if value {
		return ""
	}
	return "!"
}

func digit(v allsat.Value) string {
	switch v {
	case allsat.Zero:
		return "0"
	case allsat.One:
		return "1"
	}
	return "*"
}

// name returns the name of v as an expression mentions it.
func name(v *parser.Var) string {
	return parser.ExprString(&parser.Ref{Name: v.Name, Var: v})
}
