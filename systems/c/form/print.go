// This file defines how programs are written as text.

package form

import (
	"fmt"
	"strings"

	"github.com/ijit/ijit/systems/c/word"
)

// String returns all automata, an edge a line.
func (p *Program) String() string {
	var b strings.Builder
	t := p.Terms
	for _, g := range p.Globals {
		fmt.Fprintf(&b, "global %s:%d", t.Name(g.Variable), t.VariableWidth(g.Variable))
		if g.Initial != None {
			fmt.Fprintf(&b, " = %s", t.String(g.Initial))
		}
		b.WriteByte('\n')
	}
	for i, a := range p.Automata {
		fmt.Fprintf(&b, "automaton %d %s, entry %d\n", i, a.Name, a.Entry)
		for _, v := range a.Locals {
			fmt.Fprintf(&b, "  local %s:%d\n", t.Name(v), t.VariableWidth(v))
		}
		for _, e := range a.Edges {
			fmt.Fprintf(&b, "  %s\n", p.Edge(e))
		}
	}
	return b.String()
}

// Edge returns an edge in a line.
func (p *Program) Edge(e *Edge) string {
	t := p.Terms
	var b strings.Builder
	fmt.Fprintf(&b, "%d", e.From)
	if e.Check == None {
		fmt.Fprintf(&b, " -> %d", e.To)
	}
	if e.Guard != word.True {
		fmt.Fprintf(&b, " [%s]", t.String(e.Guard))
	}
	if e.Defined != word.True {
		fmt.Fprintf(&b, " {%s}", t.String(e.Defined))
	}
	if e.Check != None {
		fmt.Fprintf(&b, " assert %s", t.String(e.Check))
	}
	for _, u := range e.Updates {
		fmt.Fprintf(&b, " %s;", p.Update(u))
	}
	if e.Start >= 0 {
		fmt.Fprintf(&b, " start %s", p.Automata[e.Start].Name)
		for _, u := range e.Arguments {
			fmt.Fprintf(&b, " %s;", p.Update(u))
		}
	}
	fmt.Fprintf(&b, " // %d: %s", e.Origin.Line, e.Origin.Text)
	return b.String()
}

// Update returns an update as an assignment in C.
func (p *Program) Update(u Update) string {
	t := p.Terms
	index := ""
	if u.Index != None {
		index = "[" + t.String(u.Index) + "]"
	}
	return fmt.Sprintf("%s%s = %s", t.Name(u.Variable), index, t.String(u.Value))
}
