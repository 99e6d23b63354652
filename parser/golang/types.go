// This file defines the parts of types that hold data.

package golang

import "go/types"

// A leaf is a part of a type that is not taken apart further.
type leaf struct {
	path string
	typ  types.Type
}

// Larger arrays are one part.
const maxArray = 8

// leaves returns the parts of a type: structs that are declared outside of the code that is
// read are opaque.
func (k *facts) leaves(t types.Type) []leaf {
	if l, ok := k.leafCache.At(t).([]leaf); ok {
		return l
	}
	var out []leaf
	switch u := t.Underlying().(type) {
	case *types.Struct:
		if k.opaque(t) {
			if content(t) != nil {
				out = []leaf{{"", t}}
			}
			break
		}
		for i := range u.NumFields() {
			for _, l := range k.leaves(u.Field(i).Type()) {
				out = append(out, leaf{field(i) + l.path, l.typ})
			}
		}
	case *types.Tuple:
		for i := range u.Len() {
			for _, l := range k.leaves(u.At(i).Type()) {
				out = append(out, leaf{field(i) + l.path, l.typ})
			}
		}
	case *types.Array:
		n := int(u.Len())
		for i := range min(n, maxArray) {
			index := element(i)
			if n > maxArray {
				index = anyElement
			}
			for _, l := range k.leaves(u.Elem()) {
				out = append(out, leaf{index + l.path, l.typ})
			}
			if n > maxArray {
				break
			}
		}
	default:
		out = []leaf{{"", t}}
	}
	if out == nil {
		out = []leaf{}
	}
	k.leafCache.Set(t, out)
	return out
}

// opaque reports whether a struct is declared outside of the code that is read.
func (k *facts) opaque(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return false
	}
	pkg := n.Obj().Pkg()
	return pkg != nil && !k.readable[pkg]
}

// content returns the type of what a type of sync/atomic holds; nil for all others.
func content(t types.Type) types.Type {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || n.Obj().Pkg().Path() != "sync/atomic" {
		return nil
	}
	switch n.Obj().Name() {
	case "Bool":
		return types.Typ[types.Bool]
	case "Int32", "Int64", "Uint32", "Uint64", "Uintptr":
		return types.Typ[types.Int]
	case "Pointer":
		return types.NewPointer(n.TypeArgs().At(0))
	case "Value":
		return types.NewInterfaceType(nil, nil)
	}
	return nil
}

// nillable reports whether a type has nil.
func nillable(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Pointer, *types.Chan, *types.Map, *types.Slice, *types.Signature, *types.Interface:
		return true
	case *types.Basic:
		return u.Kind() == types.UnsafePointer || u.Kind() == types.UntypedNil
	}
	return false
}

func isInt(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

func isBool(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}

func isString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// deref returns what a pointer points to, otherwise the type itself.
func deref(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// hasSync reports whether a type contains locks and the like.
func (k *facts) hasSync(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		if n, ok := types.Unalias(t).(*types.Named); ok && syncType(n) {
			return true
		}
		if k.opaque(t) {
			return false
		}
		for i := range u.NumFields() {
			if k.hasSync(u.Field(i).Type()) {
				return true
			}
		}
	case *types.Array:
		return k.hasSync(u.Elem())
	}
	return false
}

func syncType(n *types.Named) bool {
	pkg := n.Obj().Pkg()
	if pkg == nil {
		return false
	}
	switch pkg.Path() {
	case "sync":
		switch n.Obj().Name() {
		case "Mutex", "RWMutex", "WaitGroup", "Once", "Cond":
			return true
		}
	case "golang.org/x/sync/errgroup":
		return n.Obj().Name() == "Group"
	}
	return false
}
