// This file defines the clauses of a graph.

package aig

import "github.com/ijit/ijit/allsat/sat"

// Clauses are the definitions of a graph's nodes in a solver (Tseitin). Only those that an
// asked literal rests on are added, each once. If-then-else, of which exclusive or is a case,
// and conjunctions of conjunctions that nothing else rests on are one definition each, and
// the nodes inside of them have none.
type Clauses struct {
	graph  *Graph
	sink   Sink
	solver *sat.Solver // or nil
	vars   []sat.Lit   // by node; 0 for none yet
	refs   []uint8     // by node: how many nodes rest on it, up to two
	stack  []int
	leaves []Lit
	clause []sat.Lit
}

// A Sink takes clauses, as a [sat.Solver] does.
type Sink interface {
	NewVar() sat.Var
	Add(lits ...sat.Lit)
}

// NewClauses returns the clauses of a graph in a solver; none are added yet.
func NewClauses(g *Graph, s *sat.Solver) *Clauses { return &Clauses{graph: g, sink: s, solver: s} }

// ClausesInto returns the clauses of a graph in what is no solver; none are added yet.
func ClausesInto(g *Graph, s Sink) *Clauses { return &Clauses{graph: g, sink: s} }

// Lit returns a literal of the graph in the solver, after adding its definition.
func (c *Clauses) Lit(l Lit) sat.Lit {
	c.grow()
	c.stack = append(c.stack[:0], l.Node())
	for len(c.stack) > 0 {
		n := c.stack[len(c.stack)-1]
		if c.vars[n] == 0 {
			if !c.restsOn(n) {
				continue // until what it rests on has variables
			}
			c.define(n)
		}
		c.stack = c.stack[:len(c.stack)-1]
	}
	return c.known(l)
}

// grow makes room for the nodes that are new in the graph.
func (c *Clauses) grow() {
	for n := len(c.vars); n < c.graph.Len(); n++ {
		c.vars = append(c.vars, 0)
		c.refs = append(c.refs, 0)
		if left, right, ok := c.graph.Fanins(n); ok {
			c.refs[left.Node()] = min(2, c.refs[left.Node()]+1)
			c.refs[right.Node()] = min(2, c.refs[right.Node()]+1)
		}
	}
}

// restsOn puts the literals that define a node into leaves, and reports whether all of them
// have variables. Those that have none are put on the stack.
func (c *Clauses) restsOn(n int) bool {
	c.leaves = c.leaves[:0]
	if cond, t, e, ok := c.graph.ifThenElse(n); ok {
		c.leaves = append(c.leaves, cond, t, e)
	} else if left, right, ok := c.graph.Fanins(n); ok {
		c.leaves = append(c.leaves, left, right)
		for i := 0; i < len(c.leaves) && len(c.leaves) < maxConjuncts; {
			if left, right, ok := c.inner(c.leaves[i]); ok {
				c.leaves[i] = left
				c.leaves = append(c.leaves, right)
			} else {
				i++
			}
		}
	}
	ready := true
	for _, l := range c.leaves {
		if c.vars[l.Node()] == 0 {
			c.stack = append(c.stack, l.Node())
			ready = false
		}
	}
	return ready
}

// maxConjuncts is the most literals of a conjunction.
const maxConjuncts = 16

// inner returns the sides of a conjunction that can be a part of a larger one.
func (c *Clauses) inner(l Lit) (left, right Lit, ok bool) {
	if l.Negated() || c.refs[l.Node()] > 1 || c.vars[l.Node()] != 0 {
		return 0, 0, false
	}
	if _, _, _, ok := c.graph.ifThenElse(l.Node()); ok {
		return 0, 0, false
	}
	return c.graph.Fanins(l.Node())
}

// define gives a node a variable, and adds clauses by the leaves.
func (c *Clauses) define(n int) {
	// Without memory there is no variable, and no answer either.
	v := max(1, sat.Lit(c.sink.NewVar()))
	c.vars[n] = v
	if n == 0 {
		c.add(-v)
		return
	}
	if cond, t, e, ok := c.graph.ifThenElse(n); ok {
		x, a, b := c.known(cond), c.known(t), c.known(e)
		c.add(-v, -x, a)
		c.add(-v, x, b)
		c.add(v, -x, -a)
		c.add(v, x, -b)
		if t != e.Not() { // these follow, but not by unit propagation
			c.add(-v, a, b)
			c.add(v, -a, -b)
		}
		return
	}
	if len(c.leaves) == 0 {
		return // an input
	}
	for _, l := range c.leaves {
		c.add(-v, c.known(l))
	}
	c.clause = append(c.clause[:0], v)
	for _, l := range c.leaves {
		c.clause = append(c.clause, -c.known(l))
	}
	c.sink.Add(c.clause...)
}

// add adds a clause. It is copied, so that callers need no memory for it.
func (c *Clauses) add(lits ...sat.Lit) {
	c.clause = append(c.clause[:0], lits...)
	c.sink.Add(c.clause...)
}

// ifThenElse returns the parts of a node that is a [Graph.Mux]: t if cond holds, else e. An
// exclusive or is one of a literal and its negation.
func (g *Graph) ifThenElse(n int) (cond, t, e Lit, ok bool) {
	left, right, ok := g.Fanins(n)
	if !ok || !left.Negated() || !right.Negated() {
		return 0, 0, 0, false
	}
	a, b, okLeft := g.Fanins(left.Node())
	c, d, okRight := g.Fanins(right.Node())
	switch {
	case !okLeft || !okRight:
	case a == c.Not():
		return a, b.Not(), d.Not(), true
	case a == d.Not():
		return a, b.Not(), c.Not(), true
	case b == c.Not():
		return b, a.Not(), d.Not(), true
	case b == d.Not():
		return b, a.Not(), c.Not(), true
	}
	return 0, 0, 0, false
}

// Known returns a literal of the graph in the solver if it has been defined.
func (c *Clauses) Known(l Lit) (x sat.Lit, ok bool) {
	if l.Node() >= len(c.vars) || c.vars[l.Node()] == 0 {
		return 0, false
	}
	return c.known(l), true
}

func (c *Clauses) known(l Lit) sat.Lit {
	if l.Negated() {
		return -c.vars[l.Node()]
	}
	return c.vars[l.Node()]
}

// Value reports whether a literal is true in the solver's model. What has no variable has
// the value that follows from what has one, and an input without one is false.
func (c *Clauses) Value(l Lit) bool {
	if x, ok := c.Known(l); ok {
		return c.solver.Value(x)
	}
	if _, _, ok := c.graph.Fanins(l.Node()); !ok {
		return l.Negated()
	}
	values := map[int]bool{}
	value := func(l Lit) (value, ok bool) {
		if x, ok := c.Known(l); ok {
			return c.solver.Value(x), true
		}
		value, ok = values[l.Node()]
		return value != l.Negated(), ok
	}
	c.stack = append(c.stack[:0], l.Node())
	for len(c.stack) > 0 {
		n := c.stack[len(c.stack)-1]
		if left, right, ok := c.graph.Fanins(n); ok {
			a, okLeft := value(left)
			b, okRight := value(right)
			if !okLeft || !okRight {
				c.stack = append(c.stack, left.Node(), right.Node())
				continue
			}
			values[n] = a && b
		} else {
			values[n] = false
		}
		c.stack = c.stack[:len(c.stack)-1]
	}
	v, _ := value(l)
	return v
}
