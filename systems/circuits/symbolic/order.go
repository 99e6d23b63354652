// This file defines the order of variables.

package circuit

import "github.com/ijit/ijit/allsat/aig"

// order returns the inputs and latches that literals rest on, as nodes, in the order in
// which the search from the literals meets them: first what the literals mention, then what
// the next functions of those latches mention, and so on. In a conjunction the deeper side
// comes first (Fujita, Fujisawa and Kawato, "Evaluation and Improvements of Boolean
// Comparison Method Based on Binary Decision Diagrams", ICCAD 1988). Bits that are compared
// or added are met together so.
func order(c *aig.Circuit, lits []aig.Lit) []int {
	latch := latches(c)
	depth := make([]int32, c.Len())
	for n := range depth {
		if left, right, ok := c.Fanins(n); ok {
			depth[n] = 1 + max(depth[left.Node()], depth[right.Node()])
		}
	}
	var leaves, stack []int
	seen := make([]bool, c.Len())
	visit := func(l aig.Lit) {
		stack = append(stack, l.Node())
		for len(stack) > 0 {
			n := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if seen[n] || n == 0 {
				continue
			}
			seen[n] = true
			left, right, ok := c.Fanins(n)
			switch {
			case !ok:
				leaves = append(leaves, n)
			case depth[left.Node()] < depth[right.Node()]:
				stack = append(stack, left.Node(), right.Node())
			default:
				stack = append(stack, right.Node(), left.Node())
			}
		}
	}
	for _, l := range lits {
		visit(l)
	}
	for i := 0; i < len(leaves); i++ {
		if k := latch[leaves[i]]; k >= 0 {
			visit(c.Latches[k].Next)
		}
	}
	return leaves
}

// latches returns the number of the latch that a node is, -1 for others.
func latches(c *aig.Circuit) []int {
	latch := make([]int, c.Len())
	for i := range latch {
		latch[i] = -1
	}
	for i, l := range c.Latches {
		latch[l.Lit.Node()] = i
	}
	return latch
}
