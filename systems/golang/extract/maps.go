// This file defines maps.

package extract

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ijit/ijit/systems/golang/code"
	"github.com/ijit/ijit/systems/golang/graph"
)

// The element of a map at a key that is known has a cell of its own, and one that says whether it is there. Elements
// at keys that are not known share one place.
const (
	present = "?"
	added   = "?added"
	someKey = "key" // where keys are collected
)

// isKey reports whether a key is known: it is equal to itself.
func isKey(k *graph.Atom) bool { return graph.Equal(k, k) == graph.Yes }

// isAlone reports whether a key is known and equal to no other key of a map.
func (x *Extractor) isAlone(o *graph.Object, k *graph.Atom) bool {
	return !x.keyless && isKey(k) && !slices.ContainsFunc(o.Keys, func(other *graph.Atom) bool { return other != k && graph.Equal(other, k) != graph.No })
}

// atKey calls f with the path of the element of a map at a key, in each case that may be.
func (x *Extractor) atKey(o *graph.Object, key graph.Val, f func(path string)) {
	for _, k := range key.Set {
		if !x.isAlone(o, k) {
			f(code.AnyElement)
			return
		}
	}
	x.Split(key, func(k *graph.Atom) { f(graph.KeyPath(k)) })
}

// keyVal returns a key. Keys of struct types are not known.
func (x *Extractor) keyVal(v ssa.Value) graph.Val {
	if _, isStruct := v.Type().Underlying().(*types.Struct); isStruct || isArray(v.Type()) {
		return graph.Val{Set: graph.Single(x.Other())}
	}
	return x.Value(v, "")
}

// accessMap is an access to a map: all its elements are one place.
func (x *Extractor) accessMap(a *graph.Atom, write bool, pos token.Pos) {
	x.access(x.Cell(a.Obj, "", types.Typ[types.UnsafePointer]), write, pos)
}

// put is the assignment to a cell; weak cells only grow.
func (x *Extractor) put(o *graph.Object, path string, t types.Type, v graph.Val) []graph.Assign {
	c := x.Cell(o, path, t)
	x.Use(c)
	x.Grow(c, v.Set)
	if c.Weak {
		return nil
	}
	return []graph.Assign{{To: c, V: v}}
}

func (x *Extractor) mapUpdate(i *ssa.MapUpdate) {
	key := x.keyVal(i.Key)
	x.splitOrPanic(x.fr, x.it, i.Map, i.Pos(), "assignment to a nil map", func(a *graph.Atom) {
		if a.Kind != graph.Ptr {
			return
		}
		x.accessMap(a, true, i.Pos())
		for _, k := range key.Set {
			x.Grow(x.Cell(a.Obj, code.AnyElement+someKey, i.Key.Type()), graph.Single(k))
			if isKey(k) && !slices.Contains(a.Obj.Keys, k) {
				a.Obj.Keys = append(a.Obj.Keys, k)
				x.changed = true
			}
		}
		x.atKey(a.Obj, key, func(path string) {
			do := append(x.adds(a.Obj, path), x.put(a.Obj, path+present, types.Typ[types.Bool], graph.Constant(x.Bool(true)))...)
			for _, l := range x.Leaves(i.Value.Type()) {
				v := x.Value(i.Value, l.Path)
				do = append(do, x.put(a.Obj, path+l.Path, l.Type, v)...)
			}
			x.AssignAll(do)
		})
	})
}

