// This file defines where threads can be blocked for ever, and who is in the end.

package systems

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ijit/ijit/internal/show/trace"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/tts"
)

// A places says which locations of a program are one place: those with labels that are
// equal up to the first #. One without a label is a place of its own, but the end of a
// thread is none.
type places struct {
	of    []int    // by location of the program that is run
	names []string // by place: its label, "" for none
	pcs   []int    // by place: the first location, in the program as written
}

// newPlaces finds the places, all or those with a label that begins in one of some ways.
func (c *check) newPlaces(prefixes []string) *places {
	p := &places{of: make([]int, len(c.code.Nodes))}
	byName, byPC := map[string]int{}, map[int]int{}
	for pc, n := range c.code.Nodes {
		p.of[pc] = tts.NoPlace
		if n == nil || !n.Reachable || len(n.Out) == 0 {
			continue
		}
		name, asked := placeName(n, prefixes)
		at := c.written(pc)
		place, known := byPC[at]
		if name != "" {
			place, known = byName[name]
		}
		switch {
		case !asked:
			continue
		case !known:
			place = len(p.names)
			p.names, p.pcs = append(p.names, name), append(p.pcs, at)
		}
		if name != "" {
			byName[name] = place
		} else {
			byPC[at] = place
		}
		p.of[pc] = place
	}
	return p
}

// placeName returns the name of the place of a location, "" if it has no label, and whether
// it is asked about. Of several labels one with a # counts, else the first.
func placeName(n *parser.Node, prefixes []string) (name string, asked bool) {
	if n.Stmt == nil || n.Stmt.PC != n.PC || n.Arm != nil && n.Stmt.PC != n.Arm.PC {
		return "", len(prefixes) == 0
	}
	for _, l := range n.Stmt.Labels {
		place, _, several := strings.Cut(l.Name, "#")
		begins := func(prefix string) bool { return strings.HasPrefix(l.Name, prefix) }
		switch {
		case slices.ContainsFunc(prefixes, begins), len(prefixes) == 0 && several:
			return place, true
		case len(prefixes) == 0 && name == "":
			name = place
		}
	}
	return name, len(prefixes) == 0
}

// stuck returns the threads of a state that are in local states.
func stuck[K tts.Key](v trace.View[K], at *trace.State, locals []K) []int {
	var ids []int
	for _, l := range locals {
		x := v.Thread(l)
		for _, t := range at.Threads {
			if t.PC == x.PC && slices.Equal(t.Locals, x.Locals) && slices.EqualFunc(t.Callers(), x.Callers(), sameFrame) && !slices.Contains(ids, t.ID) {
				ids = append(ids, t.ID)
			}
		}
	}
	return ids
}

func sameFrame(f, g *trace.Frame) bool { return f.PC == g.PC && slices.Equal(f.Locals, g.Locals) }

// leaked returns the property that says who is blocked for ever, and where.
func (c *check) leaked(p *Property) *Property {
	out := *p
	if r := &c.result; len(r.Stuck) > 0 {
		out.Text = fmt.Sprintf("t%d blocked for ever", r.Stuck[0])
		if p.Text != "" {
			out.Text = fmt.Sprintf("t%d blocked for ever at %s", r.Stuck[0], p.Text)
		}
	}
	return &out
}
