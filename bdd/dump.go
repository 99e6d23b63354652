// This file defines the text form of diagrams, as it is written.

package bdd

import (
	"bufio"
	"fmt"
	"io"
)

// Dump writes functions in a form that Load reads, in this manager or another with
// the same variables:
//
//	bdd 1            the version of the form
//	vars 3           how many variables there were
//	node 2 0 1       node 1: its variable, its low and its high edge
//	node 0 -1 1      node 2
//	roots 2 -2 0     the functions
//
// Nodes are numbered from 1 in the order of their lines and mention earlier ones
// only; an edge is the number of a node, with a minus sign if complemented; 0 is
// true and -0 is false.
func (m *Manager) Dump(w io.Writer, fs ...Node) error {
	for _, f := range fs {
		if !m.ready(f) {
			return m.err
		}
	}
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "bdd 1\nvars %d\n", m.NumVars())
	numbers := make(map[uint32]int)
	name := func(e edge) string {
		minus := ""
		if (e == zero) || !e.constant() && e.sign() != 0 {
			minus = "-"
		}
		return fmt.Sprintf("%s%d", minus, numbers[e.index()])
	}
	m.walk(fs, func(i uint32) {
		n := m.nodes[i]
		fmt.Fprintf(out, "node %d %s %s\n", varAt(n.level&^mark), name(n.lo), name(n.hi))
		numbers[i] = len(numbers) + 1
	})
	fmt.Fprint(out, "roots")
	for _, f := range fs {
		fmt.Fprintf(out, " %s", name(m.in(f)))
	}
	fmt.Fprintln(out)
	return out.Flush()
}