// deletes executes delete(m, k) and clear(m).
func (x *Extractor) deletes(c *ssa.CallCommon, pos token.Pos) {
	t, ok := c.Args[0].Type().Underlying().(*types.Map)
	if !ok {
		x.clears(c, pos)
		return
	}
	all := len(c.Args) == 1 // clear
	var key graph.Val
	if !all {
		key = x.keyVal(c.Args[1])
	}
	x.Split(x.NonNil(x.Value(c.Args[0], "")), func(a *graph.Atom) {
		if a.Kind != graph.Ptr {
			return
		}
		x.accessMap(a, true, pos)
		remove := func(path string) {
			do := x.put(a.Obj, path+present, types.Typ[types.Bool], graph.Constant(x.Bool(false)))
			for _, l := range x.Leaves(t.Elem()) {
				c := x.Cell(a.Obj, path+l.Path, l.Type)
				x.Use(c)
				x.grow(c, graph.Single(x.zero(l.Type))) // which nobody has put there
				if !c.Weak {
					do = append(do, graph.Assign{To: c, V: graph.Constant(x.zero(l.Type))})
				}
			}
			x.AssignAll(do)
		}
		if all {
			for _, k := range a.Obj.Keys {
				remove(graph.KeyPath(k))
			}
			return
		}
		x.atKey(a.Obj, key, func(path string) {
			if path != code.AnyElement {
				remove(path)
				return
			}
			for _, k := range a.Obj.Keys {
				x.Branch(graph.Either{}, func() { remove(graph.KeyPath(k)) }, func() {})
			}
		})
	})
}

// CloneMap makes a map with the elements of an argument.
func (c *Call) CloneMap() {
	x := c.X
	t, ok := c.Types[0].Underlying().(*types.Map)
	if !ok || c.Result == nil {
		return
	}
	o := x.Object(c.Instr, "map", t)
	o.Name = x.NameAt(c.Pos, "map")
	to := x.Register(c.Result, "")
	x.Set(c.Result, "", graph.At(to))
	x.Split(c.Arg(0, ""), func(a *graph.Atom) {
		v := a
		if a.Kind == graph.Ptr {
			x.accessMap(a, false, c.Pos)
			x.AssignAll(x.mapCopied(o, a.Obj, t))
			v = x.Ptr(o, "")
		}
		x.Grow(to, graph.Single(v))
		x.Assign(graph.Assign{To: to, V: graph.Constant(v)})
	})
}

// mapCopied returns the assignments by which a new map gets the elements of another one.
func (x *Extractor) mapCopied(o, from *graph.Object, t *types.Map) (do []graph.Assign) {
	paths := []string{}
	for _, k := range from.Keys {
		if paths = append(paths, graph.KeyPath(k)); !slices.Contains(o.Keys, k) {
			o.Keys, x.changed = append(o.Keys, k), true
		}
	}
	if x.known(from) == nil {
		paths = append(paths, code.AnyElement)
	}
	cells := []code.Leaf{{Path: present, Type: types.Typ[types.Bool]}}
	if cells = append(cells, x.Leaves(t.Elem())...); len(paths) > 0 {
		x.put(o, code.AnyElement+someKey, t.Key(), graph.Val{Set: x.Cell(from, code.AnyElement+someKey, t.Key()).Set})
	}
	for _, path := range paths {
		for _, l := range cells {
			c := x.Cell(from, path+l.Path, l.Type)
			x.Use(c)
			do = append(do, x.put(o, path+l.Path, l.Type, graph.At(c))...)
		}
	}
	for _, k := range o.Keys {
		if !slices.Contains(from.Keys, k) {
			do = append(do, x.put(o, graph.KeyPath(k)+present, types.Typ[types.Bool], graph.Constant(x.Bool(false)))...)
		}
	}
	return do
}

