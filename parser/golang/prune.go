// This file defines which values are possible at each node, and removes the branches that they decide.

package golang

import (
	"context"
	"maps"

	"github.com/ijit/ijit/parser/golang/skeleton"
)

// A pruner computes, for each node, the values that each location may have there, and removes what is
// impossible.
//
// The analysis is thread-modular (Flanagan and Qadeer 2003): each body is analysed alone, and at
// every node a shared location may also have a value that another body assigns at any time
// (interference). A creator interferes with a goroutine by what it does behind the go statement
// only, and the goroutine begins with the values that are possible there; so what is set up
// before goroutines start is known in all of them.
type pruner struct {
	g       *graph
	owner   map[*node]*body
	nodes   map[*body][]*node
	in      map[*node]env
	writes  map[*body]map[*loc]set // all that a body assigns
	after   map[*body]map[*loc]set // what creators and others may assign while it runs
	matters map[*loc]bool          // on which conditions depend
	work    []*node
	queued  map[*node]bool
	steps   int
}

// An env has the values that locations may have; a location that is not in it was not assigned.
type env map[*loc]set

// prune removes impossible branches, until no more are found.
func prune(ctx context.Context, g *graph) error {
	for range 4 {
		p := &pruner{g: g, owner: map[*node]*body{}, nodes: map[*body][]*node{}, in: map[*node]env{}, queued: map[*node]bool{}}
		for _, b := range g.bodies {
			for _, n := range reachable(b.start) {
				p.owner[n] = b
				p.nodes[b] = append(p.nodes[b], n)
			}
		}
		p.relevant()
		p.interference()
		if err := p.flow(ctx); err != nil {
			return err
		}
		if !p.rewrite() {
			return nil
		}
	}
	return nil
}

// possible returns the values that a location may have.
func (p *pruner) possible(e env, b *body, l *loc) set {
	s, known := e[l]
	if !known {
		s = begin(l)
	}
	for _, a := range p.after[b][l] {
		s = s.with(a)
	}
	if len(s) == 0 {
		return l.set
	}
	return s
}

// value returns the values that a right side may have.
func (p *pruner) value(e env, b *body, v val) set {
	switch {
	case v.expr != nil:
		switch p.truth(e, b, v.expr) {
		case yes:
			return single(p.g.bool(true))
		case no:
			return single(p.g.bool(false))
		}
	case v.from != nil && !v.from.weak:
		var s set
		for _, a := range p.possible(e, b, v.from) {
			if v.view != nil {
				a = v.view[a]
			}
			if a != nil {
				s = s.with(a)
			}
		}
		if len(s) > 0 {
			return s
		}
	}
	return v.set
}

// truth returns what is known of a condition.
func (p *pruner) truth(e env, b *body, c cond) truth { return known(p.simple(e, b, c)) }

// simple returns the condition with what is known filled in.
func (p *pruner) simple(e env, b *body, c cond) cond {
	switch c := c.(type) {
	case cIs:
		in, out := 0, 0
		for _, a := range p.possible(e, b, c.loc) {
			if c.set.has(a) {
				in++
			} else {
				out++
			}
		}
		if out == 0 || in == 0 {
			return cConst(out == 0)
		}
	case cNot:
		return not(p.simple(e, b, c.x))
	case cAnd:
		return and(p.simple(e, b, c.x), p.simple(e, b, c.y))
	case cOr:
		return or(p.simple(e, b, c.x), p.simple(e, b, c.y))
	}
	return c
}

// refine returns the values if a condition holds.
func (p *pruner) refine(e env, b *body, c cond, holds bool) env {
	switch c := c.(type) {
	case cNot:
		return p.refine(e, b, c.x, !holds)
	case cAnd:
		if holds {
			return p.refine(p.refine(e, b, c.x, true), b, c.y, true)
		}
	case cOr:
		if !holds {
			return p.refine(p.refine(e, b, c.x, false), b, c.y, false)
		}
	case cIs:
		var s set
		for _, a := range p.possible(e, b, c.loc) {
			if c.set.has(a) == holds {
				s = s.with(a)
			}
		}
		e = maps.Clone(e)
		e[c.loc] = s
	}
	return e
}

// out returns the values behind a node on the way to its i-th successor.
func (p *pruner) out(n *node, i int) env {
	e, b := p.in[n], p.owner[n]
	if n.op == skeleton.Branch {
		return p.refine(e, b, n.cond, i == 0)
	}
	if n.result == nil && len(n.do) == 0 && len(n.cases) == 0 {
		return e
	}
	after := maps.Clone(e)
	result := n.result
	apply := func(list []assign) {
		for _, a := range list {
			if !p.matters[a.to] {
				continue
			}
			s := p.value(e, b, a.v)
			if a.when != nil && p.truth(e, b, a.when) != yes {
				for _, old := range p.possible(e, b, a.to) {
					s = s.with(old)
				}
			}
			after[a.to] = s
		}
	}
	if n.op == skeleton.Select && i < len(n.cases) {
		apply(n.cases[i].do)
		result = n.cases[i].result
	}
	apply(n.do)
	if result != nil && p.matters[result] {
		after[result] = result.set
	}
	return after
}

