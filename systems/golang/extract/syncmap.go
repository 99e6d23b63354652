// This file defines what models of libraries do with maps.

package extract

import (
	"go/types"
	"slices"

	"github.com/ijit/ijit/systems/golang/code"
	"github.com/ijit/ijit/systems/golang/graph"
)

// MapAt executes f with the cells of the element at a key of a map whose keys and elements are interfaces: whether it
// is there, and what it is.
func (x *Extractor) MapAt(m *graph.Object, key graph.Val, f func(there, element *graph.Loc)) {
	x.atKey(m, key, func(path string) {
		there, element := x.Cell(m, path+present, types.Typ[types.Bool]), x.Cell(m, path, types.NewInterfaceType(nil, nil))
		x.Use(there)
		x.Use(element)
		f(there, element)
	})
}

// MapKeys notes which keys a map may have, and reports whether it is known what is at each of them: all keys are.
func (x *Extractor) MapKeys(m *graph.Object, key graph.Val) bool {
	for _, k := range key.Set {
		if !x.isAlone(m, k) {
			x.Grow(x.Cell(m, code.AnyElement+present, types.Typ[types.Bool]), graph.Single(x.Bool(true)))
		}
		if isKey(k) && !slices.Contains(m.Keys, k) {
			m.Keys = append(m.Keys, k)
			x.changed = true
		}
	}
	return x.known(m) != nil
}
