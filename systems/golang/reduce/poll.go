// This file defines what becomes of goroutines that poll.

package reduce

import (
	"slices"

	"github.com/ijit/ijit/systems/golang/skeleton"
)

// polls lets goroutines that poll wait, too. A loop that does something at each tick, or as long as nothing is ready,
// until a context is cancelled is never blocked; where nobody cancels the context any more it goes on for ever all the
// same. So a select statement to which timers and the default only lead back gets a copy, entered by choice, that asks
// whether the other cases can ever go on. Where nobody waits for what the loop does, the copy is without timers and
// default: a goroutine that is blocked there for ever never ends. Else the loop is copied with it, as one place.
func polls(p *skeleton.Program) {
	var never *skeleton.Object
	for _, b := range p.Bodies {
		loops := 0
		before := make([]skeleton.Node, len(b.Nodes))
		for i, n := range b.Nodes {
			before[i] = *n
		}
		for i := range before {
			loop, seen := polling(before, i)
			if loop == nil {
				continue
			}
			n := b.Nodes[i]
			first, waiting := *n, *n
			first.ID, waiting.ID = len(b.Nodes), len(b.Nodes)+1
			*n = skeleton.Node{ID: i, Op: skeleton.Branch, Site: n.Site, Cond: skeleton.Either{}, Next: []int{first.ID, waiting.ID}}
			b.Nodes = append(b.Nodes, &first, &waiting)
			waiting.Polls, waiting.Next = true, slices.Clone(waiting.Next)
			if seen {
				loops++
				waiting.Loop = loops
				copyLoop(b, &waiting, before, i, loop)
				continue
			}
			if never == nil {
				never = &skeleton.Object{ID: len(p.Objects), Kind: skeleton.Chan, Name: "nil", NilChan: true}
				p.Objects = append(p.Objects, never)
			}
			waiting.Default, waiting.Next = false, waiting.Next[:len(waiting.Cases)]
			waiting.Cases = slices.Clone(waiting.Cases)
			for i, c := range waiting.Cases {
				if c.Object.Ticking {
					waiting.Cases[i].Object = never // so that the others keep their numbers
				}
			}
		}
	}
}

// copyLoop gives the copy of a select statement the other nodes of its loop.
func copyLoop(b *skeleton.Body, waiting *skeleton.Node, nodes []skeleton.Node, polling int, loop []int) {
	to := map[int]int{polling: waiting.ID}
	for i, k := range loop {
		to[k] = len(b.Nodes) + i
	}
	for i, next := range waiting.Next {
		if i == len(waiting.Cases) || waiting.Cases[i].Object.Ticking {
			waiting.Next[i] = to[next]
		}
	}
	for _, k := range loop {
		n := nodes[k]
		n.ID, n.Loop, n.Next = len(b.Nodes), waiting.Loop, slices.Clone(n.Next)
		for i, next := range n.Next {
			n.Next[i] = to[next]
		}
		b.Nodes = append(b.Nodes, &n)
	}
}

// polling returns the other nodes of a loop in which the goroutine polls, nil if a node is not a select statement with
// timers or a default, all of which only lead back to it, and with something else. It also reports whether others may
// see what is done in the loop: then it waits for nothing, or else for locks only.
func polling(nodes []skeleton.Node, at int) (loop []int, seen bool) {
	n := &nodes[at]
	if n.Op != skeleton.Select {
		return nil, false
	}
	loop, seen = []int{}, tells(n.Do)
	others, locks := 0, false
	visit := func(next int) {
		if next != at && !slices.Contains(loop, next) {
			loop = append(loop, next)
		}
	}
	for i, next := range n.Next {
		if i == len(n.Cases) || n.Cases[i].Object.Ticking {
			visit(next)
			seen = seen || i < len(n.Cases) && tells(n.Cases[i].Do)
		} else {
			others++
		}
	}
	if others == 0 || others == len(n.Next) {
		return nil, false
	}
	for i := 0; i < len(loop); i++ {
		m := &nodes[loop[i]]
		switch m.Op {
		case skeleton.Step, skeleton.Branch, skeleton.Access, skeleton.Unlock, skeleton.RUnlock:
		case skeleton.Lock, skeleton.RLock:
			locks = true
		case skeleton.Cancel, skeleton.Signal, skeleton.Broadcast, skeleton.TryLock, skeleton.TryRLock:
			seen = true
		case skeleton.Select:
			if seen = true; !m.Default || n.Default { // or else both would poll
				return nil, false
			}
		default:
			return nil, false
		}
		seen = seen || tells(m.Do) || slices.ContainsFunc(m.Cases, func(c skeleton.Case) bool { return tells(c.Do) })
		for _, next := range m.Next {
			visit(next)
		}
	}
	if seen && locks || !comeBack(nodes, loop, at) {
		return nil, false
	}
	return loop, seen
}

// comeBack reports whether from each of some nodes an execution leads to another one.
func comeBack(nodes []skeleton.Node, from []int, to int) bool {
	back := map[int]bool{to: true}
	for before := 0; len(back) > before; {
		before = len(back)
		for _, k := range from {
			if slices.ContainsFunc(nodes[k].Next, func(next int) bool { return back[next] }) {
				back[k] = true
			}
		}
	}
	return len(back) == len(from)+1
}

// tells reports whether assignments are to data that others see.
func tells(list []skeleton.Assign) bool {
	return slices.ContainsFunc(list, func(a skeleton.Assign) bool { return a.Var.Shared })
}
