// This file defines values: the atoms that they may be, and what says which.

package golang

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

// mapped returns the value with each atom replaced; nil drops it.
func (v val) mapped(f func(*atom) *atom) val {
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
func (v val) is(p func(*atom) truth) cond {
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
	return or(v.among(sure), and(v.among(open), cEither{}))
}

// among returns the condition that the value is one of some atoms.
func (v val) among(s set) cond {
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
func (v val) isTrue() cond {
	if v.expr != nil {
		return v.expr
	}
	return v.is(func(a *atom) truth {
		if a.kind == aBool {
			return truthOf(a.n == 1)
		}
		return maybe
	})
}

// boolean returns the Boolean value of a condition.
func (in *interner) boolean(c cond) val {
	if k, ok := c.(cConst); ok {
		return val{set: single(in.bool(bool(k)))}
	}
	return val{set: single(in.bool(false)).with(in.bool(true)), expr: c}
}

// constantVal returns the value with one atom.
func constantVal(a *atom) val { return val{set: single(a)} }
