// This file defines what a goroutine may find changed by others.

package golang

import "github.com/ijit/ijit/parser/golang/skeleton"

// relevant finds the locations on which conditions depend.
func (p *pruner) relevant() {
	p.matters = map[*loc]bool{}
	into := map[*loc][]assign{}
	var want func(l *loc)
	want = func(l *loc) {
		if p.matters[l] {
			return
		}
		p.matters[l] = true
		for _, a := range into[l] {
			if a.v.from != nil {
				want(a.v.from)
			}
			locs(a.v.expr, want)
			locs(a.when, want)
		}
	}
	var conds []cond
	for n := range p.owner {
		n.assigns(func(a assign) { into[a.to] = append(into[a.to], a) })
		conds = append(conds, n.cond)
	}
	for _, c := range conds {
		locs(c, want)
	}
}

// interference computes what others may assign while a body runs.
func (p *pruner) interference() {
	p.writes, p.after = map[*body]map[*loc]set{}, map[*body]map[*loc]set{}
	add := func(m map[*loc]set, l *loc, s set) {
		if l.obj == nil || !p.matters[l] {
			return
		}
		for _, a := range s {
			m[l] = m[l].with(a)
		}
	}
	behind := map[*body]map[*body]map[*loc]set{} // by creator: what it assigns behind the go statement
	for _, b := range p.g.bodies {
		p.writes[b] = map[*loc]set{}
		behind[b] = map[*body]map[*loc]set{}
		for _, n := range p.nodes[b] {
			n.assignments(func(l *loc, s set) { add(p.writes[b], l, s) })
			if n.op != skeleton.Go {
				continue
			}
			m := behind[b][n.body]
			if m == nil {
				m = map[*loc]set{}
				behind[b][n.body] = m
			}
			for _, next := range n.next {
				for _, later := range reachable(next) {
					later.assignments(func(l *loc, s set) { add(m, l, s) })
				}
			}
		}
	}
	// An ancestor interferes by what it does behind the go statement that leads to the body.
	var ancestors func(b *body, seen map[*body]map[*loc]set)
	ancestors = func(b *body, seen map[*body]map[*loc]set) {
		for _, creator := range p.g.bodies {
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
	for _, b := range p.g.bodies {
		up := map[*body]map[*loc]set{}
		ancestors(b, up)
		total := map[*loc]set{}
		for _, other := range p.g.bodies {
			m, isUp := up[other]
			if !isUp || other.many {
				m = p.writes[other]
			}
			if other == b && !b.many {
				continue
			}
			for l, s := range m {
				if len(l.bodies) > 1 || b.many {
					add(total, l, s)
				}
			}
		}
		p.after[b] = total
	}
}

// begin returns the values of cells before anybody assigns.
func begin(l *loc) set {
	switch {
	case l.any:
		return l.set
	case l.zero != nil:
		return single(l.zero)
	}
	return nil
}

func reachable(start *node) []*node {
	seen := map[*node]bool{start: true}
	list := []*node{start}
	for i := 0; i < len(list); i++ {
		for _, next := range list[i].next {
			if !seen[next] {
				seen[next] = true
				list = append(list, next)
			}
		}
	}
	return list
}
