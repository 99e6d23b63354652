// This file defines what a goroutine may find changed by others.

package reduce

import (
	"slices"

	"github.com/ijit/ijit/systems/golang/graph"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// relevant finds the locations on which conditions depend.
func (p *pruner) relevant() {
	p.matters = map[*graph.Loc]bool{}
	into := map[*graph.Loc][]graph.Assign{}
	var want func(l *graph.Loc)
	want = func(l *graph.Loc) {
		if p.matters[l] {
			return
		}
		p.matters[l] = true
		for _, a := range into[l] {
			if a.V.From != nil {
				want(a.V.From)
			}
			graph.Locs(a.V.Expr, want)
			graph.Locs(a.When, want)
		}
	}
	var conds []graph.Cond
	for n := range p.owner {
		n.Assigns(func(a graph.Assign) { into[a.To] = append(into[a.To], a) })
		n.Conds(func(c graph.Cond) { conds = append(conds, c) })
	}
	for _, c := range conds {
		graph.Locs(c, want)
	}
}

// interference computes what others may assign while a body runs.
func (p *pruner) interference() {
	p.writes, p.after = map[*graph.Body]map[*graph.Loc]graph.Set{}, map[*graph.Body]map[*graph.Loc]graph.Set{}
	add := func(m map[*graph.Loc]graph.Set, l *graph.Loc, s graph.Set) {
		if l.Obj == nil || !p.matters[l] {
			return
		}
		for _, a := range s {
			m[l] = m[l].With(l.Member(a))
		}
	}
	behind := map[*graph.Body]map[*graph.Body]map[*graph.Loc]graph.Set{} // by creator: what it assigns behind the go statement
	for _, b := range p.g.Bodies {
		p.writes[b] = map[*graph.Loc]graph.Set{}
		behind[b] = map[*graph.Body]map[*graph.Loc]graph.Set{}
		for _, n := range p.nodes[b] {
			n.Assignments(func(l *graph.Loc, s graph.Set) { add(p.writes[b], l, s) })
			if n.Op != skeleton.Go {
				continue
			}
			m := behind[b][n.Body]
			if m == nil {
				m = map[*graph.Loc]graph.Set{}
				behind[b][n.Body] = m
			}
			for _, next := range n.Next {
				for _, later := range reachable(next) {
					later.Assignments(func(l *graph.Loc, s graph.Set) { add(m, l, s) })
				}
			}
		}
	}
	// An ancestor interferes by what it does behind the go statement that leads to the body.
	var ancestors func(b *graph.Body, seen map[*graph.Body]map[*graph.Loc]graph.Set)
	ancestors = func(b *graph.Body, seen map[*graph.Body]map[*graph.Loc]graph.Set) {
		for _, creator := range p.g.Bodies {
			m, starts := behind[creator][b]
			if !starts {
				continue
			}
			if _, known := seen[creator]; known {
				seen[creator] = p.writes[creator]
				continue
			}
			seen[creator] = m
			ancestors(creator, seen)
		}
	}
	for _, b := range p.g.Bodies {
		up := map[*graph.Body]map[*graph.Loc]graph.Set{}
		ancestors(b, up)
		total := map[*graph.Loc]graph.Set{}
		for _, other := range p.g.Bodies {
			m, isUp := up[other]
			if !isUp || other.Many {
				m = p.writes[other]
			}
			if other == b && !b.Many {
				continue
			}
			for l, s := range m {
				if len(l.Bodies) > 1 || b.Many {
					add(total, l, s)
				}
			}
		}
		p.after[b] = total
	}
}

// begin returns the values of cells before anybody assigns.
func begin(l *graph.Loc) graph.Set {
	switch {
	case l.Any:
		return l.Set
	case l.Zero != nil:
		return graph.Single(l.Zero)
	}
	return nil
}

func reachable(start *graph.Node) []*graph.Node {
	seen := map[*graph.Node]bool{start: true}
	list := []*graph.Node{start}
	for i := 0; i < len(list); i++ {
		for _, next := range list[i].Next {
			if !seen[next] {
				seen[next] = true
				list = append(list, next)
			}
		}
	}
	return list
}

// ordered returns the nodes that follow a node, each of them before those that follow it, but in loops.
func ordered(start *graph.Node) []*graph.Node {
	seen := map[*graph.Node]bool{}
	var list []*graph.Node
	var visit func(n *graph.Node)
	visit = func(n *graph.Node) {
		seen[n] = true
		for _, next := range slices.Backward(n.Next) {
			if !seen[next] {
				visit(next)
			}
		}
		list = append(list, n)
	}
	visit(start)
	slices.Reverse(list)
	return list
}
