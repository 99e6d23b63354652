// This file defines interface values.

package extract

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ijit/ijit/systems/golang/code"
	"github.com/ijit/ijit/systems/golang/graph"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

func (x *Extractor) makeInterface(i *ssa.MakeInterface) {
	t := i.X.Type()
	if n, ok := t.Underlying().(*types.Struct); ok && n.NumFields() >= 0 || isArray(t) {
		o := x.Object(i, "box", t)
		o.Name, o.Local, o.Boxed = typeName(t), true, true
		for _, l := range x.Leaves(t) {
			v := x.Value(i.X, l.Path)
			c := x.Cell(o, l.Path, l.Type)
			c.Zero = nil
			x.Use(c)
			x.Grow(c, v.Set)
			if !c.Weak {
				x.Assign(graph.Assign{To: c, V: v})
			}
		}
		x.Set(i, "", graph.Constant(x.Box(t, x.Ptr(o, ""))))
		return
	}
	x.Set(i, "", x.Value(i.X, "").Mapped(func(a *graph.Atom) *graph.Atom { return x.Box(t, a) }))
}

func isArray(t types.Type) bool {
	_, ok := t.Underlying().(*types.Array)
	return ok
}

// asserts says whether a type assertion of an interface from one type to another succeeds, and for what.
func (x *Extractor) asserts(a *graph.Atom, from, t types.Type) (graph.Truth, *graph.Atom) {
	switch a.Kind {
	case graph.Nil:
		return graph.No, nil
	case graph.Box:
		if types.IsInterface(t) {
			return graph.TruthOf(types.AssignableTo(a.Type, t)), a
		}
		return graph.TruthOf(types.Identical(a.Type, t)), a.Elem
	case graph.Ptr: // of a model: which other methods it has is not known
		if types.IsInterface(t) {
			if types.AssignableTo(from, t) {
				return graph.Yes, a
			}
			return graph.Maybe, a
		}
	}
	return graph.Maybe, x.Some()
}

func (x *Extractor) typeAssert(i *ssa.TypeAssert) {
	v := x.Value(i.X, "")
	t := i.AssertedType
	if fromAnywhere(i.X.Type(), t) && slices.ContainsFunc(v.Set, func(a *graph.Atom) bool { return a.Kind == graph.Some || a.Kind == graph.Other }) {
		x.Note(i.Pos(), types.TypeString(t, nil)+" in an interface of which nothing is known", "to what it leads is not known", skeleton.OpensAll)
	}
	if !i.CommaOk {
		other := v.Where(func(a *graph.Atom) bool { ok, _ := x.asserts(a, i.X.Type(), t); return ok == graph.No })
		if x.crashes(other, i.Pos(), wrongType); x.Dead {
			return
		}
	}
	if _, isStruct := t.Underlying().(*types.Struct); isStruct || isArray(t) {
		x.assertParts(i, v)
		return
	}
	elem := v.Mapped(func(a *graph.Atom) *graph.Atom {
		ok, b := x.asserts(a, i.X.Type(), t)
		if ok == graph.No {
			if i.CommaOk {
				return x.zero(t)
			}
			return nil
		}
		return b
	})
	if !i.CommaOk {
		x.Set(i, "", elem)
		return
	}
	x.Set(i, code.Field(0), elem)
	x.Set(i, code.Field(1), x.Chosen(i, code.Field(1), v.Is(func(a *graph.Atom) graph.Truth { ok, _ := x.asserts(a, i.X.Type(), t); return ok })))
}

// fromAnywhere reports whether what an interface of type from holds, of which nothing is known, may lead to memory of the
// program if its type is t: recover, reflection and the like hand out what they were given. Errors and other
// interfaces with methods are taken to hold what the library has made, if t is of the library, and decoders make
// maps and slices of any.
func fromAnywhere(from, t types.Type) bool {
	if u, ok := from.Underlying().(*types.Interface); !ok || u.NumMethods() > 0 {
		return false
	}
	switch u := t.(type) {
	case *types.Slice:
		return !types.IsInterface(u.Elem())
	case *types.Map:
		return !types.IsInterface(u.Elem())
	}
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Slice, *types.Map, *types.Chan, *types.Signature:
		return true
	}
	return false
}

// assertParts gives a register the parts of the struct or array that an interface holds.
func (x *Extractor) assertParts(i *ssa.TypeAssert, v graph.Val) {
	t, prefix := i.AssertedType, ""
	if i.CommaOk {
		prefix = code.Field(0)
	} else {
		v = v.Mapped(func(a *graph.Atom) *graph.Atom {
			if ok, _ := x.asserts(a, i.X.Type(), t); ok == graph.No {
				return nil
			}
			return a
		})
	}
	give := func(path string) func(graph.Val) graph.Assign {
		to := x.Register(i, path)
		x.Set(i, path, graph.At(to))
		return func(v graph.Val) graph.Assign {
			x.Grow(to, v.Set)
			return graph.Assign{To: to, V: v}
		}
	}
	var parts []func(graph.Val) graph.Assign
	leaves := x.Leaves(t)
	for _, l := range leaves {
		parts = append(parts, give(prefix+l.Path))
	}
	x.Split(v, func(a *graph.Atom) {
		ok, elem := x.asserts(a, i.X.Type(), t)
		var do []graph.Assign
		for n, l := range leaves {
			part := graph.Constant(x.zero(l.Type))
			switch {
			case ok == graph.Yes && elem.Kind == graph.Ptr:
				c := x.Cell(elem.Obj, l.Path, l.Type)
				x.Use(c)
				if part = graph.At(c); c.Weak || elem.Obj.Loop {
					part = graph.Val{Set: c.Set}
				}
			case ok != graph.No:
				part = graph.Val{Set: x.unknown(l.Type, x.origin(locKey{frame: x.fr, iter: x.it, value: i, path: prefix + l.Path}, x.Site(i.Pos()).Text, i.Pos()))}
			}
			do = append(do, parts[n](part))
		}
		if i.CommaOk {
			is := graph.Val{Set: graph.Single(x.Bool(ok == graph.Yes))}
			if ok == graph.Maybe {
				is.Set = graph.Single(x.Bool(false)).With(x.Bool(true))
			}
			do = append(do, give(code.Field(1))(is))
		}
		x.AssignAll(do)
	})
}

func typeName(t types.Type) string {
	return types.TypeString(t, func(*types.Package) string { return "" })
}
