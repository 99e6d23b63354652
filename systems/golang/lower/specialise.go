// This file defines how bodies are told apart by the value of a parameter: who can end the wait of a goroutine may depend
// on whether it was given the tracked object or another one.

package lower

import (
	"slices"

	"github.com/ijit/ijit/systems/golang/skeleton"
)

// The most bodies that are added, and the most values of a parameter by which a body is told apart.
const (
	mostBodies = 6
	mostValues = 3
)

// A copies says of which body and node of a skeleton those of another one are copies.
type copies struct {
	bodies []int
	nodes  [][]int
}

// specialise returns a skeleton with a body for each value of a parameter on which a branch depends, of bodies of which
// there may be several goroutines. A branch in front of a go statement decides which one is started.
func specialise(p *skeleton.Program) (*skeleton.Program, *copies) {
	q := *p
	q.Bodies = nil
	from := &copies{}
	var flows []*flow
	for _, b := range p.Bodies {
		nodes := make([]int, len(b.Nodes))
		for i := range nodes {
			nodes[i] = i
		}
		from.bodies, from.nodes = append(from.bodies, b.ID), append(from.nodes, nodes)
		q.Bodies = append(q.Bodies, copyBody(b, b.ID))
		flows = append(flows, newFlow(b))
	}
	for _, b := range q.Bodies {
		for _, n := range b.Nodes {
			if n.Op == skeleton.Go {
				retarget(n, q.Bodies[n.Body.ID])
			}
		}
	}
	count := runs(p, flows)
	for again := true; again; {
		again = false
		for _, b := range slices.Clone(q.Bodies) {
			if count[from.bodies[b.ID]] < 2 {
				continue
			}
			v, values := parameter(&q, b)
			if v == nil || len(q.Bodies)+len(values)-1 > len(p.Bodies)+mostBodies {
				continue
			}
			by := map[int]*skeleton.Body{}
			for i, value := range values {
				by[value] = b
				if i > 0 {
					by[value] = copyBody(b, len(q.Bodies))
					q.Bodies = append(q.Bodies, by[value])
					from.bodies, from.nodes = append(from.bodies, from.bodies[b.ID]), append(from.nodes, slices.Clone(from.nodes[b.ID]))
				}
			}
			for value, one := range by {
				one.Locals[v.ID].Init = skeleton.Const(value)
			}
			for _, creator := range q.Bodies {
				for _, n := range slices.Clone(creator.Nodes) {
					if n.Op == skeleton.Go && n.Body == b {
						dispatchGo(creator, n, v, values, by)
					}
				}
				for len(from.nodes[creator.ID]) < len(creator.Nodes) { // of the go statement that leads there
					from.nodes[creator.ID] = append(from.nodes[creator.ID], -1)
				}
				for i, n := range creator.Nodes {
					for _, next := range n.Next {
						if from.nodes[creator.ID][next] < 0 {
							from.nodes[creator.ID][next] = from.nodes[creator.ID][i]
						}
					}
				}
			}
			again = true
		}
	}
	return &q, from
}

// parameter returns a parameter that keeps its value and on which a branch depends, and the values that it is given; nil
// if there is none.
func parameter(p *skeleton.Program, b *skeleton.Body) (*skeleton.Var, []int) {
	for _, v := range b.Locals {
		if len(v.Values) > mostValues || !asks(b, v) {
			continue
		}
		given, plain := map[int]bool{}, true
		for _, creator := range p.Bodies {
			for _, n := range creator.Nodes {
				if n.Op != skeleton.Go || n.Body != b {
					continue
				}
				found := false
				for _, a := range n.Args {
					if a.Var != v {
						continue
					}
					found = true
					for value := range v.Values {
						if when(a.Value, value) != nil {
							given[value] = true
						}
					}
					_, conditional := a.Value.(skeleton.If)
					plain = plain && !conditional
				}
				plain = plain && found
			}
		}
		if !plain {
			continue
		}
		var values []int
		for value := range v.Values {
			if given[value] {
				values = append(values, value)
			}
		}
		return v, values
	}
	return nil, nil
}

// asks reports whether a branch of a body asks for a value of a local that is never assigned.
func asks(b *skeleton.Body, v *skeleton.Var) bool {
	asked := false
	for _, n := range b.Nodes {
		for _, w := range ways(n) {
			if w.result == v || assigns(w.do, v) {
				return false
			}
		}
		is, ok := n.Cond.(skeleton.Is)
		asked = asked || ok && is.Var == v
	}
	return asked
}

