// This file defines the counterexamples of computation tree logic.

package circuit

import (
	"slices"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/parser/ltl"
)

// witness returns a path from a state that shows, as far as one path can, that a formula
// holds there, and the frame to which its last one is left, or -1. The formula is in negation
// normal form. If there is more to show, partial is set.
func (t *tree) witness(state []bool, f *ltl.Formula) (path []frame, loop int) {
	path = []frame{{state, bdd.True}}
	for t.m.Err() == nil && !ltl.Propositional(f) {
		here := t.cube(path[len(path)-1].state)
		switch f.Op {
		case ltl.OpOr:
			g := f
			if f = g.Left; t.m.Disjoint(here, t.sets[f]) {
				f = g.Right
			}
		case ltl.OpAnd:
			g := f
			if f = g.Right; !ltl.Propositional(g.Left) {
				f = g.Left
				t.partial = t.partial || !ltl.Propositional(g.Right)
			}
		case ltl.OpExists:
			if path, loop, f = t.follow(path, f.Left); loop >= 0 {
				return path, loop
			}
		default: // of all paths, one shows nothing
			t.partial = true
			return path, -1
		}
	}
	return path, -1
}

// follow extends a path, in the last state of which some fair path satisfies a formula, by
// such a path, as far as the formula goes: by a lasso, or up to a state in which what is left
// of the formula holds.
func (t *tree) follow(path []frame, f *ltl.Formula) ([]frame, int, *ltl.Formula) {
	left, right := t.sets[f.Left], t.sets[f.Right]
	switch f.Op {
	case ltl.OpNext:
		here := t.cube(path[len(path)-1].state)
		next := t.m.Conj(t.post(here), left, t.fairly)
		return append(path, frame{t.pick(next), bdd.True}), -1, f.Left
	case ltl.OpFinally:
		return t.lead(path, t.reached, left), -1, f.Left
	case ltl.OpUntil:
		t.partial = t.partial || !ltl.Propositional(f.Left)
		return t.lead(path, left, right), -1, f.Right
	case ltl.OpRelease:
		both := t.m.And(left, right)
		defer t.keep(&both)()
		here := t.cube(path[len(path)-1].state)
		defer t.keep(&here)()
		if !t.m.Disjoint(here, t.until(right, t.m.And(both, t.fairly), nil, here)) {
			t.partial = t.partial || !ltl.Propositional(f.Right)
			return t.lead(path, right, both), -1, ltl.And(f.Left, f.Right)
		}
		left = right
		f = &ltl.Formula{Op: ltl.OpGlobally, Left: f.Right}
	}
	t.partial = t.partial || !ltl.Propositional(f.Left)
	hull := t.fair(left)
	defer t.keep(&hull)()
	path, loop := t.lasso(hull, path)
	return path, loop, f.Left
}

// lead extends a path through states of one set to the nearest state of another in which
// a fair path begins.
func (t *tree) lead(path []frame, through, to bdd.Node) []frame {
	var rings []bdd.Node
	here := t.cube(path[len(path)-1].state)
	t.until(through, t.m.And(to, t.fairly), &rings, here)
	defer t.m.Register(slices.Values(rings)).Unregister()
	return t.walk(path, rings)
}
