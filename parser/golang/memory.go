// This file defines loads, stores, slices and maps.

package golang

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/ijit/ijit/parser/golang/skeleton"
)

// load executes v = *p.
func (x *extractor) load(i *ssa.UnOp) {
	if g, ok := i.X.(*ssa.Global); ok {
		if g.Name() == "init$guard" {
			x.set(i, "", constantVal(x.bool(false)))
			return
		}
		if !x.readable[g.Pkg.Pkg] {
			x.foreignGlobal(i, g)
			return
		}
	}
	if a := root(i.X); a != nil {
		if s := x.freshness(a).forward[i]; s != nil {
			x.copyParts(i, s.Val, "")
			return
		}
	}
	x.loadTo(i, "", i.Type(), x.value(i.X, ""), i.Pos())
}

// foreignGlobal loads a variable of a package of which there is no code: errors are known by their names.
func (x *extractor) foreignGlobal(i *ssa.UnOp, g *ssa.Global) {
	if i.Type().String() != "error" {
		x.anything(i)
		return
	}
	x.set(i, "", constantVal(x.namedError(g.String())))
}

// namedError returns an error that is only the same as itself.
func (x *extractor) namedError(name string) *atom {
	o := x.unique(name)
	o.name = name
	return x.ptr(o, "")
}

// loadTo gives a register what a pointer leads to.
func (x *extractor) loadTo(v ssa.Value, prefix string, t types.Type, p val, pos token.Pos) {
	if n, ok := types.Unalias(t).(*types.Named); ok && x.hasSync(n) {
		x.note(pos, "copy of a lock: "+x.site(pos).Text, "the copy is another lock", false)
	}
	leaves := x.leaves(t)
	p = x.nonNil(p)
	if len(p.set) == 0 {
		x.dead = true
		return
	}
	single := p.one()
	if single != nil && single.kind == aPtr {
		var do []assign
		for _, l := range leaves {
			cells := x.cells(single.obj, single.path+l.path, l.typ)
			for _, c := range cells {
				x.access(c, false, pos)
			}
			c := cells[0]
			if len(cells) == 1 && len(c.set) == 1 && !c.weak {
				x.set(v, prefix+l.path, val{set: c.set})
				continue
			}
			to := x.register(v, prefix+l.path)
			for _, c := range cells {
				x.grow(to, c.set)
			}
			from := at(c)
			if len(cells) > 1 {
				from = val{set: to.set}
			}
			do = append(do, assign{to: to, v: from})
			x.set(v, prefix+l.path, at(to))
		}
		x.assignAll(do)
		return
	}
	for _, l := range leaves {
		to := x.register(v, prefix+l.path)
		x.set(v, prefix+l.path, at(to))
	}
	x.split(p, func(a *atom) {
		var do []assign
		for _, l := range leaves {
			to := x.register(v, prefix+l.path)
			var from val
			switch a.kind {
			case aPtr:
				cells := x.cells(a.obj, a.path+l.path, l.typ)
				from = at(cells[0])
				for _, c := range cells {
					x.access(c, false, pos)
					x.grow(to, c.set)
				}
				if len(cells) > 1 {
					from = val{set: to.set}
				}
			default:
				src := x.origin(locKey{frame: x.fr, iter: x.it, value: v, path: prefix + l.path}, to.name, pos, x.fr.fn)
				from = val{set: x.unknown(l.typ, src)}
				x.grow(to, from.set)
			}
			do = append(do, assign{to: to, v: from})
		}
		x.assignAll(do)
	})
}

// store executes *p = v.
func (x *extractor) store(p val, v ssa.Value, pos token.Pos) {
	leaves := x.leaves(v.Type())
	parts := make([]val, len(leaves))
	for i, l := range leaves {
		if c, ok := v.(*ssa.Const); ok && c.Value == nil {
			parts[i] = constantVal(x.zero(l.typ))
			continue
		}
		parts[i] = x.value(v, l.path)
	}
	x.split(x.nonNil(p), func(a *atom) {
		if a.kind != aPtr {
			return
		}
		var do []assign
		for i, l := range leaves {
			if as, ok := x.storeCell(a, l, parts[i], pos); ok {
				do = append(do, as)
			}
		}
		x.assignAll(do)
	})
}

