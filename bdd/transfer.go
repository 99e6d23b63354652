// This file defines Transfer, which copies diagrams from one manager to another.

package bdd

import "fmt"

// Transfer returns, as a node of m, the function that f is in the manager from.
// Its variables become what vars makes of them, or keep their numbers if vars is
// nil; the orders of the two managers need not agree. Both managers must be at
// rest; from is only read.
func (m *Manager) Transfer(from *Manager, f Node, vars func(Var) Var) (r Node) {
	fs := m.TransferAll(from, []Node{f}, vars)
	return fs[0]
}

// TransferAll is Transfer for many functions, which costs less than one by one if
// they share nodes. If it fails, all results are Invalid.
func (m *Manager) TransferAll(from *Manager, fs []Node, vars func(Var) Var) []Node {
	rs := make([]Node, len(fs))
	if from.err != nil {
		m.setErr(from.err)
	}
	for _, f := range fs {
		if !m.ready(f) {
			return rs
		}
	}
	done := m.try(func() {
		t := transfer{m, from, vars, make(map[uint32]edge)}
		for i, f := range fs {
			rs[i] = m.out(t.copy(from.in(f)))
		}
	})
	if !done {
		clear(rs)
	}
	return rs
}

// transfer remembers what became of each node.
type transfer struct {
	to, from *Manager
	vars     func(Var) Var
	known    map[uint32]edge
}

func (t *transfer) copy(f edge) edge {
	if f.constant() {
		return f
	}
	r, ok := t.known[f.index()]
	if !ok {
		n := t.from.nodes[f>>1]
		v := t.from.order.varAt(n.level)
		if t.vars != nil {
			v = t.vars(v)
		}
		if !t.to.has(v) {
			t.to.fail(fmt.Errorf("%w: %d of %d", ErrVar, v, t.to.NumVars()))
		}
		lo := t.copy(n.lo)
		r = t.to.mkAnywhere(t.to.order.levelOf(v), lo, t.copy(n.hi))
		t.known[f.index()] = r
	}
	return r ^ f.sign()
}
