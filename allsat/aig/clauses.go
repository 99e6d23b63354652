// This file defines the clauses of a graph.

package aig

import "github.com/ijit/ijit/allsat/sat"

// Clauses are the definitions of a graph's nodes in a solver (Tseitin). Only those that an
// asked literal rests on are added, each once.
type Clauses struct {
	graph  *Graph
	solver *sat.Solver
	vars   []sat.Lit // by node; 0 for none yet
	stack  []int
}

// NewClauses returns the clauses of a graph in a solver; none are added yet.
func NewClauses(g *Graph, s *sat.Solver) *Clauses { return &Clauses{graph: g, solver: s} }

// Lit returns a literal of the graph in the solver, after adding its definition.
func (c *Clauses) Lit(l Lit) sat.Lit {
	for len(c.vars) < c.graph.Len() {
		c.vars = append(c.vars, 0)
	}
	c.stack = append(c.stack[:0], l.Node())
	for len(c.stack) > 0 {
		n := c.stack[len(c.stack)-1]
		left, right, ok := c.graph.Fanins(n)
		switch {
		case c.vars[n] != 0:
		case ok && (c.vars[left.Node()] == 0 || c.vars[right.Node()] == 0):
			c.stack = append(c.stack, left.Node(), right.Node())
			continue
		default:
			// Without memory there is no variable, and no answer either.
			v := max(1, sat.Lit(c.solver.NewVar()))
			c.vars[n] = v
			if ok {
				a, b := c.known(left), c.known(right)
				c.solver.Add(-v, a)
				c.solver.Add(-v, b)
				c.solver.Add(v, -a, -b)
			} else if n == 0 {
				c.solver.Add(-v)
			}
		}
		c.stack = c.stack[:len(c.stack)-1]
	}
	return c.known(l)
}

func (c *Clauses) known(l Lit) sat.Lit {
	if l.Negated() {
		return -c.vars[l.Node()]
	}
	return c.vars[l.Node()]
}

// Value reports whether a literal is true in the solver's model. What has no variable is
// false, or true if negated.
func (c *Clauses) Value(l Lit) bool {
	if n := l.Node(); n >= len(c.vars) || c.vars[n] == 0 {
		return l.Negated()
	}
	return c.solver.Value(c.known(l))
}
