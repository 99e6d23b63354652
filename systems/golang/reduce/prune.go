// This file defines which values are possible at each node, and removes the branches that they decide.

package reduce

import (
	"context"
	"maps"

	"github.com/ijit/ijit/systems/golang/graph"
	"github.com/ijit/ijit/systems/golang/skeleton"
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
	g       *graph.Graph
	owner   map[*graph.Node]*graph.Body
	nodes   map[*graph.Body][]*graph.Node
	in      map[*graph.Node]env
	writes  map[*graph.Body]map[*graph.Loc]graph.Set // all that a body assigns
	after   map[*graph.Body]map[*graph.Loc]graph.Set // what creators and others may assign while it runs
	matters map[*graph.Loc]bool                      // on which conditions depend
	live    map[*graph.Node]map[*graph.Loc]bool      // registers that are read later
	order   []*graph.Node                            // before those that follow them, but in loops
	queued  map[*graph.Node]bool
	steps   int
}

// An env has the values that locations may have; a location that is not in it was not assigned.
type env map[*graph.Loc]graph.Set

// prune removes impossible branches, until no more are found.
func prune(ctx context.Context, g *graph.Graph) error {
	for range 4 {
		p := &pruner{g: g, owner: map[*graph.Node]*graph.Body{}, nodes: map[*graph.Body][]*graph.Node{}, in: map[*graph.Node]env{}, queued: map[*graph.Node]bool{}}
		for _, b := range g.Bodies {
			for _, n := range ordered(b.Start) {
				p.owner[n] = b
				p.nodes[b] = append(p.nodes[b], n)
			}
			p.order = append(p.order, p.nodes[b]...)
		}
		p.relevant()
		p.liveness()
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
func (p *pruner) possible(e env, b *graph.Body, l *graph.Loc) graph.Set {
	s, known := e[l]
	if !known {
		s = begin(l)
	}
	for _, a := range p.after[b][l] {
		s = s.With(a)
	}
	if len(s) == 0 {
		return l.Set
	}
	return s
}

// value returns the values that a right side may have.
func (p *pruner) value(e env, b *graph.Body, v graph.Val) graph.Set {
	switch {
	case v.Expr != nil:
		switch p.truth(e, b, v.Expr) {
		case graph.Yes:
			return graph.Single(p.g.Bool(true))
		case graph.No:
			return graph.Single(p.g.Bool(false))
		}
	case v.From != nil && !v.From.Weak:
		var s graph.Set
		for _, a := range p.possible(e, b, v.From) {
			if v.View != nil {
				a = v.View[a]
			}
			if a != nil {
				s = s.With(a)
			}
		}
		if len(s) > 0 {
			return s
		}
	}
	return v.Set
}

// assigned returns the values that a location may get.
func (p *pruner) assigned(e env, b *graph.Body, a graph.Assign) graph.Set {
	var s graph.Set
	for _, v := range p.value(e, b, a.V) {
		s = s.With(a.To.Member(v))
	}
	return s
}

// truth returns what is known of a condition.
func (p *pruner) truth(e env, b *graph.Body, c graph.Cond) graph.Truth {
	return graph.Known(p.simple(e, b, c))
}

// simple returns the condition with what is known filled in.
func (p *pruner) simple(e env, b *graph.Body, c graph.Cond) graph.Cond {
	switch c := c.(type) {
	case graph.Is:
		in, out := 0, 0
		for _, a := range p.possible(e, b, c.Loc) {
			if c.Set.Has(a) {
				in++
			} else {
				out++
			}
		}
		if out == 0 || in == 0 {
			return graph.Const(out == 0)
		}
	case graph.Negation:
		return graph.Not(p.simple(e, b, c.X))
	case graph.Conjunction:
		return graph.And(p.simple(e, b, c.X), p.simple(e, b, c.Y))
	case graph.Disjunction:
		return graph.Or(p.simple(e, b, c.X), p.simple(e, b, c.Y))
	}
	return c
}

// refine returns the values if a condition holds.
func (p *pruner) refine(e env, b *graph.Body, c graph.Cond, holds bool) env {
	switch c := c.(type) {
	case graph.Negation:
		return p.refine(e, b, c.X, !holds)
	case graph.Conjunction:
		if holds {
			return p.refine(p.refine(e, b, c.X, true), b, c.Y, true)
		}
	case graph.Disjunction:
		if !holds {
			return p.refine(p.refine(e, b, c.X, false), b, c.Y, false)
		}
	case graph.Is:
		var s graph.Set
		for _, a := range p.possible(e, b, c.Loc) {
			if c.Set.Has(a) == holds {
				s = s.With(a)
			}
		}
		e = maps.Clone(e)
		e[c.Loc] = s
	}
	return e
}

// out returns the values behind a node on the way to its i-th successor.
func (p *pruner) out(n *graph.Node, i int) env {
	e, b := p.in[n], p.owner[n]
	if n.Op == skeleton.Branch {
		return p.refine(e, b, n.Cond, i == 0)
	}
	if n.Result == nil && len(n.Do) == 0 && len(n.Cases) == 0 {
		return e
	}
	if when := n.Fires(i); when != nil {
		e = p.refine(e, b, when, true)
	}
	after := maps.Clone(e)
	result := n.Result
	apply := func(list []graph.Assign) {
		assigned := map[*graph.Loc]graph.Set{}
		for _, a := range list {
			if !p.matters[a.To] {
				continue
			}
			s, when := p.assigned(e, b, a), graph.Yes
			if a.When != nil {
				when = p.truth(e, b, a.When)
			}
			switch when {
			case graph.No:
				continue
			case graph.Maybe:
				otherwise, again := assigned[a.To]
				if !again {
					otherwise = p.possible(e, b, a.To)
				}
				for _, old := range otherwise {
					s = s.With(old)
				}
			}
			after[a.To], assigned[a.To] = s, s
		}
	}
	if n.Op == skeleton.Select && i < len(n.Cases) {
		apply(n.Cases[i].Do)
		result = n.Cases[i].Result
	}
	apply(n.Do)
	if result != nil && p.matters[result] {
		after[result] = result.Set
	}
	return after
}

// flow computes the values at all nodes.
func (p *pruner) flow(ctx context.Context) error {
	p.enter(p.g.Bodies[0].Start, env{})
	for last := -1; p.steps != last; {
		last = p.steps
		for _, n := range p.order {
			if p.queued[n] {
				if err := p.step(ctx, n); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// step gives what follows a node the values behind it.
func (p *pruner) step(ctx context.Context, n *graph.Node) error {
	if p.steps++; p.steps%256 == 0 && ctx.Err() != nil {
		return ctx.Err()
	}
	p.queued[n] = false
	if n.Op == skeleton.Go {
		p.started(n)
	}
	t := graph.Maybe
	if n.Op == skeleton.Branch {
		t = p.truth(p.in[n], p.owner[n], n.Cond)
	}
	for i, next := range n.Next {
		if i == 0 && t == graph.No || i == 1 && t == graph.Yes || p.missing(n, i) {
			continue
		}
		p.enter(next, p.out(n, i))
	}
	return nil
}

// started gives the goroutine that a node starts the values there.
func (p *pruner) started(n *graph.Node) {
	e, b := p.in[n], p.owner[n]
	first := env{}
	for l, s := range e {
		if l.Obj != nil && (len(l.Bodies) > 1 || l.Bodies == nil || l.Bodies[0] != n.Body) {
			for _, a := range p.after[b][l] {
				s = s.With(a)
			}
			first[l] = s
		}
	}
	for l, s := range p.after[b] {
		if _, known := first[l]; !known {
			for _, a := range begin(l) {
				s = s.With(a)
			}
			first[l] = s
		}
	}
	for _, a := range n.Args {
		first[a.To] = p.assigned(e, b, a)
	}
	p.enter(n.Body.Start, first)
}

// enter joins values into those before a node.
func (p *pruner) enter(n *graph.Node, e env) {
	old, seen := p.in[n]
	changed, live := !seen, p.live[n]
	if !seen {
		old = env{}
		for l, s := range e {
			if l.Obj != nil || live[l] {
				old[l] = s
			}
		}
		p.in[n] = old
	} else {
		join := func(l *graph.Loc, s graph.Set) {
			have, known := old[l]
			if !known {
				have = begin(l)
			}
			before := len(have)
			have = have.Join(s)
			if len(have) != before || !known && l.Obj != nil {
				old[l] = have
				changed = true
			}
		}
		for l, s := range e {
			if l.Obj != nil || live[l] {
				join(l, s)
			}
		}
		for l := range old {
			if _, known := e[l]; !known {
				join(l, begin(l))
			}
		}
	}
	if changed {
		p.queued[n] = true
	}
}

// rewrite removes branches that are decided, and reports whether there were any.
func (p *pruner) rewrite() bool {
	changed := false
	for n, e := range p.in {
		b := p.owner[n]
		p.fill(e, b, n.Do)
		p.fill(e, b, n.Args)
		for i := range n.Cases {
			p.fill(e, b, n.Cases[i].Do)
			p.fires(e, n, i, &n.Cases[i].When)
		}
		if n.When != nil {
			p.fires(e, n, 0, &n.When)
		}
		if n.Op != skeleton.Branch {
			continue
		}
		n.Cond = p.simple(e, b, n.Cond)
	}
	for n := range p.in {
		for i, next := range n.Next {
			if to := p.thread(n, i, next); to != next {
				n.Next[i] = to
				changed = true
			}
		}
	}
	for n := range p.in {
		if graph.Known(n.Cond) != graph.Maybe {
			keep := 0
			if graph.Known(n.Cond) == graph.No {
				keep = 1
			}
			n.Op, n.Next, n.Cond = skeleton.Step, []*graph.Node{n.Next[keep]}, nil
			changed = true
		}
	}
	return changed
}

// missing reports whether a timer never fires that leads to the i-th successor.
func (p *pruner) missing(n *graph.Node, i int) bool {
	when := n.Fires(i)
	return when != nil && p.truth(p.in[n], p.owner[n], when) == graph.No
}

// fires simplifies the condition while which a timer fires. Nothing comes behind one that never does.
func (p *pruner) fires(e env, n *graph.Node, i int, when *graph.Cond) {
	if *when == nil {
		return
	}
	switch *when = p.simple(e, p.owner[n], *when); graph.Known(*when) {
	case graph.Yes:
		*when = nil
	case graph.No:
		if i < len(n.Next) {
			n.Next[i] = &graph.Node{Op: skeleton.Hang, Site: n.Site}
		}
	}
}

// fill replaces right sides that have one value by it.
func (p *pruner) fill(e env, b *graph.Body, list []graph.Assign) {
	for i, a := range list {
		if s := p.value(e, b, a.V); len(s) == 1 && len(a.V.Set) > 1 {
			list[i].V = graph.Val{Set: s}
		}
		if a.When != nil {
			if w := p.simple(e, b, a.When); graph.Known(w) == graph.Yes {
				list[i].When = nil
			} else {
				list[i].When = w
			}
		}
	}
}

// thread returns where an edge leads if branches behind it are taken that it decides. Where it leaves a loop in between
// and comes back to it, a step says so: the loop begins again.
func (p *pruner) thread(n *graph.Node, i int, next *graph.Node) *graph.Node {
	to, by := p.threaded(n, i, next)
	all := n.Region.Common(to.Region)
	for _, x := range by {
		all = all.Common(x.Region)
	}
	switch {
	case all == n.Region.Common(to.Region):
		return to
	case len(by) == 1 && next.Op == skeleton.Step:
		return next
	}
	return &graph.Node{Op: skeleton.Step, Site: n.Site, Region: all, Next: []*graph.Node{to}}
}

// threaded also returns the nodes in between.
func (p *pruner) threaded(n *graph.Node, i int, to *graph.Node) (_ *graph.Node, by []*graph.Node) {
	var e env
	for range 50 {
		switch {
		case to.Op == skeleton.Step && len(to.Do) == 0 && len(to.Next) == 1:
			by = append(by, to)
			to = to.Next[0]
			continue
		case to.Op == skeleton.Branch && p.owner[to] != nil:
			if e == nil {
				e = p.out(n, i)
			}
			t := p.truth(e, p.owner[n], to.Cond)
			if t == graph.Maybe {
				return to, by
			}
			by = append(by, to)
			to = to.Next[map[graph.Truth]int{graph.Yes: 0, graph.No: 1}[t]]
			continue
		}
		return to, by
	}
	return to, by
}
