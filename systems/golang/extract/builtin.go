// This file defines predeclared functions.

package extract

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/ijit/ijit/systems/golang/code"
	"github.com/ijit/ijit/systems/golang/graph"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// closes closes a channel.
func (x *Extractor) closes(v graph.Val, pos token.Pos) {
	for _, a := range v.Set {
		if a.Kind == graph.Ptr && !a.Obj.Closed {
			a.Obj.Closed, x.changed = true, true
		}
	}
	x.Operate(skeleton.Close, skeleton.Chan, v, pos, nil)
}

// builtin executes a call of a predeclared function.
func (x *Extractor) builtin(b *ssa.Builtin, i *ssa.Call, c *ssa.CallCommon, pos token.Pos) {
	switch b.Name() {
	case "append", "clear", "copy", "delete":
		x.strayAccess(c.Args[0], true, pos)
		x.strayAccess(c.Args[len(c.Args)-1], false, pos)
	case "len":
		if _, isMap := c.Args[0].Type().Underlying().(*types.Map); isMap {
			x.strayAccess(c.Args[0], false, pos)
		}
	}
	switch b.Name() {
	case "close":
		x.closes(x.Value(c.Args[0], ""), pos)
		return
	case "panic": // deferred
		x.Panics(pos, x.Site(pos).Text)
		return
	case "delete", "clear":
		x.deletes(c, pos)
		return
	case "append":
		if i != nil {
			x.appends(i)
		}
		return
	case "cap":
		if i != nil && x.capOfChan(i, x.Value(c.Args[0], "")) {
			return
		}
	case "copy":
		x.copies(c, pos)
	case "min", "max":
		if i != nil && len(c.Args) == 2 && code.IsInt(i.Type()) {
			p, q := x.Value(c.Args[0], ""), x.Value(c.Args[1], "")
			if x.pairwise(i, p, q, func(p, q *graph.Atom) *graph.Atom {
				return x.extremum(i, b.Name() == "max", p, q)
			}) {
				return
			}
		}
	case "recover":
		if i != nil {
			x.recovers(i)
			return
		}
	case "ssa:wrapnilchk":
		if i != nil {
			x.copyParts(i, c.Args[0], "")
			return
		}
	}
	if i != nil {
		if n := b.Name(); (n == "len" || n == "cap") && len(c.Args) == 1 {
			what := n + "(" + x.registerName(c.Args[0]) + ")"
			at := pos
			if !at.IsValid() {
				at = c.Args[0].Pos()
			}
			src := x.origin(locKey{frame: x.fr, iter: x.it, value: i}, what, at)
			src.Length = true
			if n == "len" {
				if _, isMap := c.Args[0].Type().Underlying().(*types.Map); isMap && x.options.Races {
					x.Split(x.Value(c.Args[0], ""), func(a *graph.Atom) {
						if a.Kind == graph.Ptr {
							x.accessMap(a, false, at)
						}
					})
				}
				x.lenOf(i, x.Value(c.Args[0], ""), src)
			} else {
				x.Set(i, "", graph.Val{Set: x.unknown(i.Type(), src)})
			}
			return
		}
		x.anything(i)
	}
}

// capOfChan gives a call of cap the capacity of a channel, if it is known.
func (x *Extractor) capOfChan(i *ssa.Call, v graph.Val) bool {
	for _, a := range v.Set {
		if a.Kind != graph.Nil && (a.Kind != graph.Ptr || a.Obj.What != "chan" || a.Obj.Timer != nil && x.IsTimer(a.Obj.Timer) || len(v.Set) > 1 && a.Obj.Cap.One() == nil) {
			return false
		}
	}
	if a := v.One(); a != nil && a.Kind == graph.Ptr {
		x.Set(i, "", graph.Val{Set: a.Obj.Cap.Set})
		return true
	}
	x.Set(i, "", v.Mapped(func(a *graph.Atom) *graph.Atom {
		if a.Kind == graph.Nil {
			return x.Int(0)
		}
		return a.Obj.Cap.One()
	}))
	return true
}

// lenOf gives a call of len the number of elements, as far as that is known.
func (x *Extractor) lenOf(i *ssa.Call, v graph.Val, src *graph.Origin) {
	if x.lenOfMap(i, v) {
		return
	}
	x.Set(i, "", v.Mapped(func(a *graph.Atom) *graph.Atom {
		n := lengthOf(a)
		fixed, known := x.sizeFixed(src.Key)
		switch {
		case n >= 0:
			return x.Int(n)
		case known:
			return x.Int(max(int64(fixed), least(n)))
		default:
			return x.Atom(graph.AtomKey{Kind: graph.Other, N: least(n), Origin: src})
		}
	}))
}

// lenOfMap gives a call of len the number of keys that are in a map, if there are few.
func (x *Extractor) lenOfMap(i *ssa.Call, v graph.Val) bool {
	most := -1
	for _, a := range v.Set {
		switch {
		case a.Kind == graph.Nil:
		case a.Kind != graph.Ptr || a.Obj.What != "map":
			return false
		default:
			keys := x.known(a.Obj)
			if keys == nil && (len(a.Obj.Keys) > 0 || x.locs[locKey{obj: a.Obj, path: code.AnyElement + someKey}] != nil) {
				return false
			}
			most = max(most, len(keys))
		}
	}
	if most < 0 { // there is no map
		return false
	}
	n := x.Register(i, "")
	x.Set(i, "", graph.At(n))
	for k := range most + 1 {
		x.Grow(n, graph.Single(x.Int(int64(k))))
	}
	more := graph.At(n).Mapped(func(a *graph.Atom) *graph.Atom { return x.Int(min(a.N+1, int64(most))) })
	x.Split(v, func(a *graph.Atom) {
		x.Assign(graph.Assign{To: n, V: graph.Constant(x.Int(0))})
		if a.Kind == graph.Nil {
			return
		}
		for _, k := range a.Obj.Keys {
			there := x.Cell(a.Obj, graph.KeyPath(k)+present, types.Typ[types.Bool])
			x.Use(there)
			x.Branch(graph.At(there).IsTrue(), func() { x.Assign(graph.Assign{To: n, V: more}) }, func() {})
		}
	})
	return true
}
