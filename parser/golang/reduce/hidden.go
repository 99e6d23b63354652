// This file defines which objects only their makers can see.

package reduce

import (
	"maps"

	"github.com/ijit/ijit/parser/golang/graph"
	"github.com/ijit/ijit/parser/golang/skeleton"
)

// dropHidden removes the accesses to objects that no other goroutine can see yet: a goroutine has made the object, once,
// and on no way to the access it has started a goroutine, sent anything, or stored a pointer by which the object can be
// reached in an object that others may see. A pointer that is stored in a hidden object is seen when that one is.
//
// Nobody else accesses such an object at that time, and who comes to it later does so by a pointer that is stored or
// sent later. If that store is not ordered before the access of the other one, then the two accesses to the place of
// the pointer are a race, which is asked about as well.
func (w *writer) dropHidden() {
	s := &sight{reach: map[*graph.Object][]*graph.Object{}, holds: map[*graph.Object]graph.Set{}}
	for _, b := range w.g.Bodies {
		for _, n := range reachable(b.Start) {
			for _, e := range n.Behind {
				if e.In != nil {
					for _, a := range e.Set {
						s.holds[e.In] = s.holds[e.In].With(a)
					}
				}
			}
		}
	}
	for _, b := range w.g.Bodies {
		for n, hidden := range s.flow(b) {
			if n.Op == skeleton.Access && hidden[n.Cell.Obj] {
				n.Op, n.Cell = skeleton.Step, nil
			}
		}
	}
}

// A sight computes which objects are hidden.
type sight struct {
	holds map[*graph.Object]graph.Set       // what is stored in an object, at any time
	reach map[*graph.Object][]*graph.Object // what can be reached from it, with itself
}

// flow returns the hidden objects before the nodes of a body: those that are hidden on all ways.
func (s *sight) flow(b *graph.Body) map[*graph.Node]map[*graph.Object]bool {
	in := map[*graph.Node]map[*graph.Object]bool{b.Start: {}}
	work := []*graph.Node{b.Start}
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		after := s.behind(b, n, in[n])
		for _, next := range n.Next {
			old, seen := in[next]
			if !seen {
				in[next] = after
				work = append(work, next)
				continue
			}
			both := map[*graph.Object]bool{}
			for o := range old {
				if after[o] {
					both[o] = true
				}
			}
			if len(both) < len(old) {
				in[next] = both
				work = append(work, next)
			}
		}
	}
	return in
}

// behind returns the hidden objects behind a node.
func (s *sight) behind(b *graph.Body, n *graph.Node, before map[*graph.Object]bool) map[*graph.Object]bool {
	switch n.Op {
	case skeleton.Go, skeleton.Send, skeleton.Select:
		before = nil
	}
	if len(n.Behind) == 0 {
		return before
	}
	out := map[*graph.Object]bool{}
	maps.Copy(out, before)
	for _, e := range n.Behind {
		switch {
		case e.Made != nil:
			if e.Made.Body == b && !e.Made.Loop && !b.Many {
				out[e.Made] = true
			}
		case !out[e.In]:
			for _, a := range e.Set {
				for _, o := range s.from(a) {
					delete(out, o)
				}
			}
		}
	}
	return out
}

// from returns the objects that can be reached from a value.
func (s *sight) from(a *graph.Atom) []*graph.Object {
	for a.Elem != nil {
		a = a.Elem
	}
	if a.Obj == nil {
		return nil
	}
	if list, known := s.reach[a.Obj]; known {
		return list
	}
	seen := map[*graph.Object]bool{a.Obj: true}
	list := []*graph.Object{a.Obj}
	for i := 0; i < len(list); i++ {
		for _, v := range s.holds[list[i]] {
			for v.Elem != nil {
				v = v.Elem
			}
			if v.Obj != nil && !seen[v.Obj] {
				seen[v.Obj] = true
				list = append(list, v.Obj)
			}
		}
	}
	s.reach[a.Obj] = list
	return list
}
