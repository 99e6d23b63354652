// This file defines the search for internal steps that lead to a state, backwards.

package getafix

import (
	"cmp"
	"slices"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/parser"
)

// A way is a search backwards from a tuple by internal steps, for a state of an
// earlier round. Layer i has the states of the tuple's round, by node and over now,
// from which i steps lead to the tuple and no fewer.
type way struct {
	*tracer
	to     tuple
	round  int
	layers []layer
	seen   map[*parser.Node]bdd.Node
	from   tuple // where the search ended
	before int   // its round
}

// A layer has states at nodes, in the order in which they were met.
type layer struct {
	order []*parser.Node
	at    map[*parser.Node]bdd.Node
}

func newWay(t *tracer, to tuple, round int) *way {
	n := t.node(to)
	return &way{
		tracer: t, to: to, round: round,
		layers: []layer{{[]*parser.Node{n}, map[*parser.Node]bdd.Node{n: to.now}}},
		seen:   map[*parser.Node]bdd.Node{n: to.now},
	}
}

// exhausted reports whether there is nothing to go back from.
func (w *way) exhausted() bool {
	return len(w.layers[len(w.layers)-1].order) == 0 || w.m.Err() != nil
}

// back goes back one step more, and reports whether it met a state of an earlier
// round.
func (w *way) back() bool {
	m, b := w.m, w.base
	last := w.layers[len(w.layers)-1]
	next := layer{at: map[*parser.Node]bdd.Node{}}
	for _, n := range last.order {
		behind := w.any(last.at[n], n)
		for _, x := range n.In {
			if u := x.Node; x.Kind != parser.CallEdge && b.reached[x.From] && !returns(u) {
				set := m.And(w.enc.Pre(behind, w.step(x)), w.slice(w.round, w.to.module, place(u.Proc, u.PC), w.to.entry))
				if old, ok := w.seen[u]; ok {
					set = m.Diff(set, old)
				}
				if set == bdd.False {
					continue
				}
				if _, ok := next.at[u]; !ok {
					next.order, next.at[u] = append(next.order, u), bdd.False
				}
				next.at[u] = m.Or(next.at[u], set)
			}
		}
	}
	w.layers = append(w.layers, next)
	found := false
	for _, n := range next.order {
		set := next.at[n]
		x, round, ok := w.earliest(w.to.module, place(n.Proc, n.PC), m.And(set, w.to.entry), w.round)
		if ok && (!found || round < w.before) {
			w.from, w.before, found = x, round, true
		}
		if old, ok := w.seen[n]; ok {
			set = m.Or(set, old)
		}
		w.seen[n] = set
	}
	return found
}

// stops returns the way that was found, the last stop first, without the tuple that it
// leads to.
func (w *way) stops() ([]stop, int, error) {
	way := []stop{{tuple: w.from}}
	for i := len(w.layers) - 2; i > 0; i-- {
		x, ok := w.forward(way[len(way)-1].tuple, w.layers[i])
		if !ok {
			return nil, 0, cmp.Or(w.m.Err(), errNoWayBack)
		}
		way = append(way, stop{tuple: x})
	}
	slices.Reverse(way)
	return way, w.before, w.m.Err()
}

// forward takes an internal step to a layer.
func (w *way) forward(x tuple, l layer) (tuple, bool) {
	m := w.m
	for _, e := range w.node(x).Out {
		if e.To < 0 || e.Kind == parser.CallEdge {
			continue
		}
		n := w.base.program.Nodes[e.To]
		set, ok := l.at[n]
		if !ok {
			continue
		}
		if set = m.And(w.enc.Post(x.now, w.step(e)), w.any(set, n)); set != bdd.False && m.Err() == nil {
			now := m.And(m.PickNode(w.any(set, n), m.Minus(w.nows, w.forgotten(n).set)), w.forgotten(n).zero)
			x.place, x.now = place(n.Proc, n.PC), w.keep(now)
			return x, true
		}
	}
	return tuple{}, false
}
