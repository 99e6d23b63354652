// This file defines what becomes of goroutines that poll.

package reduce

import (
	"slices"

	"github.com/ijit/ijit/parser/golang/skeleton"
)

// polls lets goroutines that poll wait, too. A loop that does something at each tick, or as long as nothing is ready, until
// a context is cancelled is never blocked; where nobody cancels the context any more it goes on for ever all the same. So a
// select statement to which timers and the default only lead back gets a copy without them, entered by choice: a goroutine
// that is blocked there for ever never ends.
func polls(p *skeleton.Program) {
	var never *skeleton.Object
	for _, b := range p.Bodies {
		for _, n := range b.Nodes { // those of now
			if !onlyPolls(b, n) {
				continue
			}
			if never == nil {
				never = &skeleton.Object{ID: len(p.Objects), Kind: skeleton.Chan, Name: "nil", NilChan: true}
				p.Objects = append(p.Objects, never)
			}
			polling, waiting := *n, *n
			waiting.Polls, waiting.Default = true, false
			waiting.Cases, waiting.Next = slices.Clone(n.Cases), slices.Clone(n.Next[:len(n.Cases)])
			for i, c := range waiting.Cases {
				if c.Object.Ticking {
					waiting.Cases[i].Object = never // so that the others keep their numbers
				}
			}
			polling.ID, waiting.ID = len(b.Nodes), len(b.Nodes)+1
			*n = skeleton.Node{ID: n.ID, Op: skeleton.Branch, Site: n.Site, Cond: skeleton.Either{}, Next: []int{polling.ID, waiting.ID}}
			b.Nodes = append(b.Nodes, &polling, &waiting)
		}
	}
}

// onlyPolls reports whether a node is a select statement with timers or a default, all of which only lead back to it, and
// with something else.
func onlyPolls(b *skeleton.Body, n *skeleton.Node) bool {
	if n.Op != skeleton.Select || tells(n.Do) {
		return false
	}
	others := 0
	for i, next := range n.Next {
		switch {
		case i == len(n.Cases): // the default
		case !n.Cases[i].Object.Ticking:
			others++
			continue
		case tells(n.Cases[i].Do):
			return false
		}
		if !leadsBack(b, next, n) {
			return false
		}
	}
	return 0 < others && others < len(n.Next)
}

// tells reports whether assignments are to data that others see.
func tells(list []skeleton.Assign) bool {
	return slices.ContainsFunc(list, func(a skeleton.Assign) bool { return a.Var.Shared })
}

// leadsBack reports whether from a node on all executions come to another one, and what they do on the way is nothing
// that others wait for.
func leadsBack(b *skeleton.Body, from int, to *skeleton.Node) bool {
	seen := map[int]bool{to.ID: true}
	var visit func(int) bool
	visit = func(i int) bool {
		if seen[i] {
			return true
		}
		seen[i] = true
		n := b.Nodes[i]
		switch n.Op {
		case skeleton.Step, skeleton.Branch, skeleton.Access, skeleton.Lock, skeleton.Unlock, skeleton.RLock, skeleton.RUnlock:
		default:
			return false
		}
		if tells(n.Do) {
			return false
		}
		return !slices.ContainsFunc(n.Next, func(next int) bool { return !visit(next) })
	}
	return visit(from)
}
