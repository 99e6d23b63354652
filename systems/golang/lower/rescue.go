// This file defines who can end a wait for a communication: goroutines in front of a matching operation.

package lower

import (
	"slices"

	"github.com/ijit/ijit/systems/golang/skeleton"
)

// A need is what a goroutine waits for that is not held by somebody: an operation of one of these kinds on
// an object, by any other goroutine, or an assignment.
type need struct {
	*skeleton.Object
	send bool // the matching operations of a channel are sends and close; else receives

	variable *skeleton.Var // or else a variable that is to get a value, or any one if that is negative
	value    int
}

// wanted returns the values of shared variables by which a condition may come to hold.
func wanted(e skeleton.Expr) (list []need) {
	switch e := e.(type) {
	case skeleton.Is:
		if e.Var.Shared {
			list = append(list, need{variable: e.Var, value: e.Value})
		}
	case skeleton.And:
		for _, x := range e {
			list = append(list, wanted(x)...)
		}
	case skeleton.Or:
		for _, x := range e {
			list = append(list, wanted(x)...)
		}
	case skeleton.Not:
		mentions(e.X, func(v *skeleton.Var) {
			if v.Shared {
				list = append(list, need{variable: v, value: -1})
			}
		})
	}
	return list
}

// given reports whether an assignment may give the variable the value.
func (w need) given(list []skeleton.Assign) bool {
	return slices.ContainsFunc(list, func(a skeleton.Assign) bool {
		value, constant := a.Value.(skeleton.Const)
		return a.Var == w.variable && !(constant && w.value >= 0 && int(value) != w.value)
	})
}

// meets reports whether an operation ends the wait.
func (w need) meets(n *skeleton.Node) bool {
	if w.variable != nil {
		return n.Result == w.variable || w.given(n.Do) || slices.ContainsFunc(n.Cases, func(c skeleton.Case) bool { return c.Result == w.variable || w.given(c.Do) })
	}
	switch n.Op {
	case skeleton.Send, skeleton.Close, skeleton.Cancel:
		return n.Object == w.Object && w.send
	case skeleton.Recv:
		return n.Object == w.Object && !w.send
	case skeleton.Select:
		for _, c := range n.Cases {
			if c.Object == w.Object && c.Send == w.send {
				return true
			}
		}
	case skeleton.Add:
		return n.Object == w.Object && n.Delta < 0
	case skeleton.Signal, skeleton.Broadcast:
		return n.Object == w.Object
	}
	return false
}

// regions returns for each body the nodes from which a goroutine can come to an operation that ends the
// wait, or start one that can. An error that ends the program ends all waits.
func (t *translator) regions(w need) [][]bool {
	in := make([][]bool, len(t.Bodies))
	for i, b := range t.Bodies {
		in[i] = make([]bool, len(b.Nodes))
	}
	for changed := true; changed; {
		changed = false
		for i, b := range t.Bodies {
			for k, n := range b.Nodes {
				is := w.meets(n) || n.Op == skeleton.Exit && n.Open || n.Op == skeleton.Go && in[n.Body.ID][0]
				for _, next := range n.Next {
					is = is || in[i][next]
				}
				if is && !in[i][k] {
					in[i][k], changed = true, true
				}
			}
		}
	}
	return in
}

// A ghost is about the goroutines of a body and a region of its nodes. If there are few of them it counts those that
// are there; else it is a bit that says that one of them has left.
type ghost struct {
	body   *skeleton.Body
	region []bool
	count  *counter
	left   string
}

// ghost returns the one of a body and a region.
func (c *cores) ghost(b *skeleton.Body, region []bool) *ghost {
	for _, g := range c.ghosts {
		if g.body == b && slices.Equal(g.region, region) {
			return g
		}
	}
	g := &ghost{body: b, region: region}
	name := c.flows[b.ID].name
	if runs := c.runs[b.ID]; runs <= exact {
		g.count = c.counter(name+"_helps", "", runs)
	} else {
		g.left = c.names.unique(name + "_left")
	}
	c.ghosts = append(c.ghosts, g)
	return g
}

// at reports whether a node is in the region.
func (g *ghost) at(b *skeleton.Body, node int) bool { return b == g.body && g.region[node] }

// moves makes the assignments when a goroutine comes to the region or leaves it. A single one is not
// counted, so that the backward search knows the bit behind the step.
func (g *ghost) moves(in bool) []assignment {
	switch {
	case g.count.max > 1:
		return g.count.steps(in)
	case in:
		return []assignment{{g.count.bits[0], "1"}}
	}
	return []assignment{{g.count.bits[0], "0"}}
}

// started returns the condition that a goroutine of a body was started.
func (c *cores) started(b *skeleton.Body) string {
	if c.starts[b] == "" {
		c.starts[b] = c.names.unique(c.flows[b.ID].name + "_started")
	}
	return c.starts[b]
}

// nobody returns the condition that no goroutine can end the wait, but those of the body that waits.
func (c *cores) nobody(w need, waiting *skeleton.Body) string {
	var list []string
	regions := c.reach(w)
	for _, b := range c.Bodies {
		if b == waiting || c.runs[b.ID] == 0 || !slices.Contains(regions[b.ID], true) {
			continue
		}
		g := c.ghost(b, regions[b.ID])
		if g.count != nil {
			list = append(list, g.count.zero())
		} else {
			list = append(list, or(not(c.started(b)), g.left))
		}
	}
	return and(list...)
}

// moves makes the assignments to ghosts when a goroutine leaves a location for another.
func (c *cores) moves(from, to *location) []assignment {
	if c == nil || from.flow != to.flow {
		return nil
	}
	var list []assignment
	for _, g := range c.ghosts {
		if g.at(from.Body, from.index) && !g.at(from.Body, to.index) {
			if g.count != nil {
				list = append(list, g.moves(false)...)
			} else {
				list = append(list, assignment{g.left, "1"})
			}
		}
	}
	if to.node != nil && (to.node.Op == skeleton.End || to.node.Op == skeleton.Hang) {
		for _, o := range c.objects {
			for _, reading := range []bool{false, true} {
				r := resource{o.Object, reading}
				if bit := c.lost[r]; bit != "" && c.holds(to.Body).may[to.index][r] {
					list = append(list, assignment{bit, "1"})
				}
			}
		}
	}
	return append(list, c.arrives(from, to)...)
}

// begins makes the assignments to ghosts when a goroutine is started.
func (c *cores) begins(b *skeleton.Body) []assignment {
	if c == nil {
		return nil
	}
	var list []assignment
	if bit := c.starts[b]; bit != "" {
		list = append(list, assignment{bit, "1"})
	}
	for _, g := range c.ghosts {
		if g.count != nil && g.at(b, 0) {
			list = append(list, g.moves(true)...)
		}
	}
	return list
}
