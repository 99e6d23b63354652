// This file defines library functions that change the order of the elements of a slice.

package extract

import (
	"go/types"

	"github.com/ijit/ijit/systems/golang/code"
	"github.com/ijit/ijit/systems/golang/graph"
)

// Slices of at most so many elements are sorted; of longer ones any element may be everywhere.
const maxSorted = 4

// Sort executes a function that sorts the elements of an argument. less executes swap where the element at j comes
// before the one at i; if it is nil, the order is not known.
func (c *Call) Sort(arg int, less func(a *graph.Atom, t types.Type, i, j int64, swap func())) {
	c.reorder(arg, less != nil, func(a *graph.Atom, t types.Type) {
		for last := a.N - 1; last > 0; last-- {
			for k := range last {
				if !c.X.Dead {
					less(a, t, k, k+1, func() { c.X.swap(a, t, k, k+1) })
				}
			}
		}
	})
}

// Reverse executes a function that turns the order of an argument around.
func (c *Call) Reverse(arg int) {
	c.reorder(arg, true, func(a *graph.Atom, t types.Type) {
		for k := range a.N / 2 {
			c.X.swap(a, t, k, a.N-1-k)
		}
	})
}

// reorder executes f for each slice that an argument may be, with the type of its elements, if its elements are known.
func (c *Call) reorder(arg int, exact bool, f func(a *graph.Atom, t types.Type)) {
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
		leaves := x.Leaves(s.Elem())
		if exact && a.Low >= 0 && a.N >= 0 && a.N <= maxSorted && !a.Obj.Blurred {
			for _, l := range leaves {
				for k := range a.N {
					x.access(x.Cell(a.Obj, a.ElementPath(k)+l.Path, l.Type), true, c.Pos)
				}
			}
			f(a, s.Elem())
			return
		}
		var do []graph.Assign
		for _, l := range leaves {
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

// ElementAt returns a part of an element of a slice.
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

// swap exchanges two elements of a slice.
func (x *Extractor) swap(a *graph.Atom, t types.Type, i, j int64) {
	var do []graph.Assign
	for _, l := range x.Leaves(t) {
		p, q := x.elementOf(a, i, l), x.elementOf(a, j, l)
		do = append(do, x.put(a.Obj, a.ElementPath(i)+l.Path, l.Type, q)...)
		do = append(do, x.put(a.Obj, a.ElementPath(j)+l.Path, l.Type, p)...)
	}
	x.AssignAll(do)
}
