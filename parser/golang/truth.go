// This file defines what is known of something that holds or not.

package golang

import "go/types"

// truth is a Boolean or unknown.
type truth uint8

const (
	no truth = iota
	yes
	maybe
)

func truthOf(b bool) truth {
	if b {
		return yes
	}
	return no
}

func (t truth) not() truth { return [...]truth{yes, no, maybe}[t] }

// equal says whether two values are the same.
func equal(a, b *atom) truth {
	if a.kind > b.kind {
		a, b = b, a
	}
	switch {
	case a.kind == aOther:
		return maybe
	case a.kind == aSome:
		if b.kind == aNil {
			return no
		}
		return maybe
	case a.kind != b.kind:
		return no
	case a.kind == aBox:
		if !types.Identical(a.typ, b.typ) {
			return no
		}
		return equal(a.elem, b.elem)
	case a != b:
		if a.kind == aPtr && a.obj == b.obj && (weak(a.path) || weak(b.path)) {
			return maybe
		}
		return no
	case a.kind == aPtr && (a.obj.many() || weak(a.path)), a.kind == aSlice:
		return maybe
	}
	return yes
}
