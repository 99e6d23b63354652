// This file defines the minimal coverability set, found with remembered
// accelerations.

package km

import (
	"slices"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/algorithms/internal/ascent"
	"github.com/ijit/ijit/tts"
)

// AKM finds the whole minimal coverability set, the finite set of maximal
// configurations with omegas whose downward closure is that of all reachable
// configurations, for any number of threads. It refuses the same systems as [KM], and
// otherwise is sound, complete and terminates. The set is Cover of the invariant, also of
// an Unsafe answer; an error does not end the search.
//
// This is the algorithm of Finkel, Haddad and Khmelnitsky ("Minimal coverability tree
// construction made complete and efficient", FoSSaCS 2020). It keeps a tree in which the
// vertices that are closed, which is all but the front, are an antichain. A vertex of the
// front is, in this order,
//
//   - saturated: every acceleration remembered that it enables is fired in it;
//   - deleted, if a closed vertex covers it;
//   - used to find an acceleration, if it is above an ancestor: the way from there is
//     turned into one and remembered, the ancestor loses its descendants and is in the
//     front again, where it is saturated with what was found;
//   - otherwise closed: all vertices below it are deleted with their
//     descendants, and its successors come to the front.
//
// To delete the descendants of what is covered is where the minimal coverability tree of
// Finkel (1993) went wrong: it lost accelerations that had been found there, and with
// them parts of the cover. Remembering them is the condition under which it is right.
// The memory is that of the tree that is left and of the accelerations. [KM] never
// deletes what has descendants and so needs nothing of that.
func AKM[K tts.Key](p tts.Problem[K], order Order, m *algorithms.Meter, watch func(algorithms.Stats)) algorithms.Result[K] {
	a := newCoverTree(p, order, m, watch)
	a.run()
	a.measure()
	r := a.Result()
	if r.Reason == algorithms.NoReason {
		r.Invariant = func() *tts.Invariant[K] { return &tts.Invariant[K]{Cover: a.top.configs()} }
	}
	return r
}

type coverTree[K tts.Key] struct {
	ascent.Ascent[K]
	order    Order
	vertices []*vertex[K] // by number
	free     []uint32     // numbers of vertices that were deleted
	alive    int
	front    []*vertex[K] // and what was deleted since
	first    int          // where the front begins, breadth-first
	top      *maximal[K]  // closed vertices
	known    map[K][]*ascent.Acceleration[K]
	dropped  []uint32
}

// A vertex is a vertex of the tree.
type vertex[K tts.Key] struct {
	config   tts.Config[K]
	parent   *vertex[K] // nil for a root
	children []*vertex[K]
	leaps    []ascent.Leap[K] // from the parent's configuration; of a root, from initial
	initial  *tts.Config[K]
	id       uint32
	depth    int
	state    nodeState // covered if deleted
}

func newCoverTree[K tts.Key](p tts.Problem[K], order Order, m *algorithms.Meter, watch func(algorithms.Stats)) *coverTree[K] {
	a := &coverTree[K]{
		Ascent: ascent.New(p, m, watch),
		order:  order,
		top:    newMaximal[K](),
		known:  map[K][]*ascent.Acceleration[K]{},
	}
	a.All = true
	return a
}

func (a *coverTree[K]) run() {
	for c := range a.Initial {
		if a.Stopped() {
			return
		}
		c = c.Clone()
		a.add(&vertex[K]{config: c.Clone(), initial: &c})
	}
	for {
		a.explore()
		if a.Done || !a.reopen() {
			return
		}
	}
}

// explore works until the front is empty.
func (a *coverTree[K]) explore() {
	for !a.Stopped() {
		u := a.pop()
		if u == nil {
			a.Done = a.Meter.Stop()
			return
		}
		if u.state != waiting {
			continue
		}
		a.saturate(u)
		if a.top.covers(u.config) {
			a.cut(u)
		} else if from := ancestorBelow(u); from != nil {
			a.remember(ascent.Repeat(way(from, u), from.config.Shared))
			a.prune(from)
			a.top.remove(from.config.Shared, from.id)
			from.state = waiting
			a.front = append(a.front, from)
		} else {
			a.close(u)
		}
	}
}

func (a *coverTree[K]) pop() *vertex[K] {
	if a.first == len(a.front) {
		return nil
	}
	if a.order == BreadthFirst {
		u := a.front[a.first]
		if a.first++; a.first > len(a.front)/2 && a.first > 1024 {
			n := copy(a.front, a.front[a.first:])
			clear(a.front[n:])
			a.front, a.first = a.front[:n], 0
		}
		return u
	}
	last := len(a.front) - 1
	u := a.front[last]
	a.front[last] = nil
	a.front = a.front[:last]
	return u
}

func (a *coverTree[K]) measure() {
	a.Stats.StoreBytes = a.alive*sizeOf[vertex[K]]() + a.top.n*sizeOf[peak[K]]()
	for _, v := range a.vertices {
		if v != nil {
			a.Stats.StoreBytes += len(v.config.Locals)*sizeOf[tts.Count[K]]() + len(v.leaps)*sizeOf[ascent.Leap[K]]() + 8*len(v.children)
		}
	}
	for _, list := range a.known {
		for _, x := range list {
			a.Stats.StoreBytes += sizeOf[ascent.Acceleration[K]]() + len(x.Body)*sizeOf[ascent.Leap[K]]()
		}
	}
}

