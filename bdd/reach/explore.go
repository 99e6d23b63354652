// This file defines the search for all states that can be reached, in two orders.

package reach

import (
	"iter"
	"slices"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/internal/verdict"
)

// A ring is a set of states that were found at the same time. Rings are disjoint,
// and each state of one but those of the first has a predecessor in an earlier one.
type ring struct {
	set   bdd.Node
	depth int // steps to get here
	// passing says that the states are inside an atomic section that is one step,
	// which has begun at depth-1.
	passing bool
}

// An encounter is a property that was found to be violated.
type encounter struct {
	*property
	ring  int // where its states are
	depth int // if the search was breadth first
}

// A search is one search for what can be reached.
type search struct {
	*System
	Options
	chaining bool // otherwise breadth first
	enough   int  // how many properties to find; 0 for all that there are
	wanted   []*property
	found    []encounter
	cut      bool

	roots   *bdd.Roots
	reached bdd.Node
	rings   []ring
	todo    []bdd.Node // by slot: states from which its thread has not moved, for chain
	// frontier and fresh are what a round goes on from and what it has found.
	frontier, fresh bdd.Node
	peak            int
}

// live yields what must survive a collection.
func (r *search) live() iter.Seq[bdd.Node] {
	return func(yield func(bdd.Node) bool) {
		for _, n := range append([]bdd.Node{r.reached, r.frontier, r.fresh}, r.todo...) {
			if !yield(n) {
				return
			}
		}
		for _, x := range r.rings {
			if !yield(x.set) {
				return
			}
		}
		for _, p := range r.wanted {
			for _, n := range p.where {
				if !yield(n) {
					return
				}
			}
		}
		for _, f := range r.found {
			for _, n := range f.where {
				if !yield(n) {
					return
				}
			}
		}
	}
}

func newSearch(s *System, o Options, chaining bool) *search {
	r := &search{System: s, Options: o, chaining: chaining,
		reached: bdd.False, frontier: bdd.False, fresh: bdd.False}
	r.roots = s.m.Register(r.live())
	r.want()
	return r
}

// want collects what to look for.
func (r *search) want() {
	if r.Places != nil {
		return
	}
	if r.Deadlock {
		r.wanted = []*property{{pc: verdict.NoPC, where: []bdd.Node{r.deadlocks(!r.Small)}}}
		return
	}
	if len(r.Together) > 0 {
		r.wanted = []*property{{pc: verdict.NoPC, where: []bdd.Node{r.together(nil)}}}
		return
	}
	for _, pc := range r.Labels {
		p := &property{pc: pc}
		if r.codes[pc] != nowhere {
			for slot := range r.slots {
				p.where = append(p.where, r.at(slot, pc))
			}
		}
		r.wanted = append(r.wanted, p)
	}
	if r.Labels == nil {
		for i := range r.properties {
			r.wanted = append(r.wanted, &r.properties[i])
		}
	}
}

// together returns where threads are at the locations of Together, besides those in some
// slots, which are at the first ones.
func (r *search) together(taken []int) bdd.Node {
	if len(taken) == len(r.Together) {
		return bdd.True
	}
	out := bdd.False
	for slot := range r.slots {
		if slices.Contains(taken, slot) {
			continue
		}
		at := bdd.False
		for _, pc := range r.Together[len(taken)] {
			if r.codes[pc] != nowhere {
				at = r.m.Or(at, r.at(slot, pc))
			}
		}
		out = r.m.Or(out, r.m.And(at, r.together(append(taken, slot))))
	}
	return out
}

// explore searches until enough is found or something ends it.
func (r *search) explore() {
	copies := r.Copies
	if copies == 0 {
		copies = 1
	}
	initial, err := r.Initial(copies)
	if err != nil {
		return
	}
	r.add(ring{set: initial})
	if r.chaining {
		r.chain(initial)
	} else {
		r.layers(initial)
	}
}

// done reports whether the search is over before all states are found.
func (r *search) done() bool {
	return r.m.Err() != nil || r.enough > 0 && len(r.found) >= r.enough
}

// add adds a ring of states, none of which was reached before, and looks for errors
// among them.
func (r *search) add(x ring) {
	reached := r.m.Or(r.reached, x.set)
	if x.set == bdd.False || r.m.Err() != nil {
		return
	}
	r.reached = reached
	r.rings = append(r.rings, x)
	if !r.cut && r.blocked != bdd.False {
		r.cut = !r.m.Disjoint(x.set, r.blocked) && r.m.Err() == nil
	}
	rest := r.wanted[:0]
	for _, p := range r.wanted {
		if !r.violates(p, x.set) {
			rest = append(rest, p)
			continue
		}
		depth := x.depth
		if p.fail && !x.passing && !r.chaining {
			depth++
		}
		r.found = append(r.found, encounter{p, len(r.rings) - 1, depth})
	}
	r.wanted = rest
}

