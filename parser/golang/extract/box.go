// This file defines interface values.

package extract

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/ijit/ijit/parser/golang/code"
	"github.com/ijit/ijit/parser/golang/graph"
)

func (x *Extractor) makeInterface(i *ssa.MakeInterface) {
	t := i.X.Type()
	if n, ok := t.Underlying().(*types.Struct); ok && n.NumFields() >= 0 || isArray(t) {
		o := x.Object(i, "box", t)
		o.Name, o.Local = typeName(t), true
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

// asserts says whether a type assertion succeeds, and for what.
func (x *Extractor) asserts(a *graph.Atom, t types.Type) (graph.Truth, *graph.Atom) {
	switch a.Kind {
	case graph.Nil:
		return graph.No, nil
	case graph.Box:
		if types.IsInterface(t) {
			return graph.TruthOf(types.AssignableTo(a.Type, t)), a
		}
		return graph.TruthOf(types.Identical(a.Type, t)), a.Elem
	case graph.Ptr: // of a model
		if types.IsInterface(t) {
			return graph.Yes, a
		}
	}
	return graph.Maybe, x.Some()
}

func (x *Extractor) typeAssert(i *ssa.TypeAssert) {
	v := x.Value(i.X, "")
	t := i.AssertedType
	_, isStruct := t.Underlying().(*types.Struct)
	if isStruct {
		x.anything(i)
		if i.CommaOk {
			x.Set(i, code.Field(1), x.Boolean(v.Is(func(a *graph.Atom) graph.Truth { ok, _ := x.asserts(a, t); return ok })))
		}
		prefix := ""
		if i.CommaOk {
			prefix = code.Field(0)
		}
		if a := v.One(); a != nil && a.Kind == graph.Box && a.Elem.Kind == graph.Ptr {
			for _, l := range x.Leaves(t) {
				x.Set(i, prefix+l.Path, graph.Val{Set: x.Cell(a.Elem.Obj, l.Path, l.Type).Set})
			}
		}
		return
	}
	elem := v.Mapped(func(a *graph.Atom) *graph.Atom {
		ok, b := x.asserts(a, t)
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
	x.Set(i, code.Field(1), x.Chosen(i, code.Field(1), v.Is(func(a *graph.Atom) graph.Truth { ok, _ := x.asserts(a, t); return ok })))
}

func typeName(t types.Type) string {
	return types.TypeString(t, func(*types.Package) string { return "" })
}
