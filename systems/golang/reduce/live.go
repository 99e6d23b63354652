// This file defines which registers are read later: the values of others need not be known.

package reduce

import (
	"github.com/ijit/ijit/systems/golang/graph"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// liveness finds, for each node, the registers that are read there or behind it before they are assigned, of those that
// matter. It goes backwards until nothing changes.
func (p *pruner) liveness() {
	p.live = map[*graph.Node]map[*graph.Loc]bool{}
	for changed := true; changed; {
		changed = false
		for i := len(p.order) - 1; i >= 0; i-- {
			n := p.order[i]
			live := p.live[n]
			if live == nil {
				live = map[*graph.Loc]bool{}
				p.live[n] = live
				p.reads(n, func(l *graph.Loc) { live[l] = true })
				changed = true
			}
			before := len(live)
			for _, next := range n.Next {
				for l := range p.live[next] {
					if !live[l] && !assigns(n, l) {
						live[l] = true
					}
				}
			}
			changed = changed || len(live) > before
		}
	}
}

// reads calls f for each register that a node reads, of those that matter.
func (p *pruner) reads(n *graph.Node, f func(*graph.Loc)) {
	read := func(l *graph.Loc) {
		if l.Obj == nil && p.matters[l] {
			f(l)
		}
	}
	n.Conds(func(c graph.Cond) { graph.Locs(c, read) })
	n.Assigns(func(a graph.Assign) {
		if a.V.From != nil {
			read(a.V.From)
		}
		graph.Locs(a.V.Expr, read)
		graph.Locs(a.When, read)
		if a.When != nil { // or it keeps its value
			read(a.To)
		}
	})
}

// assigns reports whether a register has another value behind a node whichever way it goes on.
func assigns(n *graph.Node, l *graph.Loc) bool {
	if n.Op == skeleton.Select {
		return false
	}
	for _, a := range n.Do {
		if a.To == l && a.When == nil {
			return true
		}
	}
	return n.Result == l
}
