// This file defines which branches are decided: locals that have one value wherever a node is reached.

package lower

import (
	"maps"

	"github.com/ijit/ijit/systems/golang/skeleton"
)

// A values maps locals to the one value that they can have; others may have several.
type values map[*skeleton.Var]int

// fold makes steps of the branches of a body that are decided, and ends of nodes that cannot be reached
// (Wegman and Zadeck, "Constant propagation with conditional branches", 1991). Parameters may have any value.
func fold(b *skeleton.Body, parameters map[*skeleton.Var]bool) {
	at := make([]values, len(b.Nodes)) // nil: not reached yet
	at[0] = values{}
	for _, v := range b.Locals {
		if c, ok := v.Init.(skeleton.Const); ok && !parameters[v] {
			at[0][v] = int(c)
		}
	}
	list := []int{0}
	for len(list) > 0 {
		i := list[len(list)-1]
		list = list[:len(list)-1]
		n := b.Nodes[i]
		for k, w := range ways(n) {
			if n.Op == skeleton.Branch {
				if yes, no := at[i].truth(n.Cond); k == 0 && !yes || k == 1 && !no {
					continue
				}
			}
			after := at[i].after(w)
			learn(n.Cond, k, w, after)
			if at[w.next].join(after, at[w.next] == nil) {
				if at[w.next] == nil {
					at[w.next] = after
				}
				list = append(list, w.next)
			}
		}
	}
	for i, n := range b.Nodes {
		if at[i] == nil {
			*n = skeleton.Node{ID: i, Op: skeleton.End, Site: n.Site}
			continue
		}
		if n.Op != skeleton.Branch {
			continue
		}
		switch yes, no := at[i].truth(n.Cond); {
		case !no || n.Next[0] == n.Next[1]:
			n.Op, n.Cond, n.Next = skeleton.Step, nil, n.Next[:1]
		case !yes:
			n.Op, n.Cond, n.Next = skeleton.Step, nil, n.Next[1:]
		}
	}
}

// after returns the values behind a node.
func (v values) after(w way) values {
	out := maps.Clone(v)
	if w.result != nil {
		delete(out, w.result)
	}
	for _, a := range w.do {
		if value, ok := v.value(a.Value); ok && !a.Var.Shared {
			out[a.Var] = value
		} else {
			delete(out, a.Var)
		}
	}
	return out
}

// join removes from v what w does not agree to, and reports whether that is anything.
func (v values) join(w values, first bool) bool {
	changed := first
	for x, value := range v {
		if other, ok := w[x]; !ok || other != value {
			delete(v, x)
			changed = true
		}
	}
	return changed
}

func (v values) value(x skeleton.Value) (int, bool) {
	switch x := x.(type) {
	case skeleton.Const:
		return int(x), true
	case skeleton.Copy:
		value, ok := v[x.Var]
		if ok && x.Map != nil {
			value = x.Map[value]
		}
		return value, ok
	case skeleton.If:
		yes, no := v.truth(x.Cond)
		a, one := v.value(x.Then)
		b, other := v.value(x.Else)
		switch {
		case !no:
			return a, one
		case !yes:
			return b, other
		}
		return a, one && other && a == b
	}
	return 0, false
}

// truth reports whether a condition can hold, and whether it cannot.
func (v values) truth(e skeleton.Expr) (yes, no bool) {
	switch e := e.(type) {
	case skeleton.Is:
		value, ok := v[e.Var]
		return !ok || value == e.Value, !ok || value != e.Value
	case skeleton.Not:
		yes, no = v.truth(e.X)
		return no, yes
	case skeleton.And:
		yes = true
		for _, x := range e {
			y, n := v.truth(x)
			yes, no = yes && y, no || n
		}
		return yes, no
	case skeleton.Or:
		no = true
		for _, x := range e {
			y, n := v.truth(x)
			yes, no = yes || y, no && n
		}
		return yes, no
	}
	return true, true
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