// violates reports whether a property is violated in some state of a set.
func (r *search) violates(p *property, set bdd.Node) bool {
	for _, where := range p.where {
		if !r.m.Disjoint(set, where) {
			return r.m.Err() == nil
		}
	}
	return false
}

// layers searches breadth first. Where atomic sections are one step, a layer begins
// with the states behind that step, and those inside are passed through.
func (r *search) layers(initial bdd.Node) {
	r.frontier = initial
	for depth := 1; r.frontier != bdd.False && !r.done(); depth++ {
		r.frontier = r.step()
		if !r.Small {
			r.pass(depth)
		}
		r.add(ring{set: r.frontier, depth: depth})
	}
}

// pass replaces the states of the frontier that are inside an atomic section by those
// to which the section leads.
func (r *search) pass(depth int) {
	outside := r.m.Diff(r.frontier, r.locked())
	r.frontier = r.m.And(r.frontier, r.locked())
	defer r.m.RegisterVars(&outside).Unregister()
	for r.frontier != bdd.False && !r.done() {
		r.add(ring{set: r.frontier, depth: depth, passing: true})
		r.frontier = r.m.Diff(r.step(), outside)
		outside = r.m.Or(outside, r.m.Diff(r.frontier, r.locked()))
		r.frontier = r.m.And(r.frontier, r.locked())
	}
	r.frontier = outside
}

// step returns the successors of the frontier that were not reached before.
func (r *search) step() bdd.Node {
	r.fresh = bdd.False
	for slot := range r.slots {
		for _, x := range r.threads[slot] {
			r.images++
			r.fresh = r.m.Or(r.fresh, x.post(r.m, r.frontier))
			r.safe()
		}
	}
	return r.m.Diff(r.fresh, r.reached)
}

// chain lets one thread after the other run. The last one that can goes first: its
// steps concern the fewest variables, and those at the bottom of the order.
func (r *search) chain(initial bdd.Node) {
	r.todo = make([]bdd.Node, len(r.slots))
	for i := range r.todo {
		r.todo[i] = initial
	}
	for slot := len(r.slots) - 1; slot >= 0 && !r.done(); {
		if r.todo[slot] == bdd.False {
			slot--
			continue
		}
		r.frontier, r.todo[slot] = r.todo[slot], bdd.False
		for r.frontier != bdd.False && !r.done() {
			r.frontier = r.sweep(slot)
		}
		slot = len(r.slots) - 1
	}
}

// sweep lets the thread in a slot go on from the frontier by one relation after the
// other, from what they find, too, and returns all that is found.
func (r *search) sweep(slot int) bdd.Node {
	r.fresh = bdd.False
	for _, x := range r.threads[slot] {
		r.images++
		found := r.m.Diff(x.post(r.m, r.m.Or(r.frontier, r.fresh)), r.reached)
		if r.add(ring{set: found}); r.done() {
			break
		}
		r.fresh = r.m.Or(r.fresh, found)
		// Where this thread is inside an atomic section, it is no other's turn.
		others := r.m.Diff(found, r.locked())
		for i := range r.todo {
			if i != slot {
				r.todo[i] = r.m.Or(r.todo[i], others)
			}
		}
		r.safe()
	}
	return r.fresh
}

// safe lets the manager collect garbage.
func (r *search) safe() {
	r.peak = max(r.peak, r.m.NodeCount())
	r.m.SafePoint()
	if r.Watch != nil {
		r.Watch(r.stats())
	}
}

// stats measures the run so far.
func (r *search) stats() Stats {
	s := Stats{
		Variables: r.m.NumVars() / 2,
		Images:    r.images,
		Rings:     len(r.rings),
		Nodes:     max(r.peak, r.m.NodeCount()),
		Bytes:     r.m.Bytes(),
	}
	for _, relations := range r.threads {
		s.Relations += len(relations)
		for _, x := range relations {
			s.Actions += len(x.actions)
		}
	}
	if !r.chaining && len(r.rings) > 0 {
		s.Depth = r.rings[len(r.rings)-1].depth
	}
	return s
}
