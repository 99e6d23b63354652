// This file defines the parts of types that hold data.

package code

import (
	"go/types"
	"strings"
)

// A Leaf is a part of a type that is not taken apart further.
type Leaf struct {
	Path string
	Type types.Type
}

// MaxArray is the number of elements up to which those of an array are told apart.
const MaxArray = 8

// Leaves returns the parts of a type: structs that are declared outside of the code that is
// read are opaque.
func (k *Facts) Leaves(t types.Type) []Leaf {
	if l, ok := k.leafCache.At(t).([]Leaf); ok {
		return l
	}
	var out []Leaf
	switch u := t.Underlying().(type) {
	case *types.Struct:
		if k.Opaque(t) { // one part, of which nothing is known, as a time.Time
			if Content(t) != nil || !strings.HasPrefix(types.Unalias(t).(*types.Named).Obj().Pkg().Path(), "sync") {
				out = []Leaf{{"", t}}
				break
			}
			if IsSync(t) { // of which it is known what it is a copy of
				out = []Leaf{{"", t}}
				break
			}
			for i := range u.NumFields() { // sync.Pool.New
				if f := u.Field(i); f.Exported() && Callable(f.Type()) {
					out = append(out, Leaf{Field(i), f.Type()})
				}
			}
			break
		}
		for i := range u.NumFields() {
			for _, l := range k.Leaves(u.Field(i).Type()) {
				out = append(out, Leaf{Field(i) + l.Path, l.Type})
			}
		}
	case *types.Tuple:
		for i := range u.Len() {
			for _, l := range k.Leaves(u.At(i).Type()) {
				out = append(out, Leaf{Field(i) + l.Path, l.Type})
			}
		}
	case *types.Array:
		n := int(u.Len())
		for i := range min(n, MaxArray) {
			index := Element(i)
			if n > MaxArray {
				index = AnyElement
			}
			for _, l := range k.Leaves(u.Elem()) {
				out = append(out, Leaf{index + l.Path, l.Type})
			}
			if n > MaxArray {
				break
			}
		}
	default:
		out = []Leaf{{"", t}}
	}
	if out == nil {
		out = []Leaf{}
	}
	k.leafCache.Set(t, out)
	return out
}

// Opaque reports whether a struct is declared outside of the code that is read.
func (k *Facts) Opaque(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return false
	}
	pkg := n.Obj().Pkg()
	return pkg != nil && !k.Readable[pkg]
}

// Content returns the type of what a type of sync/atomic holds; nil for all others.
func Content(t types.Type) types.Type {
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

// Nillable reports whether a type has nil.
func Nillable(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Pointer, *types.Chan, *types.Map, *types.Slice, *types.Signature, *types.Interface:
		return true
	case *types.Basic:
		return u.Kind() == types.UnsafePointer || u.Kind() == types.UntypedNil
	}
	return false
}

// Callable reports whether a type is one of functions.
func Callable(t types.Type) bool {
	_, ok := t.Underlying().(*types.Signature)
	return ok
}

// IsUnsigned reports whether a type is one of unsigned integers.
func IsUnsigned(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsUnsigned != 0
}

// IsInt reports whether a type is one of integers.
func IsInt(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

// IsBool reports whether a type is one of Booleans.
func IsBool(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}

// IsString reports whether a type is one of strings.
func IsString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// Deref returns what a pointer points to, otherwise the type itself.
func Deref(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// HasSync reports whether a type contains locks and the like.
func (k *Facts) HasSync(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		if n, ok := types.Unalias(t).(*types.Named); ok && syncType(n) {
			return true
		}
		if k.Opaque(t) {
			return false
		}
		for i := range u.NumFields() {
			if k.HasSync(u.Field(i).Type()) {
				return true
			}
		}
	case *types.Array:
		return k.HasSync(u.Elem())
	}
	return false
}

// IsSync reports whether a type is one of locks and the like, which must not be copied once they are used.
func IsSync(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && (syncType(n) || n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "sync" && n.Obj().Name() == "Map")
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
