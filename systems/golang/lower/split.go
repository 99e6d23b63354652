// This file defines how nodes are told apart by the value of a local: whether a goroutine owes a Done, or may still end a
// wait, is asked of nodes, and may depend on whether the object that it made is the tracked one.

package lower

import "github.com/ijit/ijit/systems/golang/skeleton"

// The most nodes of a body that is split.
const mostSplit = 200

// split makes a copy of each node for each value that a local can have there, for locals to which only constants are
// assigned, and on which a branch depends. It returns of which node each is a copy.
func split(b *skeleton.Body) []int {
	from := make([]int, len(b.Nodes))
	for i := range from {
		from[i] = i
	}
	for _, v := range b.Locals {
		if !told(b, v) {
			continue
		}
		nodes, copied := splitBy(b, v)
		if nodes == nil {
			continue
		}
		for i, k := range copied {
			copied[i] = from[k]
		}
		b.Nodes, from = nodes, copied
	}
	return from
}

// told reports whether nodes are told apart by a local.
func told(b *skeleton.Body, v *skeleton.Var) bool {
	assigned, asked := false, false
	for _, n := range b.Nodes {
		for _, w := range ways(n) {
			if w.result == v {
				return false
			}
			for _, a := range w.do {
				if _, constant := a.Value.(skeleton.Const); a.Var == v && !constant {
					return false
				}
				assigned = assigned || a.Var == v
			}
		}
		mentions(n.Cond, func(m *skeleton.Var) { asked = asked || m == v })
	}
	return assigned && asked
}

// splitBy makes a copy of each node for each value of a local, and one where the value is not known or nobody reads it any
// more; nothing if there are too many.
func splitBy(b *skeleton.Body, v *skeleton.Var) (nodes []*skeleton.Node, from []int) {
	type point struct{ node, value int } // -1: not known
	known := map[point]int{}
	var points []point
	at := func(p point) int {
		i, ok := known[p]
		if !ok {
			i = len(points)
			known[p] = i
			points = append(points, p)
		}
		return i
	}
	live := newFlow(b).live
	at(point{0, -1})
	for i := 0; i < len(points) && len(points) <= mostSplit; i++ {
		p := points[i]
		n := *b.Nodes[p.node]
		n.ID, n.Next = i, nil
		before := values{}
		if p.value >= 0 {
			before[v] = p.value
		}
		for k, w := range ways(b.Nodes[p.node]) {
			after := before.after(w)
			learn(n.Cond, k, w, after)
			value, ok := after[v]
			if !ok || !live[w.next][v] {
				value = -1
			}
			n.Next = append(n.Next, at(point{w.next, value}))
		}
		nodes, from = append(nodes, &n), append(from, p.node)
	}
	if len(points) > mostSplit {
		return nil, nil
	}
	return nodes, from
}

// learn takes in which way a branch on one local went: k is 0 if the condition held.
func learn(cond skeleton.Expr, k int, w way, after values) {
	is, ok := cond.(skeleton.Is)
	if !ok || is.Var.Shared || assigns(w.do, is.Var) {
		return
	}
	if k == 0 {
		after[is.Var] = is.Value
	} else if len(is.Var.Values) == 2 {
		after[is.Var] = 1 - is.Value
	}
}
