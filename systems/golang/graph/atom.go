// This file defines atoms, of which abstract values are finite sets.

package graph

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/ijit/ijit/systems/golang/code"
)

// A Kind is what an atom is.
type Kind uint8

// The kinds of atoms, with what else of the key says which one it is.
const (
	Other  Kind = iota // anything, nil too; an integer may say where it is from (Origin), and is at least N if that is positive, at most N if that is negative; the same in all of an execution if S says what
	Some               // anything but nil
	Nil                //
	Bool               // N is 0 or 1
	Int                // N
	Str                // S
	Copy               // of the lock or WaitGroup in Obj at Path, made at the place N; Obj is nil if it is not known which
	Ptr                // the part of Obj at Path; a channel, map or library object is the part ""
	Slice              // elements of the array at Obj, Path from Low on, -1 if that is not known; N of them, or at least -1-N
	Func               // Func, with the free variables in Obj if it is a closure
	Native             // the library function S with Obj as receiver: a cancel function
	Box                // an interface of dynamic type Type with Elem in it
)

// An Atom is one abstract value. Atoms are interned: equal ones are identical.
type Atom struct {
	AtomKey
	id int
}

// An AtomKey tells atoms apart.
type AtomKey struct {
	Kind   Kind
	N      int64
	Low    int64 // of Other: -1 if there were too many atoms
	Room   int64 // of a Slice: the elements of the array behind it, where append may write
	S      string
	Obj    *Object
	Path   string
	Func   *ssa.Function
	Type   types.Type // canonical: identical types are the same
	Elem   *Atom
	Origin *Origin
}

// The room behind a slice if it is not known how much.
const (
	Within = -1 // other slices have those elements
	Behind = -2 // no slice has them yet
)

// An Origin is where an integer of which nothing is known comes from.
type Origin struct {
	Key    any       // the same in all passes
	Deps   []*Origin // it is computed from these
	Length bool      // it is the length of a slice, whose elements are told apart, or computed from one
}

// OfLength reports whether an integer is a length, or computed from one.
func (o *Origin) OfLength() bool { return o != nil && o.Length }

// A Set is a set of atoms, sorted by id. Sets are not changed once made.
type Set []*Atom

// An Interner makes atoms, each one once.
type Interner struct {
	atoms map[AtomKey]*Atom
	types typeutil.Map
}

// NewInterner returns an interner with the Booleans.
func NewInterner() *Interner {
	in := &Interner{atoms: map[AtomKey]*Atom{}}
	in.Bool(false) // the first value of a Boolean variable
	in.Bool(true)
	return in
}

// Atom returns the atom of a key.
func (in *Interner) Atom(k AtomKey) *Atom {
	if k.Type != nil {
		if t := in.types.At(k.Type); t != nil {
			k.Type = t.(types.Type)
		} else {
			in.types.Set(k.Type, k.Type)
		}
	}
	a := in.atoms[k]
	if a == nil {
		a = &Atom{k, len(in.atoms)}
		in.atoms[k] = a
	}
	return a
}

// Bool returns a Boolean.
func (in *Interner) Bool(b bool) *Atom {
	if b {
		return in.Atom(AtomKey{Kind: Bool, N: 1})
	}
	return in.Atom(AtomKey{Kind: Bool})
}

// Int returns an integer.
func (in *Interner) Int(n int64) *Atom { return in.Atom(AtomKey{Kind: Int, N: n}) }

// Str returns a string; one that is long is anything.
func (in *Interner) Str(s string) *Atom {
	if len(s) >= 40 {
		return in.Other()
	}
	return in.Atom(AtomKey{Kind: Str, S: s})
}

// Nil returns nil.
func (in *Interner) Nil() *Atom { return in.Atom(AtomKey{Kind: Nil}) }

// Other returns the atom that may be anything.
func (in *Interner) Other() *Atom { return in.Atom(AtomKey{Kind: Other}) }

// Some returns the atom that may be anything but nil.
func (in *Interner) Some() *Atom { return in.Atom(AtomKey{Kind: Some}) }

// Ptr returns the pointer to a part of an object.
func (in *Interner) Ptr(o *Object, path string) *Atom {
	return in.Atom(AtomKey{Kind: Ptr, Obj: o, Path: path})
}

// Box returns an interface that holds an atom.
func (in *Interner) Box(t types.Type, a *Atom) *Atom {
	return in.Atom(AtomKey{Kind: Box, Type: t, Elem: a})
}

