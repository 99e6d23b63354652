// This file defines what is known of something that holds or not.

package graph

import (
	"go/types"

	"github.com/ijit/ijit/systems/golang/code"
)

// Truth is a Boolean or unknown.
type Truth uint8

const (
	No Truth = iota
	Yes
	Maybe
)

// TruthOf returns what is known of something that is known.
func TruthOf(b bool) Truth {
	if b {
		return Yes
	}
	return No
}

// Not returns what is known of the opposite.
func (t Truth) Not() Truth { return [...]Truth{Yes, No, Maybe}[t] }

// excludes reports whether an integer of which a bound is known is not a number.
func (a *Atom) excludes(n int64) bool { return a.N > 0 && n < a.N || a.N < 0 && n > a.N }

// sizeless reports whether a pointer leads to a variable that takes no memory.
func (a *Atom) sizeless() bool { return code.Sizeless(code.At(a.Obj.Type, a.Path)) }

// Equal says whether two values are the same.
func Equal(a, b *Atom) Truth {
	if a.Kind > b.Kind {
		a, b = b, a
	}
	switch {
	case a.Kind == Other:
		if a == b && a.S != "" {
			return Yes
		}
		if b.Kind == Int && a.excludes(b.N) || b.Kind == Other && (a.N > 0 && b.N < 0 || a.N < 0 && b.N > 0) {
			return No
		}
		return Maybe
	case a.Kind == Some:
		if b.Kind == Nil {
			return No
		}
		return Maybe
	case a.Kind == Nil && b.Kind == Slice && b.Obj.Symbolic: // as an empty one that a library returns
		return Maybe
	case a.Kind != b.Kind:
		return No
	case a.Kind == Box:
		if !types.Identical(a.Type, b.Type) {
			return No
		}
		switch t := a.Type.Underlying().(type) {
		case *types.Struct: // the elements are where their fields are
			if t.NumFields() == 0 {
				return Yes
			}
			return Maybe
		case *types.Array:
			return Maybe
		}
		return Equal(a.Elem, b.Elem)
	case a != b:
		if a.Kind == Ptr && (a.Obj == b.Obj && (code.Weak(a.Path) || code.Weak(b.Path)) || a.sizeless() && b.sizeless()) {
			return Maybe
		}
		return No
	case a.Kind == Ptr && (a.Obj.Many() || code.Weak(a.Path)), a.Kind == Slice:
		return Maybe
	}
	return Yes
}
