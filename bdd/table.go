// This file defines the table of the nodes of functions, as a text that others can read.

package bdd

import "fmt"

// Table returns functions as texts. Nodes are numbered from 1 in the order of their lines and mention
// earlier ones only: a line has the variable, by the name that is given for it, and the low and the
// high edge. An edge, as the roots are, is the number of a node, with a minus sign if it is
// complemented; 0 is true and -0 is false. If the manager meets a limit, the error is that of Err.
func (m *Manager) Table(name func(Var) string, fs ...Node) (nodes, roots []string, err error) {
	for _, f := range fs {
		if !m.ready(f) {
			return nil, nil, m.err
		}
	}
	numbers := make(map[uint32]int)
	text := func(e edge) string {
		minus := ""
		if (e == zero) || !e.constant() && e.sign() != 0 {
			minus = "-"
		}
		return fmt.Sprintf("%s%d", minus, numbers[e.index()])
	}
	m.walk(fs, func(i uint32) {
		n := m.nodes[i]
		nodes = append(nodes, name(m.order.varAt(n.level&^mark))+" "+text(n.lo)+" "+text(n.hi))
		numbers[i] = len(numbers) + 1
	})
	for _, f := range fs {
		roots = append(roots, text(m.in(f)))
	}
	return nodes, roots, nil
}
