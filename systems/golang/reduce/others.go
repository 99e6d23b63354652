// This file defines where it matters that a goroutine waits for one of many objects of which another one is told apart.

package reduce

import (
	"slices"

	"github.com/ijit/ijit/systems/golang/graph"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// One of many objects is told apart, any of them, and who waits for another one goes on or stays: nobody knows which. A
// goroutine that is blocked for ever is found where it waits for the one that is told apart. That needs one such
// object. Where each of two goroutines holds an account and waits for that of the other, two are needed: of the one who
// waits for the account that is told apart it cannot be said that he is blocked for ever, since the other one may go
// on. So nothing is said of who is blocked if a wait for another object can delay, maybe by waits in between, who waits
// for the one that is told apart.

// others notes such waits, one for each object that is told apart.
func (w *writer) others() {
	of := map[*skeleton.Object]*graph.Object{}
	for k, o := range w.objects {
		of[o] = k.Obj
	}
	var noted []*graph.Object
	d := newDelays(w.p)
	for _, b := range w.p.Bodies {
		for _, n := range b.Nodes {
			o := w.waits[n]
			if o == nil || slices.Contains(noted, o) {
				continue
			}
			noted = append(noted, o)
			if d.delay(func(n *skeleton.Node) bool { return w.waits[n] == o }, func(s *skeleton.Object) bool { return of[s] == o }) {
				w.p.Notes = append(w.p.Notes, skeleton.Note{Site: n.Site, What: "wait for one of many objects: " + n.Site.Text,
					Effect: "taken to end or not, by choice, where another one is told apart that others wait for", Opens: skeleton.OpensBlocked})
			}
		}
	}
}

// A place is a node of a body.
type place struct{ body, node int }

// A use is an operation that may end waits for an object: that of a kind which package skeleton names, or none of what
// is held.
type use struct {
	object *skeleton.Object
	op     skeleton.Op
}

// delays finds which waits goroutines delay that wait somewhere themselves.
type delays struct {
	*skeleton.Program
	held  map[place]map[*skeleton.Object]bool // locks and first calls that a goroutine may have there
	waits []place

	kept map[*skeleton.Object]bool // what is held by those who are delayed
	uses map[use]bool              // what they do behind that
	seen map[place]bool
}

func newDelays(p *skeleton.Program) *delays {
	d := &delays{Program: p, held: map[place]map[*skeleton.Object]bool{}}
	for i, b := range p.Bodies {
		for k, n := range b.Nodes {
			d.held[place{i, k}] = map[*skeleton.Object]bool{}
			if n.Op.Blocks() {
				d.waits = append(d.waits, place{i, k})
			}
		}
		for changed := true; changed; {
			changed = false
			for k, n := range b.Nodes {
				for way, next := range n.Next {
					for _, o := range d.heldBehind(place{i, k}, n, way) {
						if to := d.held[place{i, next}]; !to[o] {
							to[o], changed = true, true
						}
					}
				}
			}
		}
	}
	return d
}

// heldBehind returns what a goroutine may hold that has left a node in a way.
func (d *delays) heldBehind(at place, n *skeleton.Node, way int) (list []*skeleton.Object) {
	for o := range d.held[at] {
		if o != n.Object || n.Op != skeleton.Unlock && n.Op != skeleton.RUnlock && n.Op != skeleton.OnceEnd {
			list = append(list, o)
		}
	}
	switch n.Op {
	case skeleton.Lock, skeleton.RLock, skeleton.TryLock, skeleton.TryRLock:
		list = append(list, n.Object)
	case skeleton.OnceBegin:
		if way == 0 {
			list = append(list, n.Object)
		}
	}
	return list
}

// delay reports whether goroutines that stay at some nodes can delay one that waits for some objects.
func (d *delays) delay(stay func(*skeleton.Node) bool, about func(*skeleton.Object) bool) bool {
	d.kept, d.uses, d.seen = map[*skeleton.Object]bool{}, map[use]bool{}, map[place]bool{}
	for i, b := range d.Bodies {
		for k, n := range b.Nodes {
			if slices.ContainsFunc(n.Next, func(next int) bool { return stay(b.Nodes[next]) }) {
				d.stays(place{i, k}, n)
			}
		}
	}
	delayed := map[place]bool{}
	for changed := true; changed; {
		changed = false
		for _, at := range d.waits {
			n := d.Bodies[at.body].Nodes[at.node]
			if delayed[at] || !d.delays(n) {
				continue
			}
			if n.Object != nil && about(n.Object) || slices.ContainsFunc(n.Cases, func(c skeleton.Case) bool { return about(c.Object) }) {
				return true
			}
			delayed[at], changed = true, true
			d.stays(at, n)
		}
	}
	return false
}

// stays takes in that a goroutine stays at a node: what it holds, and what it does not come to.
func (d *delays) stays(at place, n *skeleton.Node) {
	for o := range d.held[at] {
		d.kept[o] = true
	}
	for _, next := range n.Next {
		d.misses(place{at.body, next})
	}
}

// misses takes in what a goroutine does not do that does not come to a node.
func (d *delays) misses(first place) {
	for todo := []place{first}; len(todo) > 0; {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if d.seen[at] {
			continue
		}
		d.seen[at] = true
		n := d.Bodies[at.body].Nodes[at.node]
		if n.Object != nil {
			d.uses[use{n.Object, n.Op}] = true
		}
		for _, c := range n.Cases {
			op := skeleton.Recv
			if c.Send {
				op = skeleton.Send
			}
			d.uses[use{c.Object, op}] = true
		}
		for _, next := range n.Next {
			todo = append(todo, place{at.body, next})
		}
		if n.Op == skeleton.Go {
			todo = append(todo, place{n.Body.ID, 0})
		}
	}
}

// delays reports whether somebody who is delayed could end the wait at a node.
func (d *delays) delays(n *skeleton.Node) bool {
	uses := func(o *skeleton.Object, ops ...skeleton.Op) bool {
		return slices.ContainsFunc(ops, func(op skeleton.Op) bool { return d.uses[use{o, op}] })
	}
	switch n.Op {
	case skeleton.Lock, skeleton.RLock, skeleton.OnceBegin:
		return d.kept[n.Object]
	case skeleton.Wait:
		return uses(n.Object, skeleton.Add)
	case skeleton.CondWait:
		return uses(n.Object, skeleton.Signal, skeleton.Broadcast)
	case skeleton.Send:
		return uses(n.Object, skeleton.Recv)
	case skeleton.Recv:
		return uses(n.Object, skeleton.Send, skeleton.Close, skeleton.Cancel)
	}
	return slices.ContainsFunc(n.Cases, func(c skeleton.Case) bool {
		if c.Send {
			return uses(c.Object, skeleton.Recv)
		}
		return uses(c.Object, skeleton.Send, skeleton.Close, skeleton.Cancel)
	})
}
