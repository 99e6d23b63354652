// This file defines how copies of copies are removed.

package reduce

import (
	"slices"

	"github.com/ijit/ijit/systems/golang/skeleton"
)

// fold gives a value at once to the variable to which the next step copies it, if that is the only use, and
// removes variables and steps that are then without use.
func fold(b *skeleton.Body) {
	for foldOnce(b) {
	}
	// Nodes that are no longer reached, and variables that are no longer used, are left out.
	index := map[int]int{0: 0}
	order := []*skeleton.Node{b.Nodes[0]}
	for i := 0; i < len(order); i++ {
		for j, next := range order[i].Next {
			k, known := index[next]
			if !known {
				k = len(order)
				index[next] = k
				order = append(order, b.Nodes[next])
			}
			order[i].Next[j] = k
		}
	}
	for i, n := range order {
		n.ID = i
	}
	b.Nodes = order
}

func foldOnce(b *skeleton.Body) bool {
	reads := map[*skeleton.Var]int{}
	preds := make([]int, len(b.Nodes))
	preds[0]++
	for _, n := range b.Nodes {
		for _, next := range n.Next {
			preds[next]++
		}
		read := func(v *skeleton.Var) { reads[v]++ }
		readCond(n.Cond, read)
		readCond(n.When, read)
		lists := [][]skeleton.Assign{n.Do, n.Args}
		for _, c := range n.Cases {
			readCond(c.When, read)
			lists = append(lists, c.Do)
		}
		for _, list := range lists {
			for _, a := range list {
				readValue(a.Value, read)
			}
		}
	}
	for _, n := range b.Nodes {
		for i, next := range n.Next {
			m := b.Nodes[next]
			if m.Op != skeleton.Step || len(m.Do) != 1 || preds[next] != 1 || m == n {
				continue
			}
			do := &n.Do
			if n.Op == skeleton.Select && i < len(n.Cases) {
				do = &n.Cases[i].Do
			} else if len(n.Next) != 1 {
				continue
			}
			c, ok := m.Do[0].Value.(skeleton.Copy)
			to := m.Do[0].Var
			if !ok || c.Map != nil || c.Var.Shared || to.Shared || reads[c.Var] != 1 || slices.ContainsFunc(*do, func(a skeleton.Assign) bool { return a.Var == to }) {
				continue
			}
			k := slices.IndexFunc(*do, func(a skeleton.Assign) bool { return a.Var == c.Var })
			if k < 0 || n.Result == to || len(c.Var.Values) != len(to.Values) {
				continue
			}
			(*do)[k].Var = to
			n.Next[i] = m.Next[0]
			return true
		}
	}
	return false
}

func readCond(e skeleton.Expr, f func(*skeleton.Var)) {
	switch e := e.(type) {
	case skeleton.Is:
		f(e.Var)
	case skeleton.Not:
		readCond(e.X, f)
	case skeleton.And:
		for _, x := range e {
			readCond(x, f)
		}
	case skeleton.Or:
		for _, x := range e {
			readCond(x, f)
		}
	}
}

func readValue(v skeleton.Value, f func(*skeleton.Var)) {
	switch v := v.(type) {
	case skeleton.Copy:
		f(v.Var)
	case skeleton.If:
		readCond(v.Cond, f)
		readValue(v.Then, f)
		readValue(v.Else, f)
	}
}

// unused removes the local variables that no node of the program has.
func unused(p *skeleton.Program) {
	used := map[*skeleton.Var]bool{}
	use := func(v *skeleton.Var) { used[v] = true }
	for _, b := range p.Bodies {
		for _, n := range b.Nodes {
			readCond(n.Cond, use)
			readCond(n.When, use)
			lists := [][]skeleton.Assign{n.Do, n.Args}
			if n.Result != nil {
				use(n.Result)
			}
			for _, c := range n.Cases {
				readCond(c.When, use)
				lists = append(lists, c.Do)
				if c.Result != nil {
					use(c.Result)
				}
			}
			for _, list := range lists {
				for _, a := range list {
					use(a.Var)
					readValue(a.Value, use)
				}
			}
		}
	}
	for _, b := range p.Bodies {
		b.Locals = slices.DeleteFunc(b.Locals, func(v *skeleton.Var) bool { return !used[v] })
		for i, v := range b.Locals {
			v.ID = i
		}
	}
}
