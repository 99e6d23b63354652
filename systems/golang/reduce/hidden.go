// This file defines which objects only their makers can see.

package reduce

import (
	"maps"
	"slices"

	"github.com/ijit/ijit/systems/golang/graph"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// dropHidden removes the accesses to objects that no other goroutine can see yet: a goroutine has made the object, and
// on no way to the access it has started a goroutine, sent anything, or stored a pointer by which the object can be
// reached in an object that others may see. A pointer that is stored in a hidden object is seen when that one is.
//
// Of the many objects of one place that is followed for the latest one, and used where a pointer leads to that one.
// Where the call or the iteration begins that makes the next one, no such pointer is left (see newest.go of package
// extract).
//
// Nobody else accesses such an object at that time, and who comes to it later does so by a pointer that is stored or
// sent later. If that store is not ordered before the access of the other one, then the two accesses to the place of
// the pointer are a race, which is asked about as well.
func (w *writer) dropHidden() {
	s := &sight{reach: map[*graph.Object][]*graph.Object{}, holds: map[*graph.Object]graph.Set{}, made: map[*graph.Body][]*graph.Object{}}
	for _, b := range w.g.Bodies {
		for _, n := range reachable(b.Start) {
			for _, e := range n.Behind {
				if e.Made != nil && e.Made.Body == b {
					s.made[b] = append(s.made[b], e.Made)
				}
				if e.In != nil {
					for _, a := range e.Set {
						s.holds[e.In] = s.holds[e.In].With(a)
					}
				}
			}
		}
	}
	for _, b := range w.g.Bodies {
		for n, seen := range s.flow(b) {
			if n.Op == skeleton.Access && n.Cell.Obj.Body == b && !seen[n.Cell.Obj] && (n.Newest || single(n.Cell.Obj)) {
				w.drop(n)
			}
		}
	}
}

// A sight computes which objects others can see.
type sight struct {
	made  map[*graph.Body][]*graph.Object   // by a goroutine of a body
	holds map[*graph.Object]graph.Set       // what is stored in an object, at any time
	reach map[*graph.Object][]*graph.Object // what can be reached from it, with itself
}

// single reports whether the goroutine that makes an object makes no other one there, and no other goroutine does.
func single(o *graph.Object) bool { return !o.Loop && o.Body != nil && !o.Body.Many }

// flow returns which of the objects that a body makes others may see, the latest of each place, before the nodes of
// the body.
func (s *sight) flow(b *graph.Body) map[*graph.Node]map[*graph.Object]bool {
	in := map[*graph.Node]map[*graph.Object]bool{b.Start: {}}
	work := []*graph.Node{b.Start}
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		after := s.behind(b, n, in[n])
		for _, next := range n.Next {
			old, known := in[next]
			more := !known
			union := map[*graph.Object]bool{}
			maps.Copy(union, old)
			for o := range after {
				more = more || !union[o]
				union[o] = true
			}
			if more {
				in[next] = union
				work = append(work, next)
			}
		}
	}
	return in
}

// behind returns which objects others may see behind a node.
func (s *sight) behind(b *graph.Body, n *graph.Node, before map[*graph.Object]bool) map[*graph.Object]bool {
	all := n.Op == skeleton.Go || n.Op == skeleton.Send || slices.ContainsFunc(n.Cases, func(c graph.SelectCase) bool { return c.Send })
	if !all && len(n.Behind) == 0 {
		return before
	}
	out := map[*graph.Object]bool{}
	maps.Copy(out, before)
	if all {
		for _, o := range s.made[b] {
			out[o] = true
		}
	}
	for _, e := range n.Behind {
		switch {
		case e.Made != nil:
			delete(out, e.Made)
		case e.Begins != nil:
			maps.DeleteFunc(out, func(o *graph.Object, _ bool) bool { return o.Region.Within(e.Begins) })
		case e.In.Body != b || out[e.In] || !e.Newest && !single(e.In) && e.In.Func == nil: // a closure gets its variables when it is made
			for _, a := range e.Set {
				for _, o := range s.from(a) {
					out[o] = true
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
