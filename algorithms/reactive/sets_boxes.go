// This file defines the states as an invariant that others can check.

package reactive

import (
	"slices"

	"github.com/ijit/ijit/bdd"
)

// boxes returns a set of states as boxes, nil if there are more than a limit. Each path of the
// diagram is one: values below which the diagram is the same go together.
func (p *post) boxes(states bdd.Node, limit int) *Invariant {
	inv := &Invariant{}
	for _, v := range p.vars {
		if v.State {
			inv.Vars = append(inv.Vars, v.Var)
		}
	}
	w := boxer{encoding: p.encoding, Invariant: inv, limit: limit, box: make([]Set, len(inv.Vars))}
	if !w.walk(states, 0) {
		return nil
	}
	return inv
}

// A boxer makes boxes of a diagram.
type boxer struct {
	*encoding
	*Invariant
	limit int
	box   []Set
}

// walk appends the boxes of f, which depends on the variables from a place on only.
func (w *boxer) walk(f bdd.Node, place int) bool {
	switch {
	case f == bdd.False:
		return true
	case f == bdd.Invalid || len(w.Boxes) >= w.limit:
		return false
	case place == len(w.Vars):
		w.Boxes = append(w.Boxes, slices.Clone(w.box))
		return true
	}
	v := w.of(w.Vars[place])
	var below []bdd.Node
	var values []Set
	for rank, value := range v.Values {
		g := w.Constrain(f, w.equals(v, rank))
		i := slices.Index(below, g)
		if i < 0 {
			i = len(below)
			below, values = append(below, g), append(values, nil)
		}
		values[i] = values[i].with(value)
	}
	for i, g := range below {
		w.box[place] = values[i]
		if !w.walk(g, place+1) {
			return false
		}
	}
	return true
}

// with returns the set with one more value above all others.
func (s Set) with(value int32) Set {
	if n := len(s); n > 0 && s[n-1].Hi == value-1 {
		s[n-1].Hi = value
		return s
	}
	return append(s, Interval{value, value})
}
