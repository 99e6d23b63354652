// This file defines WaitGroups whose Add and Done are in pairs, so that each goroutine knows whether it
// owes one.

package lower

import "github.com/ijit/ijit/parser/golang/skeleton"

// paired reports whether each Add of a WaitGroup adds 1 directly before it starts a goroutine that calls
// Done once on each way to its end, and nobody else does. It notes where goroutines owe a Done.
func (t *translator) paired(o *skeleton.Object) bool {
	owing := map[*skeleton.Body][]bool{}
	adds := map[*skeleton.Node]bool{} // go statements behind an Add
	for _, b := range t.Bodies {
		for _, n := range b.Nodes {
			if n.Op != skeleton.Add || n.Object != o || n.Delta == -1 {
				continue
			}
			if n.Delta != 1 {
				return false
			}
			next := b.Nodes[n.Next[0]]
			for steps := 0; next.Op == skeleton.Step && steps < len(b.Nodes); steps++ {
				next = b.Nodes[next.Next[0]]
			}
			if next.Op != skeleton.Go {
				return false
			}
			adds[next] = true
			if owing[next.Body] == nil {
				owing[next.Body] = make([]bool, len(next.Body.Nodes))
			}
		}
	}
	for _, b := range t.Bodies {
		if owing[b] != nil && !pays(b, o, owing[b]) {
			return false
		}
		for _, n := range b.Nodes {
			switch {
			case n.Op == skeleton.Go && adds[n] != (owing[n.Body] != nil):
				return false
			case n.Op == skeleton.Add && n.Object == o && (n.Delta < 0) != (owing[b] != nil):
				return false
			}
		}
	}
	t.owing[o] = owing
	return true
}

// pays reports whether a goroutine that owes a Done calls it once on each way to its end, and notes at
// which nodes it owes it.
func pays(b *skeleton.Body, o *skeleton.Object, owing []bool) bool {
	seen := make([]bool, len(b.Nodes))
	var visit func(i int, owes bool) bool
	visit = func(i int, owes bool) bool {
		if seen[i] {
			return owing[i] == owes
		}
		seen[i], owing[i] = true, owes
		n := b.Nodes[i]
		switch {
		case n.Op == skeleton.Add && n.Object == o:
			if n.Delta > 0 || !owes {
				return false
			}
			owes = false
		case (n.Op == skeleton.End || n.Op == skeleton.Hang) && owes:
			return false
		}
		for _, next := range n.Next {
			if !visit(next, owes) {
				return false
			}
		}
		return true
	}
	return visit(0, true)
}
