// This file defines the models of package sync/atomic.

package golang

import (
	"go/token"

	"github.com/ijit/ijit/parser/golang/code"
	"github.com/ijit/ijit/parser/golang/graph"
)

func atomicModels() map[string]model {
	t := map[string]model{}
	for _, n := range []string{"Int32", "Int64", "Uint32", "Uint64", "Uintptr", "Pointer"} {
		t["sync/atomic.Load"+n] = atomicLoad
		t["sync/atomic.Store"+n] = atomicStore
		t["sync/atomic.Add"+n] = atomicAdd
		t["sync/atomic.Swap"+n] = atomicSwap
		t["sync/atomic.CompareAndSwap"+n] = atomicCompareAndSwap
	}
	for _, n := range []string{"Int32", "Int64", "Uint32", "Uint64", "Uintptr", "Bool", "Pointer", "Value"} {
		m := "(*sync/atomic." + n + ")."
		t[m+"Load"] = atomicLoad
		t[m+"Store"] = atomicStore
		t[m+"Add"] = atomicAdd
		t[m+"Swap"] = atomicSwap
		t[m+"CompareAndSwap"] = atomicCompareAndSwap
	}
	return t
}

// atomicCell calls f for each cell that the first argument points to.
func (c *Call) atomicCell(write bool, f func(*graph.Loc)) {
	x := c.x
	t := code.Deref(c.types[0])
	x.split(c.arg(0, ""), func(a *graph.Atom) {
		if a.Kind != graph.Ptr {
			x.resultsUnknown(c)
			return
		}
		cell := x.cell(a.Obj, a.Path, t)
		x.use(cell, write)
		f(cell)
	})
}

func atomicLoad(c *Call) {
	x := c.x
	c.atomicCell(false, func(cell *graph.Loc) {
		if c.result != nil {
			x.define(c.result, "", graph.At(cell))
		}
	})
}

func atomicStore(c *Call) {
	x := c.x
	c.atomicCell(true, func(cell *graph.Loc) {
		v := c.arg(1, "")
		x.grow(cell, v.Set)
		if !cell.Weak {
			x.assign(graph.Assign{To: cell, V: v})
		}
	})
}

func atomicSwap(c *Call) {
	x := c.x
	c.atomicCell(true, func(cell *graph.Loc) {
		v := c.arg(1, "")
		x.grow(cell, v.Set)
		var do []graph.Assign
		if c.result != nil {
			to := x.register(c.result, "")
			x.grow(to, cell.Set)
			x.set(c.result, "", graph.At(to))
			do = append(do, graph.Assign{To: to, V: graph.At(cell)})
		}
		if !cell.Weak {
			do = append(do, graph.Assign{To: cell, V: v})
		}
		x.assignAll(do)
	})
}

func atomicAdd(c *Call) {
	x := c.x
	c.atomicCell(true, func(cell *graph.Loc) {
		delta := c.arg(1, "").One()
		v := graph.At(cell).Mapped(func(a *graph.Atom) *graph.Atom {
			if delta != nil && delta.Kind == graph.Int && a.Kind == graph.Int && delta.N < 1<<31 {
				return x.Int(a.N + delta.N)
			}
			return x.Other()
		})
		x.grow(cell, v.Set)
		if !within(v, cell.Set) { // too many numbers
			v = graph.Val{Set: graph.Single(x.Other())}
		}
		var do []graph.Assign
		if c.result != nil {
			to := x.register(c.result, "")
			x.grow(to, v.Set)
			x.set(c.result, "", graph.At(to))
			do = append(do, graph.Assign{To: to, V: v})
		}
		if !cell.Weak {
			do = append(do, graph.Assign{To: cell, V: v})
		}
		x.assignAll(do)
	})
}

// within reports whether all atoms are in a set.
func within(v graph.Val, s graph.Set) bool {
	for _, a := range v.Set {
		if !s.Has(a) {
			return false
		}
	}
	return true
}

func atomicCompareAndSwap(c *Call) {
	x := c.x
	c.atomicCell(true, func(cell *graph.Loc) {
		v := c.arg(2, "")
		x.grow(cell, v.Set)
		same := x.related(graph.At(cell), c.arg(1, ""), func(p, q *graph.Atom) graph.Truth { return relation(token.EQL, p, q) })
		if graph.Known(same) == graph.No && cell.Set == nil {
			return
		}
		var do []graph.Assign
		if c.result != nil {
			b := x.Boolean(same)
			to := x.register(c.result, "")
			x.grow(to, b.Set)
			x.set(c.result, "", graph.At(to))
			do = append(do, graph.Assign{To: to, V: b})
		}
		if !cell.Weak {
			do = append(do, graph.Assign{To: cell, V: v, When: same})
		}
		x.assignAll(do)
	})
}
