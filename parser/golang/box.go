// This file defines interface values.

package golang

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

func (x *extractor) makeInterface(i *ssa.MakeInterface) {
	t := i.X.Type()
	if n, ok := t.Underlying().(*types.Struct); ok && n.NumFields() >= 0 || isArray(t) {
		o := x.object(i, "box", t)
		o.name, o.local = typeName(t), true
		for _, l := range x.leaves(t) {
			v := x.value(i.X, l.path)
			c := x.cell(o, l.path, l.typ)
			c.zero = nil
			x.use(c, true)
			x.grow(c, v.set)
			if !c.weak {
				x.assign(assign{to: c, v: v})
			}
		}
		x.set(i, "", constantVal(x.box(t, x.ptr(o, ""))))
		return
	}
	x.set(i, "", x.value(i.X, "").mapped(func(a *atom) *atom { return x.box(t, a) }))
}

func isArray(t types.Type) bool {
	_, ok := t.Underlying().(*types.Array)
	return ok
}

// asserts says whether a type assertion succeeds, and for what.
func (x *extractor) asserts(a *atom, t types.Type) (truth, *atom) {
	switch a.kind {
	case aNil:
		return no, nil
	case aBox:
		if types.IsInterface(t) {
			return truthOf(types.AssignableTo(a.typ, t)), a
		}
		return truthOf(types.Identical(a.typ, t)), a.elem
	case aPtr: // of a model
		if types.IsInterface(t) {
			return yes, a
		}
	}
	return maybe, x.some()
}

func (x *extractor) typeAssert(i *ssa.TypeAssert) {
	v := x.value(i.X, "")
	t := i.AssertedType
	_, isStruct := t.Underlying().(*types.Struct)
	if isStruct {
		x.anything(i)
		if i.CommaOk {
			x.set(i, field(1), x.boolean(v.is(func(a *atom) truth { ok, _ := x.asserts(a, t); return ok })))
		}
		prefix := ""
		if i.CommaOk {
			prefix = field(0)
		}
		if a := v.one(); a != nil && a.kind == aBox && a.elem.kind == aPtr {
			for _, l := range x.leaves(t) {
				x.set(i, prefix+l.path, val{set: x.cell(a.elem.obj, l.path, l.typ).set})
			}
		}
		return
	}
	elem := v.mapped(func(a *atom) *atom {
		ok, b := x.asserts(a, t)
		if ok == no {
			if i.CommaOk {
				return x.zero(t)
			}
			return nil
		}
		return b
	})
	if !i.CommaOk {
		x.set(i, "", elem)
		return
	}
	x.set(i, field(0), elem)
	x.set(i, field(1), x.chosen(i, field(1), v.is(func(a *atom) truth { ok, _ := x.asserts(a, t); return ok })))
}

func typeName(t types.Type) string {
	return types.TypeString(t, func(*types.Package) string { return "" })
}
