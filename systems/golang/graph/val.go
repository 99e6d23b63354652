// This file defines values: the atoms that they may be, and what says which.

package graph

import "slices"

// A Val is an abstract value. If there are several atoms, then either Expr says whether it
// is true, or From says which it is: the value at From, mapped by View; or nothing is known.
type Val struct {
	Set  Set
	From *Loc
	View map[*Atom]*Atom // nil is the identity; atoms that are missing cannot be
	Expr Cond            // of a Boolean
}

// One returns the only atom.
func (v Val) One() *Atom {
	if len(v.Set) == 1 {
		return v.Set[0]
	}
	return nil
}

// Same reports whether two values are known to be equal.
func (v Val) Same(w Val) bool {
	return v.From == w.From && v.View == nil && w.View == nil && v.Expr == nil && w.Expr == nil && slices.Equal(v.Set, w.Set) && (v.From != nil || len(v.Set) < 2)
}

// Mapped returns the value with each atom replaced; nil drops it.
func (v Val) Mapped(f func(*Atom) *Atom) Val {
	out := Val{From: v.From, View: map[*Atom]*Atom{}}
	if v.From == nil {
		for _, a := range v.Set {
			if b := f(a); b != nil {
				out.Set = out.Set.With(b)
			}
		}
		out.View, out.Expr = nil, nil
		return out
	}
	for _, a := range v.From.Set {
		b := a
		if v.View != nil {
			if b = v.View[a]; b == nil {
				continue
			}
		}
		if b = f(b); b != nil {
			out.View[a] = b
			out.Set = out.Set.With(b)
		}
	}
	return out
}

// Together returns f of two values that the same location says; ok is false if there is none.
func (v Val) Together(w Val, f func(a, b *Atom) *Atom) (out Val, ok bool) {
	if v.From == nil || v.From != w.From {
		return Val{}, false
	}
	out = Val{From: v.From, View: map[*Atom]*Atom{}}
	for _, at := range v.From.Set {
		if a, b := v.view(at), w.view(at); a != nil && b != nil {
			if c := f(a, b); c != nil {
				out.View[at] = c
				out.Set = out.Set.With(c)
			}
		}
	}
	return out, true
}

// When returns the value where another one is an atom: the same location may say both.
func (v Val) When(w Val, is *Atom) Val {
	if v.From == nil || v.From != w.From {
		return v
	}
	out := Val{From: v.From, View: map[*Atom]*Atom{}}
	for _, at := range v.From.Set {
		if a := v.view(at); a != nil && w.view(at) == is {
			out.View[at] = a
			out.Set = out.Set.With(a)
		}
	}
	return out
}

// view returns the atom that the value is for one of its location.
func (v Val) view(at *Atom) *Atom {
	if v.View == nil {
		return at
	}
	return v.View[at]
}

// Is returns the condition that the value satisfies the predicate.
func (v Val) Is(p func(*Atom) Truth) Cond {
	var sure, open, never Set
	for _, a := range v.Set {
		switch p(a) {
		case Yes:
			sure = sure.With(a)
		case Maybe:
			open = open.With(a)
		case No:
			never = never.With(a)
		}
	}
	switch {
	case len(open) == 0 && len(never) == 0:
		return Const(true)
	case len(open) == 0 && len(sure) == 0:
		return Const(false)
	}
	return Or(v.Among(sure), And(v.Among(open), Either{}))
}

// Where returns the condition that the value is an atom for which p holds.
func (v Val) Where(p func(*Atom) bool) Cond {
	var s Set
	for _, a := range v.Set {
		if p(a) {
			s = s.With(a)
		}
	}
	return v.Among(s)
}

// Among returns the condition that the value is one of some atoms.
func (v Val) Among(s Set) Cond {
	switch {
	case len(s) == 0:
		return Const(false)
	case len(s) == len(v.Set):
		return Const(true)
	case v.Expr != nil:
		if s[0].N == 1 {
			return v.Expr
		}
		return Not(v.Expr)
	case v.From == nil:
		return Either{}
	}
	var pre Set
	for _, a := range v.From.Set {
		b := a
		if v.View != nil {
			b = v.View[a]
		}
		if b != nil && s.Has(b) {
			pre = pre.With(a)
		}
	}
	return Is{v.From, pre}
}

// IsTrue returns the condition that a Boolean is true.
func (v Val) IsTrue() Cond {
	if v.Expr != nil {
		return v.Expr
	}
	return v.Is(func(a *Atom) Truth {
		if a.Kind == Bool {
			return TruthOf(a.N == 1)
		}
		return Maybe
	})
}

// Boolean returns the Boolean value of a condition.
func (in *Interner) Boolean(c Cond) Val {
	if k, ok := c.(Const); ok {
		return Val{Set: Single(in.Bool(bool(k)))}
	}
	return Val{Set: Single(in.Bool(false)).With(in.Bool(true)), Expr: c}
}

// Constant returns the value with one atom.
func Constant(a *Atom) Val { return Val{Set: Single(a)} }
