// This file defines locations, which hold values.

package golang

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A loc is a place that holds a value: a register in one calling context, or a cell of an object. If
// a choice depends on it, it becomes a variable of the skeleton.
type loc struct {
	value ssa.Value // of a register
	obj   *object   // of a cell
	path  string

	set  set
	name string

	bodies  []*body // that use a cell
	written []*body // that write it
	weak    bool    // it stands for several places, or there is a writer that is not known
	spread  bool    // it is weak in any case
	zero    *atom   // what a cell begins with; nil if that is never seen
	any     bool    // a cell that begins with any value of its set

	wanted bool // a choice depends on it
}

// use notes that a goroutine body reads or writes a cell.
func (l *loc) use(b *body, write bool) {
	if !slices.Contains(l.bodies, b) {
		l.bodies = append(l.bodies, b)
	}
	if write && !slices.Contains(l.written, b) {
		l.written = append(l.written, b)
	}
}

// at returns the value of a location.
func at(l *loc) val {
	if l.weak {
		return val{set: l.set}
	}
	return val{set: l.set, from: l}
}
