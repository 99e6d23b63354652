// This file defines library functions that change the order of the elements of a slice.

package extract

import (
	"go/types"

	"github.com/ijit/ijit/systems/golang/code"
	"github.com/ijit/ijit/systems/golang/graph"
)

// Reorder executes a function that changes the order of the elements of an argument: any element may be everywhere
// then.
func (c *Call) Reorder(arg int) {
	x := c.X
	x.Split(c.Arg(arg, ""), func(a *graph.Atom) {
		t := c.Types[arg]
		if a.Kind == graph.Box {
			a, t = a.Elem, a.Type
		}
		s, ok := t.Underlying().(*types.Slice)
		if !ok || a.Kind != graph.Slice {
			return
		}
		var do []graph.Assign
		for _, l := range x.Leaves(s.Elem()) {
			cells := x.Cells(a.Obj, a.Path+code.AnyElement+l.Path, l.Type)
			var set graph.Set
			for _, cell := range cells {
				set = x.Union(set, cell.Set)
			}
			for _, cell := range cells {
				x.access(cell, true, c.Pos)
				x.Grow(cell, set)
				if !cell.Weak {
					do = append(do, graph.Assign{To: cell, V: graph.Val{Set: set}})
				}
			}
		}
		x.AssignAll(do)
	})
}

// AnyElement returns a part of any element of an argument that is a slice.
func (c *Call) AnyElement(arg int) func(path string) graph.Val {
	return func(path string) graph.Val {
		x := c.X
		var s graph.Set
		for _, a := range c.Arg(arg, "").Set {
			if a.Kind == graph.Slice {
				s = x.Union(s, x.ElementAt(a, c.Types[arg].Underlying().(*types.Slice).Elem(), -1)(path).Set)
			}
		}
		return graph.Val{Set: s}
	}
}

// ElementAt returns a part of an element of a slice, of any one if its index is -1.
func (x *Extractor) ElementAt(a *graph.Atom, t types.Type, k int64) func(path string) graph.Val {
	return func(path string) graph.Val {
		for _, l := range x.Leaves(t) {
			if l.Path == path {
				return x.elementOf(a, k, l)
			}
		}
		return graph.Constant(x.Other())
	}
}
