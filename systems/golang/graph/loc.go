// This file defines locations, which hold values.

package graph

import (
	"cmp"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ijit/ijit/systems/golang/code"
)

// A Loc is a place that holds a value: a register in one calling context, or a cell of an object. If
// a choice depends on it, it becomes a variable of the skeleton.
type Loc struct {
	Value ssa.Value // of a register
	Obj   *Object   // of a cell
	Path  string

	Set  Set
	Name string

	Bodies  []*Body // that use a cell
	Writers []*Body // that store to it when others may see it
	Weak    bool    // it stands for several places, or there is a writer that is not known
	Spread  bool    // it is weak in any case
	Zero    *Atom   // what a cell begins with; nil if that is never seen
	Any     bool    // a cell that begins with any value of its set

	Stored Set           // what is stored in a cell other than by counting
	Steps  map[any]int64 // by how much instructions count a cell that are executed at most once

	Wanted bool // a choice depends on it, as the reduction finds
}

// AnyElement reports whether a cell stands for several elements of an array.
func (l *Loc) AnyElement() bool { return code.Weak(l.Path) }

// Use notes that a goroutine body uses a cell.
func (l *Loc) Use(b *Body) {
	if !slices.Contains(l.Bodies, b) {
		l.Bodies = append(l.Bodies, b)
	}
}

// Untouched reports whether nothing but its zero value was ever in a cell.
func (l *Loc) Untouched() bool { return l.Zero != nil && len(l.Set) == 1 && l.Set[0] == l.Zero }

// At returns the value of a location.
func At(l *Loc) Val {
	if l.Weak {
		return Val{Set: l.Set}
	}
	return Val{Set: l.Set, From: l}
}

// Member returns what an atom is in the location: itself, or what stands for it if there were too many.
func (l *Loc) Member(a *Atom) *Atom {
	if l.Set.Has(a) {
		return a
	}
	var anything *Atom
	for _, b := range l.Set {
		switch {
		case a.Kind == Slice && b.isAnySlice(a):
			return b
		case b.Kind == Other && b.Origin == nil && b.N == 0:
			anything = b
		}
	}
	return cmp.Or(anything, a)
}
