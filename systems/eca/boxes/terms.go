// This file defines terms: what variables are, in terms of what a turn began with.

package boxes

import (
	"slices"

	"github.com/ijit/ijit/systems/eca"
)

// A term is the value of a variable, in terms of what the turn began with and of its inputs.
type term struct {
	op    eca.Op // Load for one of these, Const for a number, or an operator
	x, y  *term
	at    int   // of Load: a position in boxes
	value int64 // of Const
	size  int   // how many terms it is made of
}

// maxTerm is how large a term may be.
const maxTerm = 10_000

// operation returns a term with an operator.
func operation(op eca.Op, x, y *term) *term {
	t := &term{op: op, x: x, y: y, size: 1 + x.size}
	if y != nil {
		t.size += y.size
	}
	return t
}

// values returns a set that has all values of a term, and perhaps others.
func (t *term) values(box []Set) Set {
	switch t.op {
	case eca.Const:
		return one(t.value)
	case eca.Load:
		return box[t.at]
	case eca.Neg:
		return arithmetic(eca.Sub, one(0), t.x.values(box))
	case eca.Add, eca.Sub, eca.Mul, eca.Div, eca.Rem:
		return arithmetic(t.op, t.x.values(box), t.y.values(box))
	}
	return t.truth(box).values()
}

// truth says whether a term is another number than 0.
func (t *term) truth(box []Set) truth {
	switch t.op {
	case eca.Not:
		return t.x.truth(box).not()
	case eca.And:
		return both(t.x.truth(box), t.y.truth(box))
	case eca.Or:
		return both(t.x.truth(box).not(), t.y.truth(box).not()).not()
	case eca.Eq, eca.Ne, eca.Lt, eca.Le, eca.Gt, eca.Ge:
		if t.x.same(t.y) {
			return compare(t.op, one(0), one(0))
		}
		return compare(t.op, t.x.values(box), t.y.values(box))
	}
	return compare(eca.Ne, t.values(box), one(0))
}

// same reports whether two terms are what the turn began with in one variable.
func (t *term) same(u *term) bool { return t.op == eca.Load && u.op == eca.Load && t.at == u.at }

// both says whether two conditions hold.
func both(x, y truth) truth {
	switch {
	case x == no || y == no:
		return no
	case x == yes && y == yes:
		return yes
	}
	return maybe
}

// positions appends where the box has more than one value that a term depends on, each once.
func (t *term) positions(box []Set, list *[]int) {
	if t == nil {
		return
	}
	if t.op == eca.Load && !box[t.at].single() && !slices.Contains(*list, t.at) {
		*list = append(*list, t.at)
	}
	t.x.positions(box, list)
	t.y.positions(box, list)
}