// ElementPath returns the path of an element of a slice.
func (a *Atom) ElementPath(k int64) string {
	if a.Low < 0 {
		return a.Path + code.AnyElement
	}
	return a.Path + code.Element(int(a.Low+k))
}

// Single returns the set with one atom.
func Single(a *Atom) Set { return Set{a} }

// Has reports whether an atom is in the set.
func (s Set) Has(a *Atom) bool {
	_, ok := slices.BinarySearchFunc(s, a, byID)
	return ok
}

func byID(a, b *Atom) int { return a.id - b.id }

// With returns the set with one more atom.
func (s Set) With(a *Atom) Set {
	i, ok := slices.BinarySearchFunc(s, a, byID)
	if ok {
		return s
	}
	return slices.Insert(slices.Clone(s), i, a)
}

// Join returns the union of two sets.
func (s Set) Join(t Set) Set {
	if s.Includes(t) {
		return s
	}
	out := make(Set, 0, len(s)+len(t))
	for len(s) > 0 && len(t) > 0 {
		switch {
		case s[0].id < t[0].id:
			out, s = append(out, s[0]), s[1:]
		case s[0].id > t[0].id:
			out, t = append(out, t[0]), t[1:]
		default:
			out, s, t = append(out, s[0]), s[1:], t[1:]
		}
	}
	return append(append(out, s...), t...)
}

// Includes reports whether a set has all atoms of another one.
func (s Set) Includes(t Set) bool {
	for len(t) > 0 && len(t) <= len(s) {
		if s[0] == t[0] {
			t = t[1:]
		}
		s = s[1:]
	}
	return len(t) == 0
}

// The most constants, and the most atoms at all, of a set: a counter gets a new value in each pass. Of too many
// constants, those of a counter that is small remain.
const (
	MaxConstants = 12
	maxAtoms     = 120
	maxCounted   = 8
)

// number reports whether there may be too many of such atoms: constants and integers that are computed
// from others.
func (a *Atom) number() bool {
	return a.Kind == Int || a.Kind == Str || a.Kind == Other && (a.Origin != nil || a.N != 0)
}

// counted reports whether the atom is a constant that stays one among too many.
func (a *Atom) counted() bool { return a.Kind == Int && a.N >= -1 && a.N <= maxCounted }

// Union returns the union, in which too many constants are taken to be anything, too many slices of an array to be any
// slice of it, and too many atoms to be anything, from then on.
func (in *Interner) Union(s, t Set) Set {
	anything := in.Other()
	if s.Has(in.all()) || t.Has(in.all()) {
		return Single(in.all())
	}
	wide := s.Has(anything)
	for _, a := range t {
		if a.Kind == Slice && s.Has(in.anySlice(a)) {
			continue
		}
		if !wide || !a.number() || a.counted() {
			s = s.With(a)
		}
	}
	numbers := 0
	for _, a := range s {
		if a.number() {
			numbers++
		}
	}
	if numbers <= MaxConstants && len(s) <= maxAtoms {
		return s
	}
	var out Set
	for _, a := range s {
		if numbers <= MaxConstants || a.counted() || !a.number() {
			out = out.With(a)
		}
	}
	if numbers > MaxConstants {
		out = out.With(anything)
	}
	if len(out) > maxAtoms {
		var fewer Set
		for _, a := range out {
			if a.Kind == Slice {
				a = in.anySlice(a)
			}
			fewer = fewer.With(a)
		}
		out = fewer
	}
	if len(out) > maxAtoms {
		return Single(in.all())
	}
	return out
}

// all returns what too many atoms are.
func (in *Interner) all() *Atom { return in.Atom(AtomKey{Kind: Other, Low: -1}) }

// IsAll reports whether a set was too large.
func (s Set) IsAll() bool { return len(s) == 1 && s[0].Kind == Other && s[0].Low == -1 }

// anySlice returns any slice of the array of one.
func (in *Interner) anySlice(a *Atom) *Atom {
	return in.Atom(AtomKey{Kind: Slice, Obj: a.Obj, Path: a.Path, N: -1, Low: -1, Room: Within})
}

// isAnySlice reports whether an atom is any slice of the array of another one.
func (a *Atom) isAnySlice(b *Atom) bool {
	return a.AtomKey == AtomKey{Kind: Slice, Obj: b.Obj, Path: b.Path, N: -1, Low: -1, Room: Within}
}
