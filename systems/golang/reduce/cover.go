// This file defines which accesses are made with locks that are not followed.

package reduce

import (
	"github.com/ijit/ijit/systems/golang/graph"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// cover finds accesses to variables that stand for several, as the elements of a large array do, or are of one of
// several objects from the same place, by goroutines that may hold a lock that stands for several. Each of the shards
// of a map has its own lock: that one is not told apart from the others. Which lock a goroutine has is often decided by
// a branch before, so that it is not asked what it holds on all ways. An object that is told apart from others has a
// lock that is, too, if theirs are in them.
func cover(g *graph.Graph) {
	made := map[skeleton.Site]map[*graph.Object]bool{}
	for _, b := range g.Bodies {
		for _, n := range reachable(b.Start) {
			if n.Op == skeleton.Access && n.Cell.Obj.Site.Pos.IsValid() {
				o := n.Cell.Obj
				if made[o.Site] == nil {
					made[o.Site] = map[*graph.Object]bool{}
				}
				made[o.Site][o] = true
			}
		}
	}
	for _, b := range g.Bodies {
		nodes := reachable(b.Start)
		holds := map[*graph.Node]graph.Looseness{}
		for changed := true; changed; {
			changed = false
			for _, n := range nodes {
				held := max(holds[n], n.Loose)
				if n.Loose == graph.GivenBack {
					held = 0
				}
				for _, next := range n.Next {
					if holds[next] < held {
						holds[next], changed = held, true
					}
				}
			}
		}
		for _, n := range nodes {
			if n.Op == skeleton.Access {
				o := n.Cell.Obj
				n.Covered = holds[n] > 0 && (n.Cell.Weak || o.Many()) || holds[n] == graph.OfSeveral && len(made[o.Site]) > 1
			}
		}
	}
}
