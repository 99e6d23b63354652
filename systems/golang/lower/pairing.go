// This file defines WaitGroups whose Add and Done are in pairs, so that each goroutine knows whether it
// owes one.

package lower

import (
	"slices"

	"github.com/ijit/ijit/systems/golang/skeleton"
)

// paired reports whether each Add of a WaitGroup adds 1, and somebody owes a Done then, no more than one, whom it calls
// on each way to its end: a goroutine that is started directly behind the Add, or else the one that adds. It notes
// where goroutines owe a Done.
func (t *translator) paired(o *skeleton.Object) bool {
	handed := map[*skeleton.Node]bool{} // the Adds directly in front of go statements
	heirs := map[*skeleton.Node]bool{}  // those go statements
	owing := map[*skeleton.Body][]bool{}
	for _, b := range t.Bodies {
		for _, n := range b.Nodes {
			if n.Op != skeleton.Add || n.Object != o {
				continue
			}
			if owing[b] == nil {
				owing[b] = make([]bool, len(b.Nodes))
			}
			if n.Delta == -1 {
				continue
			}
			if n.Delta != 1 {
				return false
			}
			if goes := heirsOf(b, n, o); goes != nil {
				handed[n] = true
				for _, g := range goes {
					heirs[g] = true
					owing[g.Body] = make([]bool, len(g.Body.Nodes))
				}
			}
		}
	}
	begins := map[*skeleton.Body]bool{} // with a Done to call
	for g := range heirs {
		begins[g.Body] = true
	}
	hung := false
	for _, b := range t.Bodies {
		for _, n := range b.Nodes {
			if heirs[n] != begins[n.Body] { // a go statement
				return false
			}
		}
		if owing[b] != nil && !pays(b, o, begins[b], handed, owing[b], &hung) {
			return false
		}
	}
	if hung && !t.single(o) {
		return false
	}
	t.owing[o] = owing
	return true
}

// heirsOf returns the go statements directly behind an Add, or behind that of another WaitGroup; nil if there is
// something else or if a goroutine that is started there never calls Done.
func heirsOf(b *skeleton.Body, add *skeleton.Node, o *skeleton.Object) (goes []*skeleton.Node) {
	todo, seen := []int{add.Next[0]}, map[int]bool{}
	for len(todo) > 0 {
		n := b.Nodes[todo[0]]
		todo = todo[1:]
		switch {
		case seen[n.ID]:
		case n.Op == skeleton.Step, n.Op == skeleton.Branch, n.Op == skeleton.Add && n.Object != o:
			todo = append(todo, n.Next...)
		case n.Op == skeleton.Go && calls(n.Body, o):
			goes = append(goes, n)
		default:
			return nil
		}
		seen[n.ID] = true
	}
	return goes
}

// calls reports whether a goroutine calls Done.
func calls(b *skeleton.Body, o *skeleton.Object) bool {
	for _, n := range b.Nodes {
		if n.Op == skeleton.Add && n.Object == o && n.Delta == -1 {
			return true
		}
	}
	return false
}

// pays reports whether goroutines of a body call as many Dones as they owe on each way to their end, never owe two, and
// notes at which nodes they owe one; and whether they may be blocked then for something of which nothing is followed.
func pays(b *skeleton.Body, o *skeleton.Object, begins bool, handed map[*skeleton.Node]bool, owing []bool, hung *bool) bool {
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
			if n.Delta > 0 == owes {
				return false
			}
			owes = n.Delta > 0 && !handed[n]
		case n.Op == skeleton.Hang && n.Open:
			*hung = *hung || owes
		case (n.Op == skeleton.End || n.Op == skeleton.Hang) && owes:
			return false
		}
		for way, next := range n.Next {
			if n.Op == skeleton.Add && way > 0 { // who owes a Done does not fail
				continue
			}
			if !visit(next, owes) {
				return false
			}
		}
		return true
	}
	return visit(0, begins)
}

// single reports whether at most one goroutine waits for those WaitGroups of which somebody may owe a Done who is
// blocked for an object that is not the tracked one, now that there is another such WaitGroup. Then no core is missed:
// if that goroutine is stuck for one who is not seen to wait, take the object that he waits for as the tracked one.
// From there a walk ends in a core, or comes back to the only wait, and so to him: that is a cycle, and all of it is
// seen.
func (t *translator) single(o *skeleton.Object) bool {
	t.hung = append(t.hung, o)
	waits := map[*skeleton.Body]bool{}
	for _, b := range t.Bodies {
		for _, n := range b.Nodes {
			if n.Op == skeleton.Wait && slices.Contains(t.hung, n.Object) {
				waits[b] = true
			}
		}
	}
	for b := range waits {
		if t.runs[b.ID] > 1 || len(waits) > 1 {
			return false
		}
	}
	return true
}
