// This file defines what becomes of goroutines that only timers wake.

package reduce

import (
	"slices"

	"github.com/ijit/ijit/parser/golang/skeleton"
)

// unticked lets goroutines wait without timers, too. A loop that does something at each tick until a context is cancelled
// is never blocked; where nobody cancels the context any more it goes on for ever all the same. So a select statement to
// which the cases of timers only lead back gets a copy, entered by choice, in which these cases are those of the nil
// channel: a goroutine that is blocked there for ever never ends.
func unticked(p *skeleton.Program) {
	var never *skeleton.Object
	for _, b := range p.Bodies {
		for _, n := range b.Nodes { // those of now
			if !waitsBesideTimers(b, n) {
				continue
			}
			if never == nil {
				never = &skeleton.Object{ID: len(p.Objects), Kind: skeleton.Chan, Name: "nil", NilChan: true}
				p.Objects = append(p.Objects, never)
			}
			with, without := *n, *n
			without.Ticked = true
			without.Cases = slices.Clone(n.Cases)
			for i, c := range without.Cases {
				if c.Object.Ticking {
					without.Cases[i].Object = never
				}
			}
			with.ID, without.ID = len(b.Nodes), len(b.Nodes)+1
			*n = skeleton.Node{ID: n.ID, Op: skeleton.Branch, Site: n.Site, Cond: skeleton.Either{}, Next: []int{with.ID, without.ID}}
			b.Nodes = append(b.Nodes, &with, &without)
		}
	}
}

// waitsBesideTimers reports whether a node is a select statement with timers, all of which only lead back to it, and
// something else.
func waitsBesideTimers(b *skeleton.Body, n *skeleton.Node) bool {
	timers := 0
	for i, c := range n.Cases {
		if c.Object.Ticking {
			timers++
			if c.Send || !leadsBack(b, n.Next[i], n) {
				return false
			}
		}
	}
	return timers > 0 && timers < len(n.Cases) && !n.Default
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
		if slices.ContainsFunc(n.Do, func(a skeleton.Assign) bool { return a.Var.Shared }) {
			return false
		}
		return !slices.ContainsFunc(n.Next, func(next int) bool { return !visit(next) })
	}
	return visit(from)
}
