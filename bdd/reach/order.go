// This file defines the order of the globals, and that of the locals: which of them
// are next to each other.

package reach

import (
	"cmp"
	"slices"

	"github.com/ijit/ijit/parser"
)

// A group is variables that depend on each other: the fewer others are between them,
// the smaller the diagrams. Globals and locals are groups of their own.
type group []int

// groups returns the groups of globals and those of locals, by index.
func groups(p *parser.Program) (globals, locals []group) {
	add := func(x ...parser.Expr) {
		var g, l group
		for _, x := range x {
			parser.Inspect(x, func(x parser.Syntax) bool {
				switch ref, ok := x.(*parser.Ref); {
				case !ok || ref.Var == nil:
				case ref.Var.Proc == nil:
					g = append(g, ref.Var.Index)
				default:
					l = append(l, ref.Var.Index)
				}
				return true
			})
		}
		if len(g) > 1 {
			globals = append(globals, g)
		}
		if len(l) > 1 {
			locals = append(locals, l)
		}
	}
	for _, n := range p.Nodes {
		if n == nil || !n.Reachable || n.Stmt == nil {
			continue
		}
		add(n.Proc.Enforce)
		switch op := n.Stmt.Op.(type) {
		case *parser.Assume:
			add(op.Cond)
		case *parser.Assert:
			add(op.Cond)
		case *parser.If:
			if n.Arm != nil {
				add(n.Arm.Cond)
			}
		case *parser.While:
			add(op.Cond)
		case *parser.Assign:
			add(op.Constrain)
			for i, x := range op.Lhs {
				add(x, op.Rhs[i])
			}
		}
	}
	return globals, locals
}

// arrange returns an order of n variables that has those of a group close to each
// other, as far as it finds one. It lets each variable move to the middle of the
// groups that it is in, again and again (FORCE; Aloul, Markov and Sakallah, 2003), and
// begins with the order of declaration, which it keeps where there is no reason not
// to.
func arrange(n int, groups []group) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	place := make([]int, n) // the inverse
	best, least := slices.Clone(order), -1
	for range 10 + 2*n { // it settles much earlier
		for i, v := range order {
			place[v] = i
		}
		total := 0
		sum, weight := make([]float64, n), make([]float64, n)
		for _, g := range groups {
			first, last, middle := n, 0, 0.0
			for _, v := range g {
				first, last = min(first, place[v]), max(last, place[v])
				middle += float64(place[v]) / float64(len(g))
			}
			total += last - first
			for _, v := range g {
				sum[v] += middle
				weight[v]++
			}
		}
		if least >= 0 && total >= least {
			break
		}
		best, least = slices.Clone(order), total
		key := func(v int) float64 {
			if weight[v] == 0 {
				return float64(place[v])
			}
			return sum[v] / weight[v]
		}
		slices.SortStableFunc(order, func(v, w int) int { return cmp.Compare(key(v), key(w)) })
	}
	return best
}
