// This file defines which accesses cannot be part of a race.

package reduce

import (
	"github.com/ijit/ijit/systems/golang/graph"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// An accessor is a goroutine body that accesses a cell in a way.
type accessor struct {
	body          *graph.Body
	write, atomic bool
}

// dropPrivate removes the accesses that have no other one to race with, and those that are done before others start. Of
// many objects one is told apart that is chosen freely: if two accesses to an object race, then they do so in an
// execution in which that one is chosen, and the others need not be asked about.
func (w *writer) dropPrivate() {
	// What the entry does before the first go statement is done alone.
	together := map[*graph.Node]bool{}
	for _, n := range reachable(w.g.Bodies[0].Start) {
		if n.Op == skeleton.Go {
			for _, later := range reachable(n) {
				together[later] = true
			}
		}
	}
	nodes := map[*graph.Node]*graph.Body{}
	by := map[*graph.Loc]map[accessor]bool{}
	for i, b := range w.g.Bodies {
		for _, n := range reachable(b.Start) {
			switch {
			case n.Op != skeleton.Access:
			case i == 0 && !together[n], n.Cell.Obj.RestOf != nil:
				w.drop(n)
			default:
				nodes[n] = b
				if by[n.Cell] == nil {
					by[n.Cell] = map[accessor]bool{}
				}
				by[n.Cell][accessor{b, n.Write, n.Atomic}] = true
			}
		}
	}
	for n, b := range nodes {
		if !races(n.Cell, accessor{b, n.Write, n.Atomic}, by[n.Cell]) {
			w.drop(n)
		}
	}
	for _, b := range w.g.Bodies {
		for _, n := range reachable(b.Start) {
			if w.alone[n] {
				w.p.Alone = append(w.p.Alone, n.Site)
			}
		}
	}
}

// drop removes an access.
func (w *writer) drop(n *graph.Node) {
	n.Op, n.Cell = skeleton.Step, nil
	w.alone[n] = true
}

// races reports whether an access to a cell may race with one of others.
func races(c *graph.Loc, a accessor, others map[accessor]bool) bool {
	for b := range others {
		if (a.write || b.write) && !(a.atomic && b.atomic) && (a.body != b.body || a.body.Many && !c.Obj.Own(a.body)) {
			return true
		}
	}
	return false
}
