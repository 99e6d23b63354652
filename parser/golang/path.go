// This file defines names of the parts of objects.

package golang

import (
	"go/types"
	"strconv"
	"strings"
)

func field(i int) string { return "." + strconv.Itoa(i) }

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
