// This file defines the decision of formulas of computation tree logic.

package circuit

import (
	"context"
	"errors"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/parser/ltl"
	"github.com/ijit/ijit/systems/circuits/tester"
)

// CTL decides whether a formula of computation tree logic holds in all initial states of a
// circuit. Path quantifiers are about infinite fair paths, and initial states in which none
// begins do not count. Atoms are literals of the circuit that depend on latches only.
//
// The counterexample is a run if one refutes the formula. If that takes a tree, it is the
// first part of one, up to where the tree branches, and Result.Partial is set.
func CTL(ctx context.Context, c *aig.Circuit, f *ltl.Formula, o Options) *Result {
	k, f := tester.Cone(c, ltl.Positive(ltl.Not(f)))
	t, f, r := newTree(ctx, k, f, o)
	if r != nil {
		return r
	}
	r = &Result{Verdict: Safe}
	if bad := t.m.Conj(t.initial, t.fairly, t.sets[f]); bad != bdd.False && t.m.Err() == nil {
		r.Verdict = Unsafe
		path, loop := t.witness(t.pick(bad), f)
		r.Run, r.Partial = t.run(path, loop, bdd.True), t.partial
	}
	return t.finish(r, k)
}

// newTree returns the sets of states in which the parts of a formula hold, and the formula made of these parts; or why there are none.
func newTree(ctx context.Context, k *aig.Cone, f *ltl.Formula, o Options) (t *tree, root *ltl.Formula, r *Result) {
	parts := ltl.Subformulas(f)
	if err := branching(parts); err != nil {
		return nil, nil, unsupported("%w", err)
	}
	var atoms []aig.Lit
	for _, p := range parts {
		if p.Op == ltl.OpAtom {
			atoms = append(atoms, aig.Lit(p.Atom))
		}
	}
	begun(k)
	x := newMachine(ctx, k.Circuit, atoms, o)
	for _, a := range atoms {
		if x.m.Err() == nil && x.m.DependsOn(x.atoms[a], x.inputs) {
			return nil, nil, unsupported("an atom of computation tree logic depends on inputs, which are no part of a state")
		}
	}
	s := newSearch(x, bdd.False)
	s.explore()
	x.confine(s.reached)
	t = &tree{search: s, fairly: bdd.False, sets: map[*ltl.Formula]bdd.Node{}}
	x.m.Register(t.live)
	t.fairly = x.fair(s.reached)
	t.solve(parts)
	return t, parts[len(parts)-1], nil
}

// branching finds what is not computation tree logic.
func branching(parts []*ltl.Formula) error {
	path := func(f *ltl.Formula) bool { return f != nil && f.Op.Temporal() && f.Op < ltl.OpForAll }
	for i, f := range parts {
		switch {
		case f.Op.Past():
			return errors.New("computation tree logic has no operators of the past")
		case f.Op == ltl.OpForAll || f.Op == ltl.OpExists:
			if !path(f.Left) {
				return errors.New("a path quantifier stands before a temporal operator")
			}
		case path(f.Left) || path(f.Right) || i == len(parts)-1 && path(f):
			return errors.New("a temporal operator stands behind a path quantifier")
		}
	}
	return nil
}

// A tree is the sets of states in which the parts of a formula hold, a formula in negation
// normal form.
type tree struct {
	*search
	fairly  bdd.Node // states in which a fair path begins
	sets    map[*ltl.Formula]bdd.Node
	partial bool
}

func (t *tree) live(yield func(bdd.Node) bool) {
	if !yield(t.fairly) {
		return
	}
	for _, set := range t.sets {
		if !yield(set) {
			return
		}
	}
}

// solve finds the sets of all parts, among the reachable states.
func (t *tree) solve(parts []*ltl.Formula) {
	for _, f := range parts {
		if t.m.Err() != nil {
			return
		}
		left, right := t.sets[f.Left], t.sets[f.Right]
		switch f.Op {
		case ltl.OpTrue:
			t.sets[f] = t.reached
		case ltl.OpAtom:
			t.sets[f] = t.m.And(t.reached, t.atoms[aig.Lit(f.Atom)])
		case ltl.OpNot:
			t.sets[f] = t.m.Diff(t.reached, left)
		case ltl.OpAnd:
			t.sets[f] = t.m.And(left, right)
		case ltl.OpOr:
			t.sets[f] = t.m.Or(left, right)
		case ltl.OpExists:
			t.sets[f] = t.exists(f.Left.Op, t.sets[f.Left.Left], t.sets[f.Left.Right])
		case ltl.OpForAll:
			t.sets[f] = t.forAll(f.Left.Op, t.sets[f.Left.Left], t.sets[f.Left.Right])
		}
	}
}

// exists returns where a fair path begins on which a temporal operator holds.
func (t *tree) exists(op ltl.Op, left, right bdd.Node) bdd.Node {
	defer t.keep(&left, &right)()
	switch op {
	case ltl.OpNext:
		return t.m.And(t.pre(t.m.And(left, t.fairly), bdd.True), t.reached)
	case ltl.OpFinally:
		return t.until(t.reached, t.m.And(left, t.fairly), nil, bdd.False)
	case ltl.OpGlobally:
		return t.fair(left)
	case ltl.OpUntil:
		return t.until(left, t.m.And(right, t.fairly), nil, bdd.False)
	}
	// Release: right up to and with a state of both, or for ever.
	ends := t.until(right, t.m.Conj(left, right, t.fairly), nil, bdd.False)
	defer t.keep(&ends)()
	return t.m.Or(ends, t.fair(right))
}

// forAll returns where a temporal operator holds on all fair paths, by its dual.
func (t *tree) forAll(op ltl.Op, left, right bdd.Node) bdd.Node {
	not := func(set bdd.Node) bdd.Node {
		if set == bdd.Invalid {
			return bdd.True // there is no right side
		}
		return t.m.Diff(t.reached, set)
	}
	left, right = not(left), not(right)
	switch op {
	case ltl.OpFinally:
		op = ltl.OpGlobally
	case ltl.OpGlobally:
		op = ltl.OpFinally
	case ltl.OpUntil:
		op = ltl.OpRelease
	case ltl.OpRelease:
		op = ltl.OpUntil
	}
	return not(t.exists(op, left, right))
}

// Deadlock decides whether a state can be reached that has no successor. The
// verdict is Safe if there is none.
func Deadlock(ctx context.Context, c *aig.Circuit, o Options) *Result {
	k := aig.NewCone(c)
	begun(k)
	x := newMachine(ctx, k.Circuit, nil, o)
	s := newSearch(x, x.m.Diff(x.valid, x.pre(bdd.True, bdd.True)))
	r := &Result{Verdict: Safe}
	if s.explore() {
		r.Verdict = Unsafe
		r.Run = x.run(s.path(s.wanted), -1, bdd.True)
	}
	return x.finish(r, k)
}