// add adds a vertex to the tree and to the front.
func (a *coverTree[K]) add(v *vertex[K]) {
	if n := len(a.free); n > 0 {
		v.id = a.free[n-1]
		a.free = a.free[:n-1]
		a.vertices[v.id] = v
	} else {
		v.id = uint32(len(a.vertices))
		a.vertices = append(a.vertices, v)
	}
	a.alive++
	a.Stats.States = max(a.Stats.States, a.alive)
	a.Stats.Depth = max(a.Stats.Depth, v.depth)
	a.front = append(a.front, v)
}

// saturate fires in u what accelerations are known.
func (a *coverTree[K]) saturate(u *vertex[K]) {
	for again := true; again; {
		again = false
		for _, x := range a.known[u.config.Shared] {
			if x.Raises(u.config) {
				u.config.Locals = ascent.Raise(u.config.Locals, x.Gain)
				u.leaps = append(u.leaps, ascent.Leap[K]{Loop: x})
				again = true
			}
		}
	}
}

// ancestorBelow returns the nearest ancestor that u is above, nil if there is none.
// They are not equal, since no closed vertex covers u. What u has more may be an omega
// from an acceleration fired on the way.
func ancestorBelow[K tts.Key](u *vertex[K]) *vertex[K] {
	for v := u.parent; v != nil; v = v.parent {
		if u.config.Covers(v.config) {
			return v
		}
	}
	return nil
}

// close puts u among the closed vertices and its successors into the front.
func (a *coverTree[K]) close(u *vertex[K]) {
	a.dropped = a.dropped[:0]
	a.top.add(u.config, u.id, func(id uint32) { a.dropped = append(a.dropped, id) })
	for _, id := range a.dropped {
		// It may be gone already, as a descendant of another.
		if v := a.vertices[id]; v != nil {
			a.prune(v)
			a.cut(v)
		}
	}
	u.state = expanded
	a.Examine(u.config, func() ascent.Line[K] { return lineTo(u) })
	a.successors(u)
}

// successors adds the successors of u to the front, but for those that would be
// deleted at once.
func (a *coverTree[K]) successors(u *vertex[K]) {
	edges := a.Leaving(u.config)
	for i := range edges {
		e := &edges[i]
		if e.Kind == tts.Fail {
			a.Fail(e, func() ascent.Line[K] { return lineTo(u) })
			continue
		}
		if c := a.Fire(u.config, e); !a.top.covers(c) {
			v := &vertex[K]{config: c.Clone(), parent: u, leaps: []ascent.Leap[K]{{Edge: *e}}, depth: u.depth + 1}
			u.children = append(u.children, v)
			a.add(v)
		}
	}
}

// cut takes a vertex without children out of the tree.
func (a *coverTree[K]) cut(u *vertex[K]) {
	if p := u.parent; p != nil {
		for i, v := range p.children {
			if v == u {
				last := len(p.children) - 1
				p.children[i], p.children[last] = p.children[last], nil
				p.children = p.children[:last]
				break
			}
		}
	}
	a.forget(u)
}

// prune takes the descendants of u out of the tree.
func (a *coverTree[K]) prune(u *vertex[K]) {
	todo := u.children
	u.children = nil
	for len(todo) > 0 {
		v := todo[len(todo)-1]
		todo = append(todo[:len(todo)-1], v.children...)
		v.children = nil
		if v.state == expanded {
			a.top.remove(v.config.Shared, v.id)
		}
		a.forget(v)
	}
}

func (a *coverTree[K]) forget(u *vertex[K]) {
	u.state = covered
	a.vertices[u.id] = nil
	a.free = append(a.free, u.id)
	a.alive--
}

// reopen puts those successors of closed vertices into the front that no closed vertex
// covers, and reports whether there are any. By the theory there are none. The answer
// rests on that, and it takes little to look.
func (a *coverTree[K]) reopen() bool {
	before := a.alive
	for _, v := range a.vertices {
		if v == nil {
			continue
		}
		a.successors(v)
		if a.Stopped() {
			return false
		}
	}
	return a.alive > before
}

// lineTo returns the way to u.
func lineTo[K tts.Key](u *vertex[K]) ascent.Line[K] {
	var l ascent.Line[K]
	l.Path = way(nil, u)
	for ; u.parent != nil; u = u.parent {
	}
	l.Initial = *u.initial
	return l
}

// remember keeps x unless a better acceleration is known, and in the place of all
// that are not.
func (a *coverTree[K]) remember(x *ascent.Acceleration[K]) {
	list := a.known[x.Shared]
	for _, y := range list {
		if y.Better(x) {
			return
		}
	}
	list = slices.DeleteFunc(list, x.Better)
	a.known[x.Shared] = append(list, x)
}

// way returns the leaps from one vertex to a descendant, or with nil from its root's
// initial configuration.
func way[K tts.Key](from, to *vertex[K]) []ascent.Leap[K] {
	var vertices []*vertex[K]
	for v := to; v != from; v = v.parent {
		vertices = append(vertices, v)
	}
	var path []ascent.Leap[K]
	for _, v := range slices.Backward(vertices) {
		path = append(path, v.leaps...)
	}
	return path
}
