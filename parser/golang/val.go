// This file defines values: the atoms they may be, and the location that says which.

package golang

import (
	"golang.org/x/tools/go/ssa"
)

// A loc is a place that holds a value: a register in one calling context, or a cell of an object. If
// a choice depends on it, it becomes a variable of the skeleton.
type loc struct {
	locKey
	id   int
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

type locKey struct {
	frame *frame // of a register
	iter  *iter
	value ssa.Value
	extra string  // of registers that no instruction makes
	obj   *object // of a cell
	path  string
}

// A val is an abstract value. If there are several atoms, then either expr says whether it
// is true, or from says which it is: the value at from, mapped by view; or nothing is known.
type val struct {
	set  set
	from *loc
	view map[*atom]*atom // nil is the identity; atoms that are missing cannot be
	expr cond            // of a Boolean
}

// one returns the only atom.
func (v val) one() *atom {
	if len(v.set) == 1 {
		return v.set[0]
	}
	return nil
}

func at(l *loc) val {
	if l.weak {
		return val{set: l.set}
	}
	return val{set: l.set, from: l}
}

// mapped returns the value with each atom replaced; nil drops it.
func (x *extractor) mapped(v val, f func(*atom) *atom) val {
	if len(v.set) == 0 {
		return v
	}
	out := val{from: v.from, view: map[*atom]*atom{}}
	if v.from == nil {
		for _, a := range v.set {
			if b := f(a); b != nil {
				out.set = out.set.with(b)
			}
		}
		out.view, out.expr = nil, nil
		return out
	}
	for _, a := range v.from.set {
		b := a
		if v.view != nil {
			if b = v.view[a]; b == nil {
				continue
			}
		}
		if b = f(b); b != nil {
			out.view[a] = b
			out.set = out.set.with(b)
		}
	}
	return out
}

// is returns the condition that the value satisfies the predicate.
func (x *extractor) is(v val, p func(*atom) truth) cond {
	var sure, open, never set
	for _, a := range v.set {
		switch p(a) {
		case yes:
			sure = sure.with(a)
		case maybe:
			open = open.with(a)
		case no:
			never = never.with(a)
		}
	}
	switch {
	case len(open) == 0 && len(never) == 0:
		return cConst(true)
	case len(open) == 0 && len(sure) == 0:
		return cConst(false)
	}
	return or(x.among(v, sure), and(x.among(v, open), cEither{}))
}

// among returns the condition that the value is one of some atoms.
func (x *extractor) among(v val, s set) cond {
	switch {
	case len(s) == 0:
		return cConst(false)
	case len(s) == len(v.set):
		return cConst(true)
	case v.expr != nil:
		if s[0].n == 1 {
			return v.expr
		}
		return not(v.expr)
	case v.from == nil:
		return cEither{}
	}
	var pre set
	for _, a := range v.from.set {
		b := a
		if v.view != nil {
			b = v.view[a]
		}
		if b != nil && s.has(b) {
			pre = pre.with(a)
		}
	}
	return cIs{v.from, pre}
}

// isTrue returns the condition that a Boolean is true.
func (x *extractor) isTrue(v val) cond {
	if v.expr != nil {
		return v.expr
	}
	return x.is(v, func(a *atom) truth {
		if a.kind == aBool {
			return truthOf(a.n == 1)
		}
		return maybe
	})
}

// boolean returns the Boolean value of a condition.
func (x *extractor) boolean(c cond) val {
	if k, ok := c.(cConst); ok {
		return val{set: single(x.bool(bool(k)))}
	}
	return val{set: single(x.bool(false)).with(x.bool(true)), expr: c}
}

// constantVal returns the value with one atom.
func constantVal(a *atom) val { return val{set: single(a)} }
