// This file defines paths backwards, and infinite fair paths.

package circuit

import (
	"slices"

	"github.com/ijit/ijit/bdd"
)

// until returns the states from which a path through states of one set leads to a state of
// another: E[through U to]. If rings is not nil, it appends the states by their distance,
// each once; they are then the caller's to keep. A search for a state ends where it is found.
func (x *machine) until(through, to bdd.Node, rings *[]bdd.Node, search bdd.Node) bdd.Node {
	found, frontier := to, to
	defer x.keep(&through, &found, &frontier, &search)()
	if rings != nil {
		defer x.m.Register(func(yield func(bdd.Node) bool) { slices.Values(*rings)(yield) }).Unregister()
	}
	for x.m.Err() == nil && frontier != bdd.False {
		if rings != nil {
			*rings = append(*rings, frontier)
		}
		if search != bdd.False && !x.m.Disjoint(frontier, search) {
			break
		}
		frontier = x.m.Diff(x.m.And(x.pre(frontier, bdd.True), through), found)
		found = x.m.Or(found, frontier)
		x.tell(Solving)
	}
	return found
}

// conditions returns what must hold infinitely often on a fair path, at least one.
func (x *machine) conditions() []bdd.Node {
	if len(x.fairness) == 0 {
		return []bdd.Node{bdd.True}
	}
	return x.fairness
}

// fair returns the states from which a fair path stays in a set for ever: EG set, the greatest
// fixed point of Emerson and Lei, "Efficient Model Checking in Fragments of the
// Propositional Mu-Calculus", LICS 1986. Fairness may depend on what is read, so it is asked
// of a step.
func (x *machine) fair(set bdd.Node) bdd.Node {
	defer x.keep(&set)()
	for x.m.Err() == nil {
		before := set
		release := x.keep(&before)
		for _, f := range x.conditions() {
			set = x.until(set, x.m.And(set, x.pre(set, f)), nil, bdd.False)
		}
		release()
		if set == before {
			break
		}
	}
	return set
}

// lasso extends a path, the last state of which is in a set as fair returns it, by a fair
// lasso in the set, and returns it with the frame that the last one is left to. On the
// way to the nearest step that is fair in one respect after the other, the path goes down in the
// graph of strongly connected components until it can be closed (Clarke, Grumberg, McMillan
// and Zhao, "Efficient Generation of Counterexamples and Witnesses in Symbolic Model
// Checking", DAC 1995).
func (x *machine) lasso(hull bdd.Node, path []frame) ([]frame, int) {
	defer x.keep(&hull)()
	conditions := x.conditions()
	rings := make([][]bdd.Node, len(conditions)+1) // the last ones lead back
	home := &rings[len(conditions)]
	defer x.m.Register(func(yield func(bdd.Node) bool) { slices.Values(slices.Concat(rings...))(yield) }).Unregister()
	for i, f := range conditions {
		x.until(hull, x.m.And(hull, x.pre(hull, f)), &rings[i], bdd.False)
	}
	for x.m.Err() == nil {
		loop := -1
		for i, f := range conditions {
			if loop >= 0 && x.met(path[loop:len(path)-1], f) {
				continue
			}
			path = x.walk(path, rings[i])
			last := len(path) - 1
			if loop < 0 {
				loop = last
			}
			here := x.m.And(x.cube(path[last].state), f)
			path[last].condition = f
			path = append(path, frame{x.pick(x.m.And(x.post(here), hull)), bdd.True})
			x.tell(Tracing)
		}
		end := x.cube(path[len(path)-1].state)
		*home = nil
		found := x.until(hull, x.cube(path[loop].state), home, end)
		if x.m.Err() == nil && !x.m.Disjoint(found, end) {
			path = x.walk(path, *home)
			return path[:len(path)-1], loop
		}
	}
	return path, 0
}

// met reports whether a condition certainly holds in some frame of a path.
func (x *machine) met(path []frame, condition bdd.Node) bool {
	for _, f := range path {
		if f.condition == condition || x.m.Leq(x.cube(f.state), condition) {
			return true
		}
	}
	return false
}

// walk extends a path to a state of the first ring, from one of some ring.
func (x *machine) walk(path []frame, rings []bdd.Node) []frame {
	here := x.cube(path[len(path)-1].state)
	at := 0
	for at < len(rings) && x.m.Disjoint(rings[at], here) {
		at++
	}
	for at--; at >= 0 && x.m.Err() == nil; at-- {
		state := x.pick(x.m.And(x.post(here), rings[at]))
		path = append(path, frame{state, bdd.True})
		here = x.cube(state)
		x.tell(Tracing)
	}
	return path
}
