// This file defines maps of which it is known whether they have the tracked one of many keys.

package extract

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ijit/ijit/systems/golang/code"
	"github.com/ijit/ijit/systems/golang/graph"
)

// A map is parted if its keys are some that are known, one of them tracked, and others of which it is known that they are
// none of these. The elements at known keys have cells of their own, as in a map whose keys are all known, and the others
// share one place. A loop over the map comes to a known key once, and to the others as often as it likes.
//
// Go says that a loop comes to an element that is there when it begins, and stays there. Of one that is added while the
// loop runs it may leave out, and one that is deleted and added again it may come to once more. So a cell says for each known key
// whether its element was ever deleted, and a register in each loop what has become of the key.
const (
	gone = "?gone" // was deleted
	at   = "?at"   // the element, if it is there
)

// What becomes of a known key in a loop over the map.
const (
	due  = iota // the loop has to come to it
	open        // it was not there when the loop began
	done        // the loop has come to it
)

// maxParted is how many known keys a parted map has at most.
const maxParted = 4

// parted returns the known keys of a map that is parted; nil if it is not.
func (x *Extractor) parted(o *graph.Object) []*graph.Atom {
	if !x.options.AnyNumber || !madeOnce(o) || x.cloned[o.Key.(objKey)] || len(o.Keys) == 0 || len(o.Keys) > maxParted || x.known(o) != nil {
		return nil
	}
	all := x.locs[locKey{obj: o, path: code.AnyElement + someKey}]
	if all == nil || !slices.ContainsFunc(o.Keys, isTracked) {
		return nil
	}
	for _, k := range o.Keys {
		for _, other := range all.Stored {
			if other != k && graph.Equal(other, k) != graph.No {
				return nil
			}
		}
	}
	for _, k := range o.Keys {
		if !x.keys[k] {
			x.keys[k], x.changed = true, true
		}
	}
	return o.Keys
}

// putParted executes m[k] = v for a parted map.
func (x *Extractor) putParted(o *graph.Object, keys []*graph.Atom, i *ssa.MapUpdate) {
	key := x.keyVal(i.Key)
	x.coupleNumber(key, i.Value)
	if x.Dead {
		return
	}
	x.Split(key, func(k *graph.Atom) {
		leaves := x.Leaves(i.Value.Type())
		if slices.Contains(keys, k) {
			do := x.put(o, graph.KeyPath(k)+present, types.Typ[types.Bool], graph.Constant(x.Bool(true)))
			for _, l := range leaves {
				v, c := x.Value(i.Value, l.Path), x.elementAt(o, k, l)
				x.Grow(c, v.Set)
				if !c.Weak {
					do = append(do, graph.Assign{To: c, V: v})
				}
			}
			x.AssignAll(do)
			return
		}
		x.put(o, code.AnyElement+present, types.Typ[types.Bool], graph.Constant(x.Bool(true)))
		for _, l := range leaves {
			v := x.Value(i.Value, l.Path)
			x.put(o, code.AnyElement+l.Path, l.Type, v)
			x.remember(x.Cell(o, code.AnyElement+l.Path, l.Type), v)
		}
	})
}

// elementAt returns the cell of a part of the element at a known key of a parted map. It is read only if the element is there.
func (x *Extractor) elementAt(o *graph.Object, k *graph.Atom, l code.Leaf) *graph.Loc {
	path := graph.KeyPath(k) + at + l.Path
	known := x.locs[locKey{obj: o, path: path}] != nil
	c := x.Cell(o, path, l.Type)
	if !known {
		c.Zero, c.Set = nil, nil
		c.Name = o.At(graph.KeyPath(k) + l.Path)
	}
	x.Use(c)
	return c
}

// thereAt returns the condition that a parted map has an element at a known key.
func (x *Extractor) thereAt(o *graph.Object, k *graph.Atom) graph.Cond {
	c := x.Cell(o, graph.KeyPath(k)+present, types.Typ[types.Bool])
	x.Use(c)
	return graph.At(c).IsTrue()
}

// deletedAt returns the cell that says whether an element at a known key was ever deleted.
func (x *Extractor) deletedAt(o *graph.Object, k *graph.Atom) *graph.Loc {
	path := graph.KeyPath(k)
	return x.ghost(o, path+gone, o.At(path)+" was deleted")
}

// clearParted executes clear(m) for a parted map.
func (x *Extractor) clearParted(o *graph.Object, keys []*graph.Atom) {
	for _, k := range keys {
		x.removeAt(o, k)
	}
}

// deleteParted executes delete(m, k) for a parted map.
func (x *Extractor) deleteParted(o *graph.Object, keys []*graph.Atom, key graph.Val) {
	x.Split(key, func(a *graph.Atom) {
		for _, k := range keys {
			switch graph.Equal(a, k) {
			case graph.Yes:
				x.removeAt(o, k)
			case graph.Maybe:
				x.Branch(graph.Either{}, func() { x.removeAt(o, k) }, func() {})
			}
		}
	})
}

// removeAt removes the element at a known key.
func (x *Extractor) removeAt(o *graph.Object, k *graph.Atom) {
	x.Branch(x.thereAt(o, k), func() {
		x.AssignAll(append(x.put(o, graph.KeyPath(k)+present, types.Typ[types.Bool], graph.Constant(x.Bool(false))),
			graph.Assign{To: x.deletedAt(o, k), V: graph.Constant(x.Bool(true))}))
	}, func() {})
}