// lookup executes m[k].
func (x *Extractor) lookup(i *ssa.Lookup) {
	t, ok := i.X.Type().Underlying().(*types.Map)
	if !ok {
		x.anything(i)
		return
	}
	prefix, leaves := "", x.Leaves(t.Elem())
	if i.CommaOk {
		prefix = code.Field(0)
		x.Set(i, code.Field(1), graph.At(x.Register(i, code.Field(1))))
	}
	for _, l := range leaves {
		x.Set(i, prefix+l.Path, graph.At(x.Register(i, prefix+l.Path)))
	}
	give := func(path string, from func(path string, t types.Type) graph.Val) {
		var do []graph.Assign
		for _, l := range leaves {
			to, v := x.Register(i, prefix+l.Path), from(path+l.Path, l.Type)
			x.Grow(to, v.Set)
			do = append(do, graph.Assign{To: to, V: v})
		}
		if i.CommaOk {
			to, v := x.Register(i, code.Field(1)), from(path+present, types.Typ[types.Bool])
			x.Grow(to, v.Set)
			do = append(do, graph.Assign{To: to, V: v})
		}
		x.AssignAll(do)
	}
	missing := func(_ string, t types.Type) graph.Val { return graph.Constant(x.zero(t)) }
	key := x.keyVal(i.Index)
	x.Split(x.Value(i.X, ""), func(a *graph.Atom) {
		switch a.Kind {
		case graph.Nil:
			give("", missing)
			return
		case graph.Ptr:
		default:
			give("", func(_ string, t types.Type) graph.Val { return graph.Val{Set: x.unknown(t, nil)} })
			return
		}
		x.accessMap(a, false, i.Pos())
		load := func(path string, t types.Type) graph.Val {
			cells := x.Cells(a.Obj, path, t)
			var s graph.Set
			for _, c := range cells {
				x.Use(c)
				s = x.Union(s, c.Set)
			}
			if len(cells) == 1 {
				return graph.At(cells[0])
			}
			return graph.Val{Set: s}
		}
		x.atKey(a.Obj, key, func(path string) {
			if path != code.AnyElement || x.known(a.Obj) == nil {
				give(path, load)
				return
			}
			// One of the keys, or none of them.
			var choose func(keys []*graph.Atom)
			choose = func(keys []*graph.Atom) {
				if len(keys) == 0 {
					give("", missing)
					return
				}
				x.Branch(graph.Either{}, func() { give(graph.KeyPath(keys[0]), load) }, func() { choose(keys[1:]) })
			}
			choose(a.Obj.Keys)
		})
	})
}

// known returns the keys of a map if all of them are known.
func (x *Extractor) known(o *graph.Object) []*graph.Atom {
	if x.keyless || o.Many() || x.locs[locKey{obj: o, path: code.AnyElement + present}] != nil && len(x.locs[locKey{obj: o, path: code.AnyElement + present}].Set) > 1 || len(o.Keys) > code.MaxArray {
		return nil
	}
	return o.Keys
}

// rangeOver begins a loop over a map or string. A loop over a map with known keys comes to them in any order;
// a register for each key says whether it has been there.
func (x *Extractor) rangeOver(i *ssa.Range) {
	x.Set(i, "", x.Value(i.X, ""))
	var do []graph.Assign
	for _, m := range x.Value(i.X, "").Set {
		if m.Kind != graph.Ptr {
			continue
		}
		for _, k := range x.known(m.Obj) {
			been, added := x.been(i, k), x.addedIn(i, m.Obj, k)
			x.Grow(been, graph.Single(x.Bool(false)))
			do = append(do, graph.Assign{To: been, V: graph.Constant(x.Bool(false))})
			if !x.fr.body.Many { // another goroutine may be in the loop
				do = append(do, graph.Assign{To: added, V: graph.Constant(x.Bool(false))})
			}
		}
	}
	x.AssignAll(do)
}

// A mapLoop is a loop over a map with known keys in one context.
type mapLoop struct {
	fr *frame
	it *iter
	of *ssa.Range
}

// addedIn returns the cell that says whether the element at a key was added while a loop over the map was running. Go
// says that the loop may leave it out, or come to it, also if it has come to an element at this key that was deleted.
func (x *Extractor) addedIn(i *ssa.Range, o *graph.Object, k *graph.Atom) *graph.Loc {
	in := mapLoop{x.fr, x.within(x.it, i.Block()), i}
	path := graph.KeyPath(k) + added
	c := x.Cell(o, fmt.Sprintf("%s %p %p %p", path, in.fr, in.it, in.of), types.Typ[types.Bool])
	c.Name = o.At(graph.KeyPath(k)) + " was added"
	x.mapLoops[c] = in
	x.Use(c)
	return c
}

