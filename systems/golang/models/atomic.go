// This file defines the models of package sync/atomic.

package models

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/ijit/ijit/systems/golang/code"
	"github.com/ijit/ijit/systems/golang/extract"
	"github.com/ijit/ijit/systems/golang/graph"
)

func atomicModels() map[string]extract.Model {
	t := map[string]extract.Model{}
	for _, n := range []string{"Int32", "Int64", "Uint32", "Uint64", "Uintptr", "Pointer"} {
		t["sync/atomic.Load"+n] = atomicLoad
		t["sync/atomic.Store"+n] = atomicStore
		t["sync/atomic.Add"+n] = atomicAdd
		t["sync/atomic.Swap"+n] = atomicSwap
		t["sync/atomic.CompareAndSwap"+n] = atomicCompareAndSwap
		t["sync/atomic.And"+n] = atomicBits(token.AND)
		t["sync/atomic.Or"+n] = atomicBits(token.OR)
	}
	for _, n := range []string{"Int32", "Int64", "Uint32", "Uint64", "Uintptr", "Bool", "Pointer", "Value"} {
		m := "(*sync/atomic." + n + ")."
		t[m+"Load"] = atomicLoad
		t[m+"Store"] = atomicStore
		t[m+"Add"] = atomicAdd
		t[m+"Swap"] = atomicSwap
		t[m+"CompareAndSwap"] = atomicCompareAndSwap
		t[m+"And"] = atomicBits(token.AND)
		t[m+"Or"] = atomicBits(token.OR)
	}
	return t
}

// atomicCell calls f for each cell that the first argument points to.
func atomicCell(c *extract.Call, write bool, f func(*graph.Loc)) {
	x := c.X
	t := code.Deref(c.Types[0])
	x.Split(x.Dereferenced(c.Arg(0, ""), c.Pos), func(a *graph.Atom) {
		if a.Kind != graph.Ptr {
			x.ResultsUnknown(c)
			return
		}
		cell := x.Cell(a.Obj, a.Path, t)
		x.Use(cell)
		x.Access(cell, write, true, c.Pos)
		x.Atomically(c.Pos, func() { f(cell) })
	})
}

func atomicLoad(c *extract.Call) {
	x := c.X
	atomicCell(c, false, func(cell *graph.Loc) {
		if c.Result != nil {
			x.Define(c.Result, "", graph.At(cell))
		}
	})
}

func atomicStore(c *extract.Call) {
	x := c.X
	atomicCell(c, true, func(cell *graph.Loc) {
		v := c.Arg(1, "")
		holds(c, cell, v)
		x.Grow(cell, v.Set)
		if !cell.Weak {
			x.Assign(graph.Assign{To: cell, V: v})
		}
	})
}

// holds is a panic, where a deferred call may recover, of an atomic.Value to which nil is stored, or what has another
// type than what is there.
func holds(c *extract.Call, cell *graph.Loc, v graph.Val) {
	if c.Func == nil || c.Func.Signature.Recv() == nil || !types.IsInterface(c.Types[len(c.Types)-1]) {
		return
	}
	for _, a := range v.Set {
		if a.Kind != graph.Box || slices.ContainsFunc(cell.Set, func(b *graph.Atom) bool {
			return b.Kind != graph.Nil && (b.Kind != graph.Box || !types.Identical(a.Type, b.Type))
		}) {
			c.X.MayPanic()
			return
		}
	}
}

func atomicSwap(c *extract.Call) { exchange(c, func(*graph.Loc) graph.Val { return c.Arg(1, "") }) }

// atomicBits returns the model of a bitwise operator, which gives the value before.
func atomicBits(op token.Token) extract.Model {
	return func(c *extract.Call) {
		x := c.X
		exchange(c, func(cell *graph.Loc) graph.Val {
			bits := c.Arg(1, "").One()
			return x.Widened(graph.At(cell).Mapped(func(a *graph.Atom) *graph.Atom {
				switch {
				case bits == nil || bits.Kind != graph.Int || a.Kind != graph.Int:
					return x.Other()
				case op == token.AND:
					return x.Int(a.N & bits.N)
				}
				return x.Int(a.N | bits.N)
			}))
		})
	}
}

// exchange stores a value and gives the one before.
func exchange(c *extract.Call, value func(*graph.Loc) graph.Val) {
	x := c.X
	atomicCell(c, true, func(cell *graph.Loc) {
		v := value(cell)
		holds(c, cell, v)
		x.Grow(cell, v.Set)
		var do []graph.Assign
		if c.Result != nil {
			to := x.Register(c.Result, "")
			x.Grow(to, cell.Set)
			x.Set(c.Result, "", graph.At(to))
			do = append(do, graph.Assign{To: to, V: graph.At(cell)})
		}
		if !cell.Weak {
			do = append(do, graph.Assign{To: cell, V: v})
		}
		x.AssignAll(do)
	})
}

func atomicAdd(c *extract.Call) {
	x := c.X
	atomicCell(c, true, func(cell *graph.Loc) {
		delta := c.Arg(1, "").One()
		v := x.Widened(graph.At(cell).Mapped(func(a *graph.Atom) *graph.Atom {
			if delta != nil && delta.Kind == graph.Int && a.Kind == graph.Int && delta.N < 1<<31 {
				return x.Integer(c.Types[1], a.N+delta.N)
			}
			return x.Other()
		}))
		if delta != nil && delta.Kind == graph.Int && delta.N < 1<<31 {
			v = x.Count(cell, [2]any{c.Instr, c.What}, delta.N, v)
		} else {
			x.Grow(cell, v.Set)
		}
		var do []graph.Assign
		if c.Result != nil {
			to := x.Register(c.Result, "")
			x.Grow(to, v.Set)
			x.Set(c.Result, "", graph.At(to))
			do = append(do, graph.Assign{To: to, V: v})
		}
		if !cell.Weak {
			do = append(do, graph.Assign{To: cell, V: v})
		}
		x.AssignAll(do)
	})
}

func atomicCompareAndSwap(c *extract.Call) {
	x := c.X
	atomicCell(c, true, func(cell *graph.Loc) {
		v := c.Arg(2, "")
		holds(c, cell, v)
		x.Grow(cell, v.Set)
		same := x.Related(graph.At(cell), c.Arg(1, ""), func(p, q *graph.Atom) graph.Truth { return extract.Relation(token.EQL, p, q) })
		if graph.Known(same) == graph.No && cell.Set == nil {
			return
		}
		var do []graph.Assign
		if c.Result != nil {
			b := x.Boolean(same)
			to := x.Register(c.Result, "")
			x.Grow(to, b.Set)
			x.Set(c.Result, "", graph.At(to))
			do = append(do, graph.Assign{To: to, V: b})
		}
		if !cell.Weak {
			do = append(do, graph.Assign{To: cell, V: v, When: same})
		}
		x.AssignAll(do)
	})
}
