// This file defines numbers of steps between sets of states.

package circuit

import (
	"context"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/parser/ltl"
	"github.com/ijit/ijit/systems/circuits/tester"
)

// What numbers of steps can be beside numbers.
const (
	Infinite  = -1
	Undefined = -2
)

// Compute returns how many steps it takes from a reachable state in which one formula of computation tree logic holds to a state in
// which another one does: at least, or with most at most. It is [Infinite] if no way leads there, or with most if some way never comes
// there, and [Undefined] if there is no state to begin with (Campos, Clarke, Marrero and Minea, "Verifying the Performance of the
// PCI Local Bus using Symbolic Techniques", ICCD 1995). Ways need not be fair. The verdict of the result is Safe if the number is known.
func Compute(ctx context.Context, c *aig.Circuit, start, final *ltl.Formula, most bool, o Options) (steps int, r *Result) {
	start, final = ltl.Positive(start), ltl.Positive(final)
	k, _ := tester.Cone(c, ltl.And(start, final))
	place := func(atom int) *ltl.Formula {
		l, _ := k.Lit(aig.Lit(atom))
		return ltl.Atom(int(l))
	}
	t, f, r := newTree(ctx, k, &ltl.Formula{Op: ltl.OpAnd, Left: ltl.Map(start, place), Right: ltl.Map(final, place)}, o)
	if r != nil {
		return 0, r
	}
	from, to := t.sets[f.Left], t.sets[f.Right]
	switch {
	case t.m.Err() != nil:
	case from == bdd.False:
		steps = Undefined
	case most:
		steps = t.longest(from, to)
	default:
		steps = t.shortest(from, to)
	}
	return steps, t.finish(&Result{Verdict: Safe}, k)
}

// shortest returns the length of a shortest way from one set to another.
func (t *tree) shortest(from, to bdd.Node) int {
	found := from
	defer t.keep(&from, &to, &found)()
	for steps := 0; t.m.Err() == nil && from != bdd.False; steps++ {
		if !t.m.Disjoint(from, to) {
			return steps
		}
		from = t.m.Diff(t.post(from), found)
		found = t.m.Or(found, from)
		t.tell(Solving)
	}
	return Infinite
}

// longest returns how many steps a way from one set can take before it comes to another. A way that ends elsewhere never does.
func (t *tree) longest(from, to bdd.Node) int {
	other := t.m.Diff(t.reached, to)
	defer t.keep(&from, &other)()
	dead := t.m.Diff(other, t.pre(bdd.True, bdd.True))
	if !t.m.Disjoint(t.until(other, dead, nil, bdd.False), from) {
		return Infinite
	}
	set := other // from where a way makes so many steps outside
	defer t.keep(&set)()
	for steps := 0; t.m.Err() == nil; steps++ {
		if t.m.Disjoint(set, from) {
			return steps
		}
		less := t.m.And(other, t.pre(set, bdd.True))
		if less == set {
			break
		}
		set = less
		t.tell(Solving)
	}
	return Infinite
}
