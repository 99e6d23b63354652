// This file defines loops around Wait of a Cond from which a goroutine may be woken for ever in vain.

package reduce

import (
	"slices"

	"github.com/ijit/ijit/systems/golang/skeleton"
)

// rounds numbers the loops around Wait of a Cond, as for !ready { c.Wait() }, if somebody may wake their goroutines any
// number of times: who goes round for ever is as good as blocked. All nodes of such a loop are one place, from which a
// goroutine has to come out.
func rounds(p *skeleton.Program) {
	woken := endless(p, wakes)
	if len(woken) == 0 {
		return
	}
	for _, b := range p.Bodies {
		round := 0
		for _, n := range b.Nodes {
			if n.Op != skeleton.CondWait || !woken[n.Object] || n.Round > 0 {
				continue
			}
			if loop := roundOf(b, n); loop != nil {
				round++
				for _, m := range loop {
					m.Round = round
				}
			}
		}
	}
}

// wakes returns the Cond that a node signals.
func wakes(n *skeleton.Node) []*skeleton.Object {
	if n.Op == skeleton.Signal || n.Op == skeleton.Broadcast {
		return []*skeleton.Object{n.Object}
	}
	return nil
}

// endless returns the objects of operations that somebody executes in a loop of which it is not known that it ends, or
// in goroutines that are started there, or that start each other again.
func endless(p *skeleton.Program, of func(*skeleton.Node) []*skeleton.Object) map[*skeleton.Object]bool {
	found, many := map[*skeleton.Object]bool{}, map[*skeleton.Body]bool{}
	for changed := true; changed; {
		changed = false
		for _, b := range p.Bodies {
			for _, n := range b.Nodes {
				if objects := of(n); len(objects) > 0 && (many[b] || repeats(b, n)) {
					for _, o := range objects {
						found[o] = true
					}
				}
				if n.Op == skeleton.Go {
					if !many[n.Body] && (many[b] || repeats(b, n) || slices.Contains(descendants(n.Body), b)) {
						many[n.Body], changed = true, true
					}
				}
			}
		}
	}
	return found
}

// descendants returns the bodies of goroutines that those of a body start, in some steps, and this one.
func descendants(b *skeleton.Body) []*skeleton.Body {
	list := []*skeleton.Body{b}
	for i := 0; i < len(list); i++ {
		for _, n := range list[i].Nodes {
			if n.Op == skeleton.Go && !slices.Contains(list, n.Body) {
				list = append(list, n.Body)
			}
		}
	}
	return list
}

// repeats reports whether a node lies in a loop of which it is not known that it ends.
func repeats(b *skeleton.Body, n *skeleton.Node) bool {
	on := func(m *skeleton.Node) []int {
		if m.Op == skeleton.Branch && m.Ends {
			return m.Next[1:]
		}
		return m.Next
	}
	seen := make([]bool, len(b.Nodes))
	for todo := slices.Clone(on(n)); len(todo) > 0; {
		id := todo[len(todo)-1]
		if todo = todo[:len(todo)-1]; id == n.ID {
			return true
		}
		if !seen[id] {
			seen[id] = true
			todo = append(todo, on(b.Nodes[id])...)
		}
	}
	return false
}

// roundOf returns the nodes of the loop around a Wait, in which nothing else waits; nil if there is none. It may give
// its lock back and take it again: for { mu.Lock(); if ready { break }; c.Wait(); mu.Unlock() }.
func roundOf(b *skeleton.Body, wait *skeleton.Node) []*skeleton.Node {
	locks := map[*skeleton.Object]bool{}
	for _, n := range b.Nodes {
		if n.Op == skeleton.Unlock || n.Op == skeleton.RUnlock {
			locks[n.Object] = locks[n.Object] || n.Site.Pos == wait.Site.Pos // it is a part of Wait
		}
	}
	within := func(n *skeleton.Node) bool {
		switch n.Op {
		case skeleton.Step, skeleton.Branch, skeleton.Access, skeleton.Signal, skeleton.Broadcast:
			return n.Round == 0
		case skeleton.CondEnter, skeleton.CondWait:
			return n.Round == 0 && n.Site.Pos == wait.Site.Pos
		case skeleton.Lock, skeleton.Unlock, skeleton.RLock, skeleton.RUnlock:
			return n.Round == 0 && locks[n.Object]
		}
		return false
	}
	loop := []*skeleton.Node{wait}
	for i := 0; i < len(loop); i++ {
		for _, next := range loop[i].Next {
			if n := b.Nodes[next]; within(n) && !slices.Contains(loop, n) {
				loop = append(loop, n)
			}
		}
	}
	back := map[int]bool{wait.ID: true}
	for before := 0; len(back) > before; {
		before = len(back)
		for _, n := range loop {
			if slices.ContainsFunc(n.Next, func(next int) bool { return back[next] }) {
				back[n.ID] = true
			}
		}
	}
	returns := slices.ContainsFunc(loop, func(n *skeleton.Node) bool { return back[n.ID] && slices.Contains(n.Next, wait.ID) })
	if !returns {
		return nil
	}
	return slices.DeleteFunc(loop, func(n *skeleton.Node) bool { return !back[n.ID] })
}
