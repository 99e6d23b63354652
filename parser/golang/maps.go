// This file defines maps.

package golang

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// The element of a map at a key that is known has a cell of its own, and one that says whether it is there. Elements
// at keys that are not known share one place.
const (
	present = "?"
	someKey = "key" // where keys are collected
)

// isKey reports whether a key is known: it is equal to itself and to no other.
func isKey(k *atom) bool {
	switch k.kind {
	case aInt, aStr, aBool:
		return true
	case aPtr, aBox:
		return equal(k, k) == yes
	}
	return false
}

// atKey calls f with the path of the element of a map at a key, in each case that may be.
func (x *extractor) atKey(o *object, key val, f func(path string)) {
	for _, k := range key.set {
		if !isKey(k) {
			f(anyElement)
			return
		}
	}
	x.split(key, func(k *atom) { f(keyPath(k)) })
}

// keyVal returns a key. Keys of struct types are not known.
func (x *extractor) keyVal(v ssa.Value) val {
	if _, isStruct := v.Type().Underlying().(*types.Struct); isStruct || isArray(v.Type()) {
		return val{set: single(x.other())}
	}
	return x.value(v, "")
}

// accessMap is an access to a map: all its elements are one place.
func (x *extractor) accessMap(a *atom, write bool, pos token.Pos) {
	x.access(x.cell(a.obj, "", types.Typ[types.UnsafePointer]), write, pos)
}

// put is the assignment to a cell; weak cells only grow.
func (x *extractor) put(o *object, path string, t types.Type, v val) []assign {
	c := x.cell(o, path, t)
	x.use(c, true)
	x.grow(c, v.set)
	if c.weak {
		return nil
	}
	return []assign{{to: c, v: v}}
}

func (x *extractor) mapUpdate(i *ssa.MapUpdate) {
	key := x.keyVal(i.Key)
	x.split(x.nonNil(x.value(i.Map, "")), func(a *atom) {
		if a.kind != aPtr {
			return
		}
		x.accessMap(a, true, i.Pos())
		for _, k := range key.set {
			x.grow(x.cell(a.obj, anyElement+someKey, i.Key.Type()), single(k))
			if isKey(k) && !slices.Contains(a.obj.keys, k) {
				a.obj.keys = append(a.obj.keys, k)
				x.changed = true
			}
		}
		x.atKey(a.obj, key, func(path string) {
			do := x.put(a.obj, path+present, types.Typ[types.Bool], constantVal(x.bool(true)))
			for _, l := range x.leaves(i.Value.Type()) {
				v := x.value(i.Value, l.path)
				if c, ok := i.Value.(*ssa.Const); ok && c.Value == nil {
					v = constantVal(x.zero(l.typ))
				}
				do = append(do, x.put(a.obj, path+l.path, l.typ, v)...)
			}
			x.assignAll(do)
		})
	})
}

// deletes executes delete(m, k).
func (x *extractor) deletes(c *ssa.CallCommon, pos token.Pos) {
	t, ok := c.Args[0].Type().Underlying().(*types.Map)
	if !ok {
		return
	}
	key := x.keyVal(c.Args[1])
	x.split(x.nonNil(x.value(c.Args[0], "")), func(a *atom) {
		if a.kind != aPtr {
			return
		}
		x.accessMap(a, true, pos)
		remove := func(path string) {
			do := x.put(a.obj, path+present, types.Typ[types.Bool], constantVal(x.bool(false)))
			for _, l := range x.leaves(t.Elem()) {
				do = append(do, x.put(a.obj, path+l.path, l.typ, constantVal(x.zero(l.typ)))...)
			}
			x.assignAll(do)
		}
		x.atKey(a.obj, key, func(path string) {
			if path != anyElement {
				remove(path)
				return
			}
			for _, k := range a.obj.keys {
				x.branch(cEither{}, func() { remove(keyPath(k)) }, func() {})
			}
		})
	})
}

// lookup executes m[k].
func (x *extractor) lookup(i *ssa.Lookup) {
	t, ok := i.X.Type().Underlying().(*types.Map)
	if !ok {
		x.anything(i)
		return
	}
	prefix, leaves := "", x.leaves(t.Elem())
	if i.CommaOk {
		prefix = field(0)
		x.set(i, field(1), at(x.register(i, field(1))))
	}
	for _, l := range leaves {
		x.set(i, prefix+l.path, at(x.register(i, prefix+l.path)))
	}
	give := func(path string, from func(path string, t types.Type) val) {
		var do []assign
		for _, l := range leaves {
			to, v := x.register(i, prefix+l.path), from(path+l.path, l.typ)
			x.grow(to, v.set)
			do = append(do, assign{to: to, v: v})
		}
		if i.CommaOk {
			to, v := x.register(i, field(1)), from(path+present, types.Typ[types.Bool])
			x.grow(to, v.set)
			do = append(do, assign{to: to, v: v})
		}
		x.assignAll(do)
	}
	missing := func(_ string, t types.Type) val { return constantVal(x.zero(t)) }
	key := x.keyVal(i.Index)
	x.split(x.value(i.X, ""), func(a *atom) {
		switch a.kind {
		case aNil:
			give("", missing)
			return
		case aPtr:
		default:
			give("", func(_ string, t types.Type) val { return val{set: x.unknown(t, nil)} })
			return
		}
		x.accessMap(a, false, i.Pos())
		load := func(path string, t types.Type) val {
			cells := x.cells(a.obj, path, t)
			var s set
			for _, c := range cells {
				x.use(c, false)
				s = x.union(s, c.set)
			}
			if len(cells) == 1 {
				return at(cells[0])
			}
			return val{set: s}
		}
		x.atKey(a.obj, key, func(path string) {
			if path != anyElement || x.known(a.obj) == nil {
				give(path, load)
				return
			}
			// One of the keys, or none of them.
			var choose func(keys []*atom)
			choose = func(keys []*atom) {
				if len(keys) == 0 {
					give("", missing)
					return
				}
				x.branch(cEither{}, func() { give(keyPath(keys[0]), load) }, func() { choose(keys[1:]) })
			}
			choose(a.obj.keys)
		})
	})
}

