// This file defines the states as an invariant that others can check.

package sets

import (
	"slices"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/systems/eca/reactive/labels"
)

// boxes returns a set of states as boxes, nil if there are more than a limit. Each path of the
// diagram is one: values below which the diagram is the same go together.
func (p *post) boxes(states bdd.Node, limit int) *labels.Invariant {
	inv := &labels.Invariant{}
	for _, v := range p.vars {
		if v.State {
			inv.Vars = append(inv.Vars, v.Var)
		}
	}
	w := boxer{encoding: p.encoding, Invariant: inv, limit: limit, box: make([]labels.Set, len(inv.Vars))}
	if !w.walk(states, 0) {
		return nil
	}
	return inv
}

// A boxer makes boxes of a diagram.
type boxer struct {
	*encoding
	*labels.Invariant
	limit int
	box   []labels.Set
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
	var values []labels.Set
	for rank, value := range v.Values {
		g := w.Constrain(f, w.equals(v, rank))
		i := slices.Index(below, g)
		if i < 0 {
			i = len(below)
			below, values = append(below, g), append(values, nil)
		}
		values[i] = values[i].With(value)
	}
	for i, g := range below {
		w.box[place] = values[i]
		if !w.walk(g, place+1) {
			return false
		}
	}
	return true
}
