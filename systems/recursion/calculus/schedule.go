// This file defines the automatic scheduling of a relational product: in which order
// values are joined, and when variables are quantified.

package calculus

import (
	"slices"

	"github.com/ijit/ijit/bdd"
)

// distributes reports whether a quantifier is to be computed operand by operand:
// exists is distributed over a disjunction.
func (e *Evaluator) distributes(n *node) bool {
	return e.options.Schedule && n.args[0].op == opOr && len(n.bounded) == 0
}

// choice returns the disjunction of what f makes of the operands of the disjunction
// below a quantifier.
func (e *Evaluator) choice(n *node, f func(*node) bdd.Node) bdd.Node {
	value := bdd.False
	for _, a := range n.args[0].args {
		e.stack = append(e.stack, value)
		more := f(a)
		e.stack = e.stack[:len(e.stack)-1]
		value = e.m.Or(value, more)
		e.safePoint(value)
	}
	return value
}

// schedule returns the conjunction of values with variables quantified. It quantifies
// one variable of the formula after the other: next that for which the values that
// depend on it have the fewest decision variables together (bucket elimination with
// the heuristic of least width), so that intermediate results stay small. Variables
// that no other value depends on go at the same time.
func (e *Evaluator) schedule(values []bdd.Node, vars []*variable) bdd.Node {
	mark := len(e.stack)
	defer func() { e.stack = e.stack[:mark] }()
	rest := slices.Clone(values)
	sets := make([]bdd.VarSet, len(vars))
	for i, v := range vars {
		sets[i] = e.m.NewVarSet(e.bits[v.id]...)
	}
	for len(sets) > 0 && e.m.Err() == nil {
		supports := make([]bdd.VarSet, len(rest))
		for i, f := range rest {
			supports[i] = e.m.Support(f)
		}
		best, least := 0, -1
		for i, set := range sets {
			var all bdd.VarSet
			for j := range rest {
				if e.m.Intersect(supports[j], set) != 0 {
					all = e.m.Union(all, supports[j])
				}
			}
			if n := e.m.Len(all); least < 0 || n < least {
				best, least = i, n
			}
		}
		var bucket, others []bdd.Node
		var outside bdd.VarSet
		for j, f := range rest {
			if e.m.Intersect(supports[j], sets[best]) != 0 {
				bucket = append(bucket, f)
			} else {
				others = append(others, f)
				outside = e.m.Union(outside, supports[j])
			}
		}
		var gone bdd.VarSet
		sets = slices.DeleteFunc(sets, func(set bdd.VarSet) bool {
			if e.m.Intersect(set, outside) != 0 {
				return false
			}
			gone = e.m.Union(gone, set)
			return true
		})
		if len(bucket) == 0 {
			continue
		}
		e.stack = append(e.stack[:mark], others...)
		joined := e.bySize(bucket, gone)
		rest = append(others, joined)
		e.stack = append(e.stack, joined)
		e.safePoint()
	}
	return e.bySize(rest, 0)
}

// bySize joins values, small ones first, and quantifies with the last.
func (e *Evaluator) bySize(values []bdd.Node, gone bdd.VarSet) bdd.Node {
	if len(values) == 0 {
		return bdd.True
	}
	slices.SortStableFunc(values, func(a, b bdd.Node) int { return e.m.Size(a) - e.m.Size(b) })
	value := bdd.True
	for _, f := range values[:len(values)-1] {
		value = e.m.And(value, f)
	}
	return e.m.AndExists(value, values[len(values)-1], gone)
}