// known returns the keys of a map if all of them are known.
func (x *extractor) known(o *object) []*atom {
	if o.many() || x.locs[locKey{obj: o, path: anyElement + present}] != nil && len(x.locs[locKey{obj: o, path: anyElement + present}].set) > 1 || len(o.keys) > maxArray {
		return nil
	}
	return o.keys
}

// rangeOver begins a loop over a map or string. A loop over a map with known keys comes to them in the
// order in which they were first stored; position says how far it is.
func (x *extractor) rangeOver(i *ssa.Range) {
	x.set(i, "", x.value(i.X, ""))
	position := x.register(i, "position")
	x.grow(position, single(x.int(-1)))
	x.set(i, "position", at(position))
	x.assign(assign{to: position, v: constantVal(x.int(-1))})
}

// next executes a step of a loop over a map or string.
func (x *extractor) next(i *ssa.Next) {
	r, ok := i.Iter.(*ssa.Range)
	if !ok {
		x.anything(i)
		return
	}
	t, ok := r.X.Type().Underlying().(*types.Map)
	if !ok {
		x.anythingAt(i, field(0), types.Typ[types.Bool])
		x.anythingAt(i, field(1), types.Typ[types.Int])
		return
	}
	m := x.value(i.Iter, "").one()
	if m != nil && m.kind == aNil {
		x.set(i, field(0), constantVal(x.bool(false)))
		return
	}
	if m != nil && m.kind == aPtr {
		if keys := x.known(m.obj); keys != nil || len(x.ordered[m.obj]) == 0 {
			x.nextKnown(i, r, t, m.obj, keys)
			return
		}
	}
	if x.it != nil && x.it.loop.head == i.Block() {
		x.roll(loopKey{x.fr, x.it.outer, x.it.loop})
	}
	x.anythingAt(i, field(0), types.Typ[types.Bool])
	x.nextAny(i, field(1), r, anyElement+someKey, x.leaves(t.Key()))
	x.nextAny(i, field(2), r, anyElement, x.leaves(t.Elem()))
}

// nextAny gives a register one of what is stored in the maps.
func (x *extractor) nextAny(i *ssa.Next, prefix string, r *ssa.Range, path string, leaves []leaf) {
	for _, l := range leaves {
		to := x.register(i, prefix+l.path)
		for _, a := range x.value(r, "").set {
			if a.kind == aPtr {
				x.accessMap(a, false, r.Pos())
				for _, c := range x.cells(a.obj, path+l.path, l.typ) {
					x.use(c, false)
					for _, e := range c.set {
						if e.kind != aNil {
							x.grow(to, single(e))
						}
					}
				}
			} else if a.kind != aNil {
				x.grow(to, x.unknown(l.typ, nil))
			}
		}
		x.assign(assign{to: to, v: val{set: to.set}})
		x.set(i, prefix+l.path, at(to))
	}
}

// nextKnown goes to the next element of a map with known keys.
func (x *extractor) nextKnown(i *ssa.Next, r *ssa.Range, t *types.Map, o *object, keys []*atom) {
	position := x.loc(locKey{frame: x.fr, iter: x.within(x.it, r.Block()), value: r, path: "position"})
	ok := x.register(i, field(0))
	x.set(i, field(0), at(ok))
	leaves := x.leaves(t.Elem())
	for _, l := range leaves {
		x.set(i, field(2)+l.path, at(x.register(i, field(2)+l.path)))
	}
	key := x.register(i, field(1))
	x.set(i, field(1), at(key))
	x.accessMap(x.ptr(o, ""), false, r.Pos())
	done := func() {
		x.grow(ok, single(x.bool(false)))
		x.assign(assign{to: ok, v: constantVal(x.bool(false))})
	}
	if x.it != nil && x.it.loop.head == i.Block() && x.it.n >= len(keys) {
		done()
		return
	}
	var from func(n int)
	from = func(n int) {
		if n == len(keys) {
			done()
			return
		}
		there := x.cell(o, keyPath(keys[n])+present, types.Typ[types.Bool])
		x.use(there, false)
		behind := at(position).is(func(a *atom) truth { return truthOf(a.kind == aInt && a.n < int64(n)) })
		x.branch(and(behind, at(there).isTrue()), func() {
			do := []assign{{to: position, v: constantVal(x.int(int64(n)))}, {to: ok, v: constantVal(x.bool(true))}, {to: key, v: constantVal(keys[n])}}
			for _, l := range leaves {
				c := x.cell(o, keyPath(keys[n])+l.path, l.typ)
				x.use(c, false)
				do = append(do, assign{to: x.register(i, field(2)+l.path), v: at(c)})
			}
			for _, a := range do {
				x.grow(a.to, a.v.set)
			}
			x.assignAll(do)
		}, func() { from(n + 1) })
	}
	from(0)
}