// when returns the condition that a right side is a value; nil if it never is.
func when(x skeleton.Value, value int) skeleton.Expr {
	switch x := x.(type) {
	case skeleton.Const:
		if int(x) == value {
			return skeleton.And{}
		}
	case skeleton.Any:
		return skeleton.Either{}
	case skeleton.Copy:
		var list skeleton.Or
		for k := range x.Var.Values {
			if x.Map == nil && k == value || x.Map != nil && x.Map[k] == value {
				list = append(list, skeleton.Is{Var: x.Var, Value: k})
			}
		}
		if len(list) == 1 {
			return list[0]
		}
		if len(list) > 1 {
			return list
		}
	}
	return nil
}

// dispatchGo makes a go statement start the body of the value that a parameter gets.
func dispatchGo(creator *skeleton.Body, n *skeleton.Node, v *skeleton.Var, values []int, by map[int]*skeleton.Body) {
	var arg skeleton.Value
	rest := *n
	rest.Args = nil
	for _, a := range n.Args {
		if a.Var == v {
			arg = a.Value
		} else {
			rest.Args = append(rest.Args, a)
		}
	}
	var possible []int
	for _, value := range values {
		if when(arg, value) != nil {
			possible = append(possible, value)
		}
	}
	at := n // which is to be completed
	for i, value := range possible {
		start := rest
		start.Next = slices.Clone(rest.Next)
		retarget(&start, by[value])
		if i == len(possible)-1 {
			start.ID = at.ID
			*at = start
			break
		}
		start.ID = len(creator.Nodes)
		other := &skeleton.Node{ID: start.ID + 1}
		*at = skeleton.Node{ID: at.ID, Op: skeleton.Branch, Site: rest.Site, Cond: when(arg, value), Next: []int{start.ID, other.ID}}
		creator.Nodes = append(creator.Nodes, &start, other)
		at = other
	}
}

// retarget makes a go statement start another copy of its body.
func retarget(n *skeleton.Node, b *skeleton.Body) {
	n.Body, n.Args = b, slices.Clone(n.Args)
	for i, a := range n.Args {
		n.Args[i].Var = b.Locals[a.Var.ID]
	}
}

// copyBody returns a copy of a body with locals of its own. Go statements start what they did.
func copyBody(b *skeleton.Body, id int) *skeleton.Body {
	c := *b
	c.ID, c.Locals, c.Nodes = id, nil, nil
	for _, v := range b.Locals {
		local := *v
		c.Locals = append(c.Locals, &local)
	}
	to := func(v *skeleton.Var) *skeleton.Var {
		if v == nil || v.Shared {
			return v
		}
		return c.Locals[v.ID]
	}
	for _, n := range b.Nodes {
		node := *n
		node.Next, node.Result = slices.Clone(n.Next), to(n.Result)
		node.Cond, node.When = renamed(n.Cond, to), renamed(n.When, to)
		node.Do, node.Args = renamedAll(n.Do, to, to), renamedAll(n.Args, func(v *skeleton.Var) *skeleton.Var { return v }, to)
		node.Cases = slices.Clone(n.Cases)
		for i, one := range n.Cases {
			node.Cases[i].When, node.Cases[i].Result, node.Cases[i].Do = renamed(one.When, to), to(one.Result), renamedAll(one.Do, to, to)
		}
		c.Nodes = append(c.Nodes, &node)
	}
	return &c
}

// renamedAll returns assignments with other variables.
func renamedAll(list []skeleton.Assign, left, right func(*skeleton.Var) *skeleton.Var) (out []skeleton.Assign) {
	for _, a := range list {
		out = append(out, skeleton.Assign{Var: left(a.Var), Value: renamedValue(a.Value, right)})
	}
	return out
}

// renamedValue returns a right side with other variables.
func renamedValue(x skeleton.Value, to func(*skeleton.Var) *skeleton.Var) skeleton.Value {
	switch x := x.(type) {
	case skeleton.Copy:
		return skeleton.Copy{Var: to(x.Var), Map: x.Map}
	case skeleton.If:
		return skeleton.If{Cond: renamed(x.Cond, to), Then: renamedValue(x.Then, to), Else: renamedValue(x.Else, to)}
	}
	return x
}

// renamed returns a condition with other variables.
func renamed(e skeleton.Expr, to func(*skeleton.Var) *skeleton.Var) skeleton.Expr {
	switch e := e.(type) {
	case skeleton.Is:
		return skeleton.Is{Var: to(e.Var), Value: e.Value}
	case skeleton.Not:
		return skeleton.Not{X: renamed(e.X, to)}
	case skeleton.And:
		return skeleton.And(renamedEach(e, to))
	case skeleton.Or:
		return skeleton.Or(renamedEach(e, to))
	}
	return e
}

func renamedEach(list []skeleton.Expr, to func(*skeleton.Var) *skeleton.Var) (out []skeleton.Expr) {
	for _, e := range list {
		out = append(out, renamed(e, to))
	}
	return out
}
