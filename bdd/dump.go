// This file defines the text form of diagrams, as it is written.

package bdd

import (
	"bufio"
	"fmt"
	"io"
	"strings"
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
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "bdd 1\nvars %d\n", m.NumVars())
	roots, err := m.lines(func(v Var, edges string) { fmt.Fprintf(out, "node %d %s\n", v, edges) }, fs)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s\n", strings.Join(append([]string{"roots"}, roots...), " "))
	return out.Flush()
}

// Table returns functions as [Manager.Dump] writes them: a node is its variable, by the name
// that is given for it, and its edges; a root is an edge.
func (m *Manager) Table(name func(Var) string, fs ...Node) (nodes, roots []string, err error) {
	roots, err = m.lines(func(v Var, edges string) { nodes = append(nodes, name(v)+" "+edges) }, fs)
	return nodes, roots, err
}

// lines calls yield with the variable and the edges of each node of some functions, and returns
// the edges to their roots.
func (m *Manager) lines(yield func(v Var, edges string), fs []Node) (roots []string, err error) {
	for _, f := range fs {
		if !m.ready(f) {
			return nil, m.err
		}
	}
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
		yield(varAt(n.level&^mark), name(n.lo)+" "+name(n.hi))
		numbers[i] = len(numbers) + 1
	})
	for _, f := range fs {
		roots = append(roots, name(m.in(f)))
	}
	return roots, nil
}
