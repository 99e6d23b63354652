// This file defines names of the parts of objects.

package code

import (
	"go/types"
	"slices"
	"strconv"
	"strings"
)

// Field returns the step of a path to a field.
func Field(i int) string { return "." + strconv.Itoa(i) }

// Element returns the step of a path to an element of an array.
func Element(i int) string { return "[" + strconv.Itoa(i) + "]" }

// AnyElement is the step to an element at an index that is not known.
const AnyElement = "[*]"

// Weak reports whether a path stands for several parts.
func Weak(path string) bool { return strings.Contains(path, AnyElement) }

// Within reports whether a path is that of a part, or of a part of it: .1 and .1.0, but not .10.
func Within(path, part string) bool {
	rest, ok := strings.CutPrefix(path, part)
	return ok && (rest == "" || rest[0] == '.' || rest[0] == '[')
}

// Blurred returns the path with all indices unknown.
func Blurred(path string) string {
	var b strings.Builder
	for {
		before, after, found := strings.Cut(path, "[")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		b.WriteString(AnyElement)
		_, path, _ = strings.Cut(after, "]")
	}
}

// Blank reports whether a path leads into a blank field, which comparisons leave out.
func Blank(t types.Type, path string) bool {
	return slices.Contains(strings.FieldsFunc(PathName(t, path), func(r rune) bool { return strings.ContainsRune(".[]", r) }), "_")
}

// PathName returns a path with the names of fields: .mu for .0.
func PathName(t types.Type, path string) string {
	var b strings.Builder
	at(t, path, func(name string) { b.WriteString(name) })
	return b.String()
}

// At returns the type of a part; nil if that is not known.
func At(t types.Type, path string) types.Type { return at(t, path, func(string) {}) }

// at goes along a path, and tells the name of each step.
func at(t types.Type, path string, name func(string)) types.Type {
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
				name("." + s.Field(i).Name())
				t = s.Field(i).Type()
				continue
			}
			t = nil
		case *types.Array:
			t = s.Elem()
		case *types.Slice:
			t = s.Elem()
		default:
			t = nil
		}
		name(step)
	}
	return t
}

// Sizeless reports whether variables of a type take no memory: pointers to two of them may be equal.
func Sizeless(t types.Type) bool {
	if t == nil {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for f := range u.Fields() {
			if !Sizeless(f.Type()) {
				return false
			}
		}
		return true
	case *types.Array:
		return u.Len() == 0 || Sizeless(u.Elem())
	}
	return false
}
