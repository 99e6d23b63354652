// This file defines where threads may be interrupted.

package supergraph

import "github.com/ijit/ijit/parser"

// Interruptible reports whether a thread may be interrupted at a place of a module, but
// for what the globals say.
func (g *Graph) Interruptible(module int, n *parser.Node) bool {
	return !g.Modules[module].Atomic && n.Section == nil || ends(n)
}

// Visible reports whether other threads can see what a thread does next at n: see
// [dataflow.Graph.Visible].
func (g *Graph) Visible(n *parser.Node) bool { return g.Flow.Visible(n) }

// ends reports whether a thread at n disappears. It leaves all atomic sections then.
func ends(n *parser.Node) bool {
	if n.Stmt == nil {
		return false
	}
	_, ok := n.Stmt.Op.(*parser.EndThread)
	return ok
}

// interruptible returns, for each module, those that it calls in which a thread may be
// interrupted, there or in what they call.
func (g *Graph) interruptible() [][]int {
	may := make([]bool, len(g.Modules))
	for i := range g.Modules {
		for _, n := range g.Nodes(i) {
			may[i] = may[i] || g.Interruptible(i, n)
		}
	}
	for changed := true; changed; {
		changed = false
		for _, c := range g.Calls {
			if may[c.Callee] && !may[c.Module] {
				may[c.Module], changed = true, true
			}
		}
	}
	callees := make([][]int, len(g.Modules))
	for _, c := range g.Calls {
		if may[c.Callee] {
			callees[c.Module] = append(callees[c.Module], c.Callee)
		}
	}
	return callees
}
