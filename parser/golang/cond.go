// This file defines conditions on values.

package golang

// A cond is a condition.
type cond interface{ cond() }

type (
	cConst  bool
	cEither struct{} // nothing is known
	cIs     struct {
		loc *loc
		set set // it is one of these
	}
	cNot struct{ x cond }
	cAnd struct{ x, y cond }
	cOr  struct{ x, y cond }
)

func (cConst) cond()  {}
func (cEither) cond() {}
func (cIs) cond()     {}
func (cNot) cond()    {}
func (cAnd) cond()    {}
func (cOr) cond()     {}

func not(c cond) cond {
	switch c := c.(type) {
	case cConst:
		return !c
	case cEither:
		return c
	case cNot:
		return c.x
	}
	return cNot{c}
}

func and(x, y cond) cond {
	if k, ok := x.(cConst); ok {
		if k {
			return y
		}
		return x
	}
	if _, ok := y.(cConst); ok {
		return and(y, x)
	}
	return cAnd{x, y}
}

func or(x, y cond) cond {
	if k, ok := x.(cConst); ok {
		if k {
			return x
		}
		return y
	}
	if _, ok := y.(cConst); ok {
		return or(y, x)
	}
	return cOr{x, y}
}

// truth returns what is known of a condition.
func known(c cond) truth {
	if k, ok := c.(cConst); ok {
		return truthOf(bool(k))
	}
	return maybe
}

// chooses reports whether a condition may hold or not in one and the same state: it must not be
// evaluated twice.
func chooses(c cond) bool {
	switch c := c.(type) {
	case cEither:
		return true
	case cNot:
		return chooses(c.x)
	case cAnd:
		return chooses(c.x) || chooses(c.y)
	case cOr:
		return chooses(c.x) || chooses(c.y)
	}
	return false
}

// locs calls f for the locations of a condition.
func locs(c cond, f func(*loc)) {
	switch c := c.(type) {
	case cIs:
		f(c.loc)
	case cNot:
		locs(c.x, f)
	case cAnd:
		locs(c.x, f)
		locs(c.y, f)
	case cOr:
		locs(c.x, f)
		locs(c.y, f)
	}
}