// flow computes the values at all nodes.
func (p *pruner) flow(ctx context.Context) error {
	p.enter(p.g.bodies[0].start, env{})
	for len(p.work) > 0 {
		n := p.work[0]
		p.work = p.work[1:]
		if p.steps++; p.steps%256 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		p.queued[n] = false
		if n.op == skeleton.Go {
			p.started(n)
		}
		t := maybe
		if n.op == skeleton.Branch {
			t = p.truth(p.in[n], p.owner[n], n.cond)
		}
		for i, next := range n.next {
			if i == 0 && t == no || i == 1 && t == yes {
				continue
			}
			p.enter(next, p.out(n, i))
		}
	}
	return nil
}

// started gives the goroutine that a node starts the values there.
func (p *pruner) started(n *node) {
	e, b := p.in[n], p.owner[n]
	first := env{}
	for l, s := range e {
		if l.obj != nil && (len(l.bodies) > 1 || l.bodies == nil || l.bodies[0] != n.body) {
			for _, a := range p.after[b][l] {
				s = s.with(a)
			}
			first[l] = s
		}
	}
	for l, s := range p.after[b] {
		if _, known := first[l]; !known {
			for _, a := range begin(l) {
				s = s.with(a)
			}
			first[l] = s
		}
	}
	for _, a := range n.args {
		first[a.to] = p.value(e, b, a.v)
	}
	p.enter(n.body.start, first)
}

// enter joins values into those before a node.
func (p *pruner) enter(n *node, e env) {
	old, seen := p.in[n]
	changed := !seen
	if !seen {
		old = env{}
		for l, s := range e {
			old[l] = s
		}
		p.in[n] = old
	} else {
		join := func(l *loc, s set) {
			have, known := old[l]
			if !known {
				have = begin(l)
			}
			before := len(have)
			for _, a := range s {
				have = have.with(a)
			}
			if len(have) != before || !known && l.obj != nil {
				old[l] = have
				changed = true
			}
		}
		for l, s := range e {
			join(l, s)
		}
		for l := range old {
			if _, known := e[l]; !known {
				join(l, begin(l))
			}
		}
	}
	if changed && !p.queued[n] {
		p.queued[n] = true
		p.work = append(p.work, n)
	}
}

// rewrite removes branches that are decided, and reports whether there were any.
func (p *pruner) rewrite() bool {
	changed := false
	for n, e := range p.in {
		b := p.owner[n]
		p.fill(e, b, n.do)
		p.fill(e, b, n.args)
		for i := range n.cases {
			p.fill(e, b, n.cases[i].do)
		}
		if n.op != skeleton.Branch {
			continue
		}
		n.cond = p.simple(e, b, n.cond)
	}
	for n := range p.in {
		for i, next := range n.next {
			if to := p.thread(n, i, next); to != next {
				n.next[i] = to
				changed = true
			}
		}
	}
	for n := range p.in {
		if n.op == skeleton.Branch && known(n.cond) != maybe {
			keep := 0
			if known(n.cond) == no {
				keep = 1
			}
			n.op, n.next, n.cond = skeleton.Step, []*node{n.next[keep]}, nil
			changed = true
		}
	}
	return changed
}

// fill replaces right sides that have one value by it.
func (p *pruner) fill(e env, b *body, list []assign) {
	for i, a := range list {
		if s := p.value(e, b, a.v); len(s) == 1 && len(a.v.set) > 1 {
			list[i].v = val{set: s}
		}
		if a.when != nil {
			if w := p.simple(e, b, a.when); known(w) == yes {
				list[i].when = nil
			} else {
				list[i].when = w
			}
		}
	}
}

// thread returns where an edge leads if branches behind it are taken that it decides.
func (p *pruner) thread(n *node, i int, to *node) *node {
	var e env
	for range 50 {
		switch {
		case to.op == skeleton.Step && len(to.do) == 0 && len(to.next) == 1:
			to = to.next[0]
			continue
		case to.op == skeleton.Branch && p.owner[to] != nil:
			if e == nil {
				e = p.out(n, i)
			}
			t := p.truth(e, p.owner[n], to.cond)
			if t == maybe {
				return to
			}
			to = to.next[map[truth]int{yes: 0, no: 1}[t]]
			continue
		}
		return to
	}
	return to
}
