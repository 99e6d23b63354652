// This file defines conditions on values.

package graph

// A Cond is a condition.
type Cond interface{ cond() }

// The forms of conditions.
type (
	Const  bool
	Either struct{} // nothing is known
	Is     struct {
		Loc *Loc
		Set Set // it is one of these
	}
	Negation    struct{ X Cond }
	Conjunction struct{ X, Y Cond }
	Disjunction struct{ X, Y Cond }
)

func (Const) cond()       {}
func (Either) cond()      {}
func (Is) cond()          {}
func (Negation) cond()    {}
func (Conjunction) cond() {}
func (Disjunction) cond() {}

// Not returns the negation of a condition.
func Not(c Cond) Cond {
	switch c := c.(type) {
	case Const:
		return !c
	case Either:
		return c
	case Negation:
		return c.X
	}
	return Negation{c}
}

// And returns the conjunction of two conditions.
func And(x, y Cond) Cond {
	if k, ok := x.(Const); ok {
		if k {
			return y
		}
		return x
	}
	if _, ok := y.(Const); ok {
		return And(y, x)
	}
	return Conjunction{x, y}
}

// Or returns the disjunction of two conditions.
func Or(x, y Cond) Cond {
	if k, ok := x.(Const); ok {
		if k {
			return x
		}
		return y
	}
	if _, ok := y.(Const); ok {
		return Or(y, x)
	}
	return Disjunction{x, y}
}

// Known returns what is known of a condition.
func Known(c Cond) Truth {
	if k, ok := c.(Const); ok {
		return TruthOf(bool(k))
	}
	return Maybe
}

// Chooses reports whether a condition may hold or not in one and the same state: it must not be
// evaluated twice.
func Chooses(c Cond) bool {
	switch c := c.(type) {
	case Either:
		return true
	case Negation:
		return Chooses(c.X)
	case Conjunction:
		return Chooses(c.X) || Chooses(c.Y)
	case Disjunction:
		return Chooses(c.X) || Chooses(c.Y)
	}
	return false
}

// Locs calls f for the locations of a condition.
func Locs(c Cond, f func(*Loc)) {
	switch c := c.(type) {
	case Is:
		f(c.Loc)
	case Negation:
		Locs(c.X, f)
	case Conjunction:
		Locs(c.X, f)
		Locs(c.Y, f)
	case Disjunction:
		Locs(c.X, f)
		Locs(c.Y, f)
	}
}
