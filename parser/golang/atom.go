// This file defines atoms, of which abstract values are finite sets.

package golang

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"
)

type atomKind uint8

const (
	aOther  atomKind = iota // anything, nil too; an integer may say where it is from (src)
	aSome                   // anything but nil
	aNil                    //
	aBool                   // n is 0 or 1
	aInt                    // n
	aStr                    // s
	aPtr                    // the part of obj at path; a channel, map or library object is the part ""
	aSlice                  // the elements of the array at obj, path; n of them, -1 if that is not known
	aFunc                   // fn, with the free variables in obj if it is a closure
	aNative                 // the library function s with obj as receiver: a cancel function
	aBox                    // an interface of dynamic type typ with elem in it
)

// An atom is one abstract value. Atoms are interned: equal ones are identical.
type atom struct {
	atomKey
	id int
}

type atomKey struct {
	kind atomKind
	n    int64
	s    string
	obj  *object
	path string
	fn   *ssa.Function
	typ  types.Type // canonical: identical types are the same
	elem *atom
	src  *origin
}

// An origin is where an integer of which nothing is known comes from.
type origin struct {
	key  any       // the same in all passes
	deps []*origin // it is computed from these
	what string
	pos  token.Pos
	fn   *ssa.Function
}

// A set is a set of atoms, sorted by id. Sets are not changed once made.
type set []*atom

type interner struct {
	atoms map[atomKey]*atom
	types typeutil.Map
}

func newInterner() *interner {
	in := &interner{atoms: map[atomKey]*atom{}}
	in.bool(false) // the first value of a Boolean variable
	in.bool(true)
	return in
}

func (in *interner) atom(k atomKey) *atom {
	if k.typ != nil {
		if t := in.types.At(k.typ); t != nil {
			k.typ = t.(types.Type)
		} else {
			in.types.Set(k.typ, k.typ)
		}
	}
	a := in.atoms[k]
	if a == nil {
		a = &atom{k, len(in.atoms)}
		in.atoms[k] = a
	}
	return a
}

func (in *interner) bool(b bool) *atom {
	if b {
		return in.atom(atomKey{kind: aBool, n: 1})
	}
	return in.atom(atomKey{kind: aBool})
}

func (in *interner) int(n int64) *atom { return in.atom(atomKey{kind: aInt, n: n}) }
func (in *interner) nil() *atom        { return in.atom(atomKey{kind: aNil}) }
func (in *interner) other() *atom      { return in.atom(atomKey{kind: aOther}) }
func (in *interner) some() *atom       { return in.atom(atomKey{kind: aSome}) }
func (in *interner) ptr(o *object, path string) *atom {
	return in.atom(atomKey{kind: aPtr, obj: o, path: path})
}
func (in *interner) box(t types.Type, a *atom) *atom {
	return in.atom(atomKey{kind: aBox, typ: t, elem: a})
}

func single(a *atom) set { return set{a} }

func (s set) has(a *atom) bool {
	_, ok := slices.BinarySearchFunc(s, a, byID)
	return ok
}

func byID(a, b *atom) int { return a.id - b.id }

// with returns the set with one more atom.
func (s set) with(a *atom) set {
	i, ok := slices.BinarySearchFunc(s, a, byID)
	if ok {
		return s
	}
	return slices.Insert(slices.Clone(s), i, a)
}

// The most constants, and the most atoms at all, of a set: a counter gets a new value in each pass.
const (
	maxConstants = 8
	maxAtoms     = 40
)

// number reports whether there may be too many of such atoms: constants and integers that are computed
// from others.
func (a *atom) number() bool {
	return a.kind == aInt || a.kind == aStr || a.kind == aOther && a.src != nil
}

// union returns the union, in which too many constants are taken to be anything.
func (in *interner) union(s, t set) set {
	anything := in.other()
	wide := s.has(anything)
	for _, a := range t {
		if !wide || !a.number() {
			s = s.with(a)
		}
	}
	numbers := 0
	for _, a := range s {
		if a.number() {
			numbers++
		}
	}
	if numbers <= maxConstants && len(s) <= maxAtoms {
		return s
	}
	var out set
	for _, a := range s {
		if !a.number() && len(s) <= maxAtoms {
			out = out.with(a)
		}
	}
	return out.with(anything)
}