// adds returns the assignments by which loops over a map that may be running get to know that an element is put there,
// if there was none.
func (x *Extractor) adds(o *graph.Object, path string) (do []graph.Assign) {
	there := x.Cell(o, path+present, types.Typ[types.Bool])
	for _, c := range x.byObject(o) {
		if in, ok := x.mapLoops[c]; ok && strings.HasPrefix(c.Path, path+added) && x.running(in) {
			x.Use(c)
			x.Use(there)
			x.Grow(c, graph.Single(x.Bool(true)))
			do = append(do, graph.Assign{To: c, V: graph.Constant(x.Bool(true)), When: graph.Not(graph.At(there).IsTrue())})
		}
	}
	return do
}

// running reports whether a goroutine may be in a loop when the current point is executed: the one that executes it if
// it is called from there, others if there are any.
func (x *Extractor) running(in mapLoop) bool {
	if (x.started || x.looping()) && (in.fr.body != x.fr.body || x.fr.body.Many) {
		return true
	}
	at := x.deferPoint(in.fr)
	return at != nil && slices.ContainsFunc(in.fr.info.Around[at], func(l *code.Loop) bool {
		return slices.ContainsFunc(*in.of.Referrers(), func(r ssa.Instruction) bool { return r.Block() == l.Head })
	})
}

// been returns the register that says whether a loop over a map has come to a key. If it may be over one of several
// maps, they share these registers: it is over one.
func (x *Extractor) been(i *ssa.Range, k *graph.Atom) *graph.Loc {
	return x.loc(locKey{frame: x.fr, iter: x.within(x.it, i.Block()), value: i, path: "been " + graph.KeyPath(k)})
}

// next executes a step of a loop over a map or string.
func (x *Extractor) next(i *ssa.Next) {
	r, ok := i.Iter.(*ssa.Range)
	if !ok {
		x.anything(i)
		return
	}
	t, ok := r.X.Type().Underlying().(*types.Map)
	if !ok {
		x.anythingAt(i, code.Field(0), types.Typ[types.Bool])
		x.anythingAt(i, code.Field(1), types.Typ[types.Int])
		x.anythingAt(i, code.Field(2), types.Typ[types.Rune])
		return
	}
	m := x.Value(i.Iter, "")
	known := len(m.Set) > 0
	for _, a := range m.Set {
		known = known && (a.Kind == graph.Nil || a.Kind == graph.Ptr && (x.known(a.Obj) != nil || len(x.ordered[a.Obj]) == 0))
	}
	if known {
		x.nextKnown(i, r, t, m)
		return
	}
	if x.it != nil && x.it.loop.Head == i.Block() {
		x.roll(loopKey{x.fr, x.it.outer, x.it.loop})
	}
	x.anythingAt(i, code.Field(0), types.Typ[types.Bool])
	if x.options.Races {
		x.Split(m, func(a *graph.Atom) {
			if a.Kind == graph.Ptr {
				x.accessMap(a, false, r.Pos())
			}
		})
	}
	x.nextAny(i, code.Field(1), r, code.AnyElement+someKey, x.Leaves(t.Key()))
	x.nextAny(i, code.Field(2), r, code.AnyElement, x.Leaves(t.Elem()))
}

// nextAny gives a register one of what is stored in the maps.
func (x *Extractor) nextAny(i *ssa.Next, prefix string, r *ssa.Range, path string, leaves []code.Leaf) {
	for _, l := range leaves {
		to := x.Register(i, prefix+l.Path)
		for _, a := range x.Value(r, "").Set {
			if a.Kind == graph.Ptr {
				for _, c := range x.Cells(a.Obj, path+l.Path, l.Type) {
					x.Use(c)
					x.Grow(to, put(c))
				}
			} else if a.Kind != graph.Nil {
				x.Grow(to, x.unknown(l.Type, nil))
			}
		}
		x.Assign(graph.Assign{To: to, V: graph.Val{Set: to.Set}})
		x.Set(i, prefix+l.Path, graph.At(to))
	}
}

