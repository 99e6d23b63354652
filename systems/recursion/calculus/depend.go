// This file defines which predicates depend on which.

package calculus

import (
	"slices"
	"strings"

	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/recursion/calculus/syntax"
)

// link finds callers.
func (s *System) link() {
	for _, p := range s.predicates {
		if p.body != nil {
			for _, m := range p.body.mentions {
				m.pred.callers = append(m.pred.callers, p)
			}
		}
	}
}

// circular reports predicates that are defined by themselves without mu or nu.
func (c *checker) circular() error {
	plain := func(p *predicate) bool { return p.sign == syntax.Plain }
	for _, ps := range components(c.sys.predicates, plain) {
		slices.SortFunc(ps, func(a, b *predicate) int { return a.id - b.id })
		p := ps[0]
		if !plain(p) || len(ps) == 1 && !p.uses(p) {
			continue
		}
		var names []string
		for _, q := range ps {
			names = append(names, q.name)
		}
		what := p.name + " is defined by itself"
		if len(names) > 1 {
			what = strings.Join(names, ", ") + " are defined by each other"
		}
		p.file.report.Errorf(p.decl.Pos, "write mu in front of it for the least solution, nu for the greatest", "%s", what)
	}
	var list parser.ErrorList
	for _, s := range c.sources {
		list = append(list, s.report.List()...)
	}
	if len(list) > 0 {
		return list
	}
	return nil
}

// uses reports whether the body of p mentions q.
func (p *predicate) uses(q *predicate) bool {
	if p.body != nil {
		for _, m := range p.body.mentions {
			if m.pred == q {
				return true
			}
		}
	}
	return false
}

// components returns the strongly connected components of the graph that has an
// edge from each predicate to those that it mentions, over those of all predicates
// that are in: what is mentioned comes before what mentions it (Tarjan, 1972).
func components(ps []*predicate, in func(*predicate) bool) [][]*predicate {
	t := &tarjan{in: in, marks: make([]mark, len(ps))}
	for _, p := range ps {
		if t.marks[p.id].number == 0 {
			t.visit(p)
		}
	}
	return t.found
}

type tarjan struct {
	in      func(*predicate) bool
	visited int
	marks   []mark // by predicate
	stack   []*predicate
	found   [][]*predicate
}

// A mark says when a predicate was visited, from 1 on, and the earliest on the stack
// that it leads to.
type mark struct {
	number, low int
	open        bool // it is on the stack
}

func (t *tarjan) visit(p *predicate) {
	t.visited++
	at := &t.marks[p.id]
	*at = mark{t.visited, t.visited, true}
	t.stack = append(t.stack, p)
	if p.body != nil && t.in(p) {
		for _, m := range p.body.mentions {
			switch to := &t.marks[m.pred.id]; {
			case !t.in(m.pred):
			case to.number == 0:
				t.visit(m.pred)
				at.low = min(at.low, to.low)
			case to.open:
				at.low = min(at.low, to.number)
			}
		}
	}
	if at.low != at.number {
		return
	}
	i := slices.Index(t.stack, p)
	for _, q := range t.stack[i:] {
		t.marks[q.id].open = false
	}
	t.found = append(t.found, slices.Clone(t.stack[i:]))
	t.stack = t.stack[:i]
}
