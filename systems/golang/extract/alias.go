// This file defines what is said of pointers that the entry is given, which may lead to one object.

package extract

import (
	"cmp"
	"go/types"
	"slices"

	"github.com/ijit/ijit/systems/golang/graph"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// noteAliases notes that two objects may be one: each pointer that the entry is given leads to an object of its own here,
// but whoever calls it may give it one twice, or what was made before. Aliases have equal types, or one is a part of
// the other. It reports whether goroutines synchronise by something that the entry is given.
func (x *Extractor) noteAliases(entry skeleton.Site) (synchronise bool) {
	var list []*graph.Object // given ones first
	for _, o := range x.objects {
		if (o.Given || o.Early) && o.Type != nil && o.Used {
			list = append(list, o)
			synchronise = synchronise || o.Given && x.synchronises(o)
		}
	}
	slices.SortFunc(list, func(a, b *graph.Object) int {
		return cmp.Or(cmp.Compare(order(a), order(b)), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Site.Pos.String(), b.Site.Pos.String()))
	})
	for i, a := range list {
		for _, b := range list[i+1:] {
			if a.Given && (a.What == "chan") == (b.What == "chan") && (x.contains(a.Type, b.Type) || x.contains(b.Type, a.Type)) {
				x.noteAt(entry, a.Name+" and "+b.Name, "they may be the same object, which is not followed", skeleton.OpensAll)
				return synchronise
			}
		}
	}
	return synchronise
}

func order(o *graph.Object) int {
	if o.Given {
		return 0
	}
	return 1
}

// contains reports whether a variable of one type has a part of another one, to which there can be a pointer.
func (x *Extractor) contains(t, part types.Type) bool {
	if types.Identical(t, part) {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Chan: // directions do not count
		d, ok := part.Underlying().(*types.Chan)
		return ok && types.Identical(u.Elem(), d.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if (f.Exported() || !x.Opaque(t)) && x.contains(f.Type(), part) {
				return true
			}
		}
	case *types.Array:
		return x.contains(u.Elem(), part)
	}
	return false
}