// lookupParted executes f where a key is a known one, and g where it is none of them.
func (x *Extractor) lookupParted(keys []*graph.Atom, key graph.Val, f func(k *graph.Atom), g func()) {
	x.Split(key, func(a *graph.Atom) {
		var choose func(rest []*graph.Atom)
		choose = func(rest []*graph.Atom) {
			if len(rest) == 0 {
				g()
				return
			}
			k := rest[0]
			switch graph.Equal(a, k) {
			case graph.Yes:
				f(k)
			case graph.No:
				choose(rest[1:])
			default:
				x.Branch(graph.Either{}, func() { f(k) }, func() { choose(rest[1:]) })
			}
		}
		choose(keys)
	})
}

// beginParted returns the assignments where a loop over a parted map begins.
func (x *Extractor) beginParted(i *ssa.Range, o *graph.Object, keys []*graph.Atom) (do []graph.Assign) {
	for _, k := range keys {
		there, been := x.Cell(o, graph.KeyPath(k)+present, types.Typ[types.Bool]), x.been(i, k)
		x.Use(there)
		been.Name = "been at " + k.String()
		x.Grow(been, graph.Single(x.Int(due)).With(x.Int(open)).With(x.Int(done)))
		do = append(do, graph.Assign{To: been, V: graph.At(there).Mapped(func(a *graph.Atom) *graph.Atom {
			if a == x.Bool(true) {
				return x.Int(due)
			}
			return x.Int(open)
		})})
	}
	return do
}

// allParted reports whether all maps that a value may be are parted.
func (x *Extractor) allParted(m graph.Val) bool {
	return len(m.Set) > 0 && !slices.ContainsFunc(m.Set, func(a *graph.Atom) bool {
		return a.Kind != graph.Nil && (a.Kind != graph.Ptr || x.parted(a.Obj) == nil)
	})
}

// nextParted goes to the next element of one of several parted maps.
func (x *Extractor) nextParted(i *ssa.Next, r *ssa.Range, t *types.Map, m graph.Val) {
	ok, key := x.Register(i, code.Field(0)), x.Register(i, code.Field(1))
	x.Set(i, code.Field(0), graph.At(ok))
	x.Set(i, code.Field(1), graph.At(key))
	leaves := x.Leaves(t.Elem())
	for _, l := range leaves {
		x.Set(i, code.Field(2)+l.Path, graph.At(x.Register(i, code.Field(2)+l.Path)))
	}
	assign := func(do ...graph.Assign) {
		for _, a := range do {
			x.Grow(a.To, a.V.Set)
		}
		x.AssignAll(do)
	}
	end := func() { assign(graph.Assign{To: ok, V: graph.Constant(x.Bool(false))}) }
	x.Split(m, func(a *graph.Atom) {
		if a.Kind == graph.Nil {
			end()
			return
		}
		x.accessMap(a, false, r.Pos())
		o := a.Obj
		keys := x.parted(o)
		been := func(k *graph.Atom, what int64) graph.Cond {
			return graph.Is{Loc: x.been(r, k), Set: graph.Single(x.Int(what))}
		}
		take := func(k *graph.Atom) func() {
			return func() {
				do := []graph.Assign{{To: x.been(r, k), V: graph.Constant(x.Int(done))}, {To: ok, V: graph.Constant(x.Bool(true))}, {To: key, V: graph.Constant(k)}}
				for _, l := range leaves {
					do = append(do, graph.Assign{To: x.Register(i, code.Field(2)+l.Path), V: graph.At(x.elementAt(o, k, l))})
				}
				assign(do...)
			}
		}
		others := func() {
			var names graph.Set
			for _, k := range x.Cell(o, code.AnyElement+someKey, t.Key()).Stored {
				if !slices.Contains(keys, k) {
					names = names.With(k)
				}
			}
			assign(graph.Assign{To: ok, V: graph.Constant(x.Bool(true))}, graph.Assign{To: key, V: graph.Val{Set: names}})
			for _, l := range leaves {
				x.other(o, l, x.Register(i, code.Field(2)+l.Path))
			}
		}
		var choose func(rest []*graph.Atom)
		choose = func(rest []*graph.Atom) {
			if len(rest) == 0 {
				others()
				return
			}
			k := rest[0]
			can := graph.And(x.thereAt(o, k), graph.Or(graph.Not(been(k, done)), graph.At(x.deletedAt(o, k)).IsTrue()))
			x.Branch(graph.And(can, graph.Either{}), take(k), func() { choose(rest[1:]) })
		}
		var must graph.Cond = graph.Const(false)
		for _, k := range keys {
			must = graph.Or(must, graph.And(graph.And(been(k, due), x.thereAt(o, k)), graph.Not(graph.At(x.deletedAt(o, k)).IsTrue())))
		}
		x.branch(graph.Or(must, graph.Either{}), x.exhausting(i), func() { choose(keys) }, end)
	})
}

// other gives a register a part of one of the elements at the other keys of a parted map.
func (x *Extractor) other(o *graph.Object, l code.Leaf, to *graph.Loc) {
	c := x.Cell(o, code.AnyElement+l.Path, l.Type)
	x.Use(c)
	x.oneOf(c, put(c), to)
}
