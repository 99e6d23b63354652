// This file defines the form of diagrams that Graphviz draws.

package bdd

import (
	"bufio"
	"fmt"
	"io"
)

// WriteDOT writes diagrams for Graphviz: high edges solid, low edges dashed, a dot
// at the head of an edge that complements. Variables are named by name, or x0, x1
// and so on if it is nil; functions are named f0, f1 and so on.
func (m *Manager) WriteDOT(w io.Writer, name func(Var) string, fs ...Node) error {
	for _, f := range fs {
		if !m.ready(f) {
			return m.err
		}
	}
	if name == nil {
		name = func(v Var) string { return fmt.Sprintf("x%d", v) }
	}
	out := bufio.NewWriter(w)
	// Numbers by first visit, not places in the table, which depend on the past.
	numbers := map[uint32]int{one.index(): 0}
	to := func(e edge, style string) string {
		head := "normal"
		if e.sign() != 0 {
			head = "dotnormal"
		}
		return fmt.Sprintf("n%d [style=%s, arrowhead=%s]", numbers[e.index()], style, head)
	}
	fmt.Fprintln(out, "digraph bdd {")
	fmt.Fprintln(out, "\tn0 [shape=box, label=\"1\"];")
	var indices []uint32
	m.walk(fs, func(i uint32) {
		numbers[i] = len(numbers)
		indices = append(indices, i)
	})
	for _, i := range indices {
		n := m.nodes[i]
		fmt.Fprintf(out, "\tn%d [label=%q];\n", numbers[i], name(varAt(n.level)))
		fmt.Fprintf(out, "\tn%d -> %s;\n", numbers[i], to(n.lo, "dashed"))
		fmt.Fprintf(out, "\tn%d -> %s;\n", numbers[i], to(n.hi, "solid"))
	}
	for i, f := range fs {
		fmt.Fprintf(out, "\tf%d [shape=plaintext];\n\tf%d -> %s;\n", i, i, to(m.in(f), "solid"))
	}
	fmt.Fprintln(out, "}")
	return out.Flush()
}