// put returns the values that were put in a cell of a map, which also begins with zero, for a key that is not there.
func put(c *graph.Loc) graph.Set {
	if c.Zero == nil || c.Stored.Has(c.Zero) {
		return c.Set
	}
	var s graph.Set
	for _, a := range c.Set {
		if a != c.Zero {
			s = s.With(a)
		}
	}
	return s
}

// nextKnown goes to the next element of a map with known keys, of which there may be several.
func (x *Extractor) nextKnown(i *ssa.Next, r *ssa.Range, t *types.Map, m graph.Val) {
	ok := x.Register(i, code.Field(0))
	x.Set(i, code.Field(0), graph.At(ok))
	leaves := x.Leaves(t.Elem())
	for _, l := range leaves {
		x.Set(i, code.Field(2)+l.Path, graph.At(x.Register(i, code.Field(2)+l.Path)))
	}
	x.Set(i, code.Field(1), graph.At(x.Register(i, code.Field(1))))
	done := func() {
		x.Grow(ok, graph.Single(x.Bool(false)))
		x.Assign(graph.Assign{To: ok, V: graph.Constant(x.Bool(false))})
	}
	x.Split(m, func(a *graph.Atom) {
		if a.Kind == graph.Nil {
			done()
			return
		}
		x.accessMap(a, false, r.Pos())
		keys := x.known(a.Obj)
		if x.it != nil && x.it.loop.Head == i.Block() && x.it.n >= len(keys) {
			if slices.ContainsFunc(keys, func(k *graph.Atom) bool { return x.addedIn(r, a.Obj, k).Set.Has(x.Bool(true)) }) {
				x.roll(loopKey{x.fr, x.it.outer, x.it.loop})
			}
			done()
			return
		}
		x.nextOf(i, r, leaves, a.Obj, keys, done)
	})
}

// nextOf goes to the next element of one map: one of those that are there and where it has not been yet.
func (x *Extractor) nextOf(i *ssa.Next, r *ssa.Range, leaves []code.Leaf, o *graph.Object, keys []*graph.Atom, done func()) {
	ok, key := x.Register(i, code.Field(0)), x.Register(i, code.Field(1))
	take := func(k *graph.Atom) {
		do := []graph.Assign{{To: x.been(r, k), V: graph.Constant(x.Bool(true))}, {To: ok, V: graph.Constant(x.Bool(true))}, {To: key, V: graph.Constant(k)}}
		if !x.fr.body.Many {
			do = append(do, graph.Assign{To: x.addedIn(r, o, k), V: graph.Constant(x.Bool(false))})
		}
		for _, l := range leaves {
			c := x.Cell(o, graph.KeyPath(k)+l.Path, l.Type)
			x.Use(c)
			do = append(do, graph.Assign{To: x.Register(i, code.Field(2)+l.Path), V: graph.At(c)})
		}
		for _, a := range do {
			x.Grow(a.To, a.V.Set)
		}
		x.AssignAll(do)
	}
	// Each of them may be left for later, but not for ever unless it was added.
	var search func(n int)
	search = func(n int) {
		if n == 2*len(keys) {
			done()
			return
		}
		k := keys[n%len(keys)]
		there := x.Cell(o, graph.KeyPath(k)+present, types.Typ[types.Bool])
		x.Use(there)
		left := graph.At(x.been(r, k)).Is(func(a *graph.Atom) graph.Truth { return graph.TruthOf(a == x.Bool(false)) })
		late := graph.At(x.addedIn(r, o, k)).IsTrue()
		must := graph.And(left, graph.Not(late))
		if n < len(keys)-1 {
			must = graph.And(must, graph.Either{})
		}
		c := graph.And(graph.At(there).IsTrue(), graph.Or(must, graph.And(late, graph.Either{})))
		x.branch(c, x.exhausting(i), func() { take(k) }, func() { search(n + 1) })
	}
	search(0)
}
