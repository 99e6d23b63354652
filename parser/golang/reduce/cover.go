// This file defines which accesses are made with locks that are not followed.

package reduce

import (
	"github.com/ijit/ijit/parser/golang/graph"
	"github.com/ijit/ijit/parser/golang/skeleton"
)

// cover finds accesses to variables that stand for several, as the elements of a large array do, by goroutines that may hold a
// lock that stands for several. Each of the shards of a map has its own lock: that one is not told apart from the others. Which
// lock a goroutine has is often decided by a branch before, so that it is not asked what it holds on all ways.
func cover(g *graph.Graph) {
	for _, b := range g.Bodies {
		nodes := reachable(b.Start)
		holds := map[*graph.Node]bool{}
		for changed := true; changed; {
			changed = false
			for _, n := range nodes {
				if n.Loose < 0 || n.Loose == 0 && !holds[n] {
					continue
				}
				for _, next := range n.Next {
					if !holds[next] {
						holds[next], changed = true, true
					}
				}
			}
		}
		for _, n := range nodes {
			n.Covered = n.Op == skeleton.Access && holds[n] && (n.Cell.Weak || n.Cell.Obj.Many())
		}
	}
}