func (x *extractor) storeCell(a *atom, l leaf, v val, pos token.Pos) (assign, bool) {
	if weak(a.path+l.path) && !a.obj.blurred && x.indexed(a) {
		a.obj.blurred = true
		panic(restart{})
	}
	c := x.cell(a.obj, a.path+l.path, l.typ)
	x.access(c, true, pos)
	x.grow(c, v.set)
	return assign{to: c, v: v}, !c.weak
}

// indexed reports whether elements of the object are told apart.
func (x *extractor) indexed(a *atom) bool {
	for _, l := range x.ordered[a.obj] {
		if l.path != blurred(l.path) {
			return true
		}
	}
	return false
}

// access notes that a cell is read or written.
func (x *extractor) access(c *loc, write bool, pos token.Pos) {
	x.use(c, write)
	if !x.emitting || !x.options.Races || c.obj == nil || c.obj.fn != nil || c.obj.local {
		return
	}
	n := x.node(skeleton.Access)
	n.cell, n.write, n.site = c, write, x.site(pos)
	x.add(n)
}

// indexAddr executes &a[i].
func (x *extractor) indexAddr(i *ssa.IndexAddr) {
	base := x.value(i.X, "")
	x.set(i, "", x.element(i, base, x.value(i.Index, ""), func(a *atom) (*atom, int64) {
		switch a.kind {
		case aSlice:
			return x.ptr(a.obj, a.path), a.n
		case aPtr:
			n := int64(-1)
			if t, ok := deref(i.X.Type()).Underlying().(*types.Array); ok {
				n = t.Len()
			}
			return a, n
		}
		return nil, -1
	}))
}

func (x *extractor) element(i ssa.Value, base, index val, array func(*atom) (*atom, int64)) val {
	if k := index.one(); k != nil && k.kind == aInt {
		return base.mapped(func(a *atom) *atom {
			p, n := array(a)
			switch {
			case p == nil && a.kind == aNil:
				return nil // an index out of range is not our subject
			case p == nil:
				return x.some()
			case n > maxArray && a.kind == aPtr:
				return x.ptr(p.obj, p.path+anyElement)
			case n >= 0 && k.n >= n:
				return nil
			}
			return x.ptr(p.obj, p.path+element(int(k.n)))
		})
	}
	l := x.register(i, "element")
	for _, a := range base.set {
		p, n := array(a)
		switch {
		case p == nil && a.kind == aNil:
		case p == nil:
			x.grow(l, single(x.some()))
		case n >= 0 && n <= maxArray && !p.obj.blurred:
			for k := range n {
				x.grow(l, single(x.ptr(p.obj, p.path+element(int(k)))))
			}
		default:
			x.grow(l, single(x.ptr(p.obj, p.path+anyElement)))
		}
	}
	x.assign(assign{to: l, v: val{set: l.set}})
	return at(l)
}

// indexValue executes a[i] of an array value.
func (x *extractor) indexValue(i *ssa.Index) {
	if isString(i.X.Type()) {
		x.anything(i)
		return
	}
	for _, l := range x.leaves(i.Type()) {
		if k := x.value(i.Index, "").one(); k != nil && k.kind == aInt {
			if v := x.value(i.X, element(int(k.n))+l.path); len(v.set) > 0 {
				x.set(i, l.path, v)
				continue
			}
		}
		to := x.register(i, l.path)
		for k := range maxArray {
			x.grow(to, x.value(i.X, element(k)+l.path).set)
		}
		x.grow(to, x.value(i.X, anyElement+l.path).set)
		x.assign(assign{to: to, v: val{set: to.set}})
		x.set(i, l.path, at(to))
	}
}
