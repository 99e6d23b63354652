// This file defines the models of package sync/atomic.

package golang

import "go/token"

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
func (c *called) atomicCell(write bool, f func(*loc)) {
	x := c.x
	t := deref(c.types[0])
	x.split(c.arg(0, ""), func(a *atom) {
		if a.kind != aPtr {
			x.resultsUnknown(c)
			return
		}
		cell := x.cell(a.obj, a.path, t)
		x.use(cell, write)
		f(cell)
	})
}

func atomicLoad(c *called) {
	x := c.x
	c.atomicCell(false, func(cell *loc) {
		if c.result != nil {
			x.define(c.result, "", at(cell))
		}
	})
}

func atomicStore(c *called) {
	x := c.x
	c.atomicCell(true, func(cell *loc) {
		v := c.arg(1, "")
		x.grow(cell, v.set)
		if !cell.weak {
			x.assign(assign{to: cell, v: v})
		}
	})
}

func atomicSwap(c *called) {
	x := c.x
	c.atomicCell(true, func(cell *loc) {
		v := c.arg(1, "")
		x.grow(cell, v.set)
		var do []assign
		if c.result != nil {
			to := x.register(c.result, "")
			x.grow(to, cell.set)
			x.set(c.result, "", at(to))
			do = append(do, assign{to: to, v: at(cell)})
		}
		if !cell.weak {
			do = append(do, assign{to: cell, v: v})
		}
		x.assignAll(do)
	})
}

func atomicAdd(c *called) {
	x := c.x
	c.atomicCell(true, func(cell *loc) {
		delta := c.arg(1, "").one()
		v := at(cell).mapped(func(a *atom) *atom {
			if delta != nil && delta.kind == aInt && a.kind == aInt && delta.n < 1<<31 {
				return x.int(a.n + delta.n)
			}
			return x.other()
		})
		x.grow(cell, v.set)
		if !v.within(cell.set) { // too many numbers
			v = val{set: single(x.other())}
		}
		var do []assign
		if c.result != nil {
			to := x.register(c.result, "")
			x.grow(to, v.set)
			x.set(c.result, "", at(to))
			do = append(do, assign{to: to, v: v})
		}
		if !cell.weak {
			do = append(do, assign{to: cell, v: v})
		}
		x.assignAll(do)
	})
}

// within reports whether all atoms are in a set.
func (v val) within(s set) bool {
	for _, a := range v.set {
		if !s.has(a) {
			return false
		}
	}
	return true
}

func atomicCompareAndSwap(c *called) {
	x := c.x
	c.atomicCell(true, func(cell *loc) {
		v := c.arg(2, "")
		x.grow(cell, v.set)
		same := x.related(at(cell), c.arg(1, ""), func(p, q *atom) truth { return relation(token.EQL, p, q) })
		if known(same) == no && cell.set == nil {
			return
		}
		var do []assign
		if c.result != nil {
			b := x.boolean(same)
			to := x.register(c.result, "")
			x.grow(to, b.set)
			x.set(c.result, "", at(to))
			do = append(do, assign{to: to, v: b})
		}
		if !cell.weak {
			do = append(do, assign{to: cell, v: v, when: same})
		}
		x.assignAll(do)
	})
}
