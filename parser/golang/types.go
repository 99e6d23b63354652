// This file defines the parts of types that hold data.

package golang

import (
	"go/types"
	"strconv"
	"strings"
)

// A leaf is a part of a type that is not taken apart further.
type leaf struct {
	path string
	typ  types.Type
}

// Larger arrays are one part.
const maxArray = 8

// A tracer knows whose types are taken apart: structs that are declared outside of the code that is
// read are opaque.
func (x *extractor) leaves(t types.Type) []leaf {
	if l, ok := x.leafCache.At(t).([]leaf); ok {
		return l
	}
	var out []leaf
	switch u := t.Underlying().(type) {
	case *types.Struct:
		if x.opaque(t) {
			if content(t) != nil {
				out = []leaf{{"", t}}
			}
			break
		}
		for i := range u.NumFields() {
			for _, l := range x.leaves(u.Field(i).Type()) {
				out = append(out, leaf{field(i) + l.path, l.typ})
			}
		}
	case *types.Tuple:
		for i := range u.Len() {
			for _, l := range x.leaves(u.At(i).Type()) {
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
			for _, l := range x.leaves(u.Elem()) {
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
	x.leafCache.Set(t, out)
	return out
}

// opaque reports whether a struct is declared outside of the code that is read.
func (x *extractor) opaque(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return false
	}
	pkg := n.Obj().Pkg()
	return pkg != nil && !x.source[pkg]
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

func field(i int) string   { return "." + strconv.Itoa(i) }
func element(i int) string { return "[" + strconv.Itoa(i) + "]" }

const anyElement = "[*]"

// weak reports whether a path stands for several parts.
func weak(path string) bool { return strings.Contains(path, anyElement) }

// blurred returns the path with all indices unknown.
func blurred(path string) string {
	var b strings.Builder
	for {
		before, after, found := strings.Cut(path, "[")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		b.WriteString(anyElement)
		_, path, _ = strings.Cut(after, "]")
	}
}

// pathName returns a path with the names of fields: .mu for .0.
func pathName(t types.Type, path string) string {
	var b strings.Builder
	for path != "" {
		end := strings.IndexAny(path[1:], ".[") + 1
		if end == 0 {
			end = len(path)
		}
		step := path[:end]
		path = path[end:]
		var u types.Type
		if t != nil {
			u = t.Underlying()
		}
		switch s := u.(type) {
		case *types.Struct:
			if i, err := strconv.Atoi(step[1:]); err == nil && i < s.NumFields() {
				b.WriteString("." + s.Field(i).Name())
				t = s.Field(i).Type()
				continue
			}
		case *types.Array:
			t = s.Elem()
			b.WriteString(step)
			continue
		case *types.Slice:
			t = s.Elem()
			b.WriteString(step)
			continue
		}
		t = nil
		b.WriteString(step)
	}
	return b.String()
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
