// This file defines the formulas of temporal logic.

package ltl

// An Op is the operator of a formula.
type Op uint8

// Operators. Of those with two arguments, Left is the first one; of those with one, it is
// in Left.
const (
	OpTrue          Op = iota
	OpAtom             // Formula.Atom says which
	OpNot              // not Left
	OpAnd              // Left and Right
	OpOr               // Left or Right
	OpNext             // X: Left holds in the next position
	OpFinally          // F: Left holds now or later
	OpGlobally         // G: Left holds from now on
	OpUntil            // U: Right holds now or later, and Left until then
	OpRelease          // V: Right holds up to and with the position where Left holds, or for ever
	OpYesterday        // Y: there is a position before, and Left holds in it
	OpWeakYesterday    // Z: Left holds in the position before, if there is one
	OpOnce             // O: Left holds now or held before
	OpHistorically     // H: Left holds now and held always before
	OpSince            // S: Right holds now or held before, and Left since then
	OpTriggered        // T: the dual of Since
	OpForAll           // A: Left holds on all runs from here
	OpExists           // E: Left holds on some run from here
)

// Unary reports whether a formula with the operator has one part, in Left.
func (o Op) Unary() bool { return o >= OpNot && !o.Binary() }

// Binary reports whether a formula with the operator has two parts.
func (o Op) Binary() bool {
	switch o {
	case OpAnd, OpOr, OpUntil, OpRelease, OpSince, OpTriggered:
		return true
	}
	return false
}

// Temporal reports whether an operator looks at other positions or runs.
func (o Op) Temporal() bool { return o >= OpNext }

// Past reports whether an operator looks at positions before.
func (o Op) Past() bool { return o >= OpYesterday && o <= OpTriggered }

// dual returns the operator that is, between negations, the same.
func (o Op) dual() Op {
	switch o {
	case OpNext:
		return OpNext
	case OpAnd, OpFinally, OpUntil, OpYesterday, OpOnce, OpSince, OpForAll:
		return o + 1
	case OpOr, OpGlobally, OpRelease, OpWeakYesterday, OpHistorically, OpTriggered, OpExists:
		return o - 1
	}
	return o
}

// A Formula is a formula of linear temporal logic with past (Pnueli 1977; Lichtenstein, Pnueli
// and Zuck 1985), or, if it has path quantifiers, of CTL*. Implications and the like are written
// by [Not], [And] and [Or]. Formulas are never changed, and parts may be shared: an algorithm
// that goes through a formula asks [Subformulas], since as a tree a formula may be
// exponentially larger than it is in memory.
type Formula struct {
	Op          Op
	Atom        int // which atom; what the numbers mean is up to who built the formula
	Left, Right *Formula
}

// True returns the formula that always holds.
func True() *Formula { return &Formula{Op: OpTrue} }

// False returns the formula that never holds.
func False() *Formula { return Not(True()) }

// Atom returns the atom of a number.
func Atom(n int) *Formula { return &Formula{Op: OpAtom, Atom: n} }

// Not returns the negation of f, which is without a negation if f has one.
func Not(f *Formula) *Formula {
	if f.Op == OpNot {
		return f.Left
	}
	return unary(OpNot, f)
}

// And returns the conjunction of f and g, simplified if one is a constant.
func And(f, g *Formula) *Formula {
	switch {
	case f.Op == OpTrue, g.IsFalse():
		return g
	case g.Op == OpTrue, f.IsFalse():
		return f
	}
	return binary(OpAnd, f, g)
}

// Or returns the disjunction of f and g, simplified if one is a constant.
func Or(f, g *Formula) *Formula {
	switch {
	case f.Op == OpTrue, g.IsFalse():
		return f
	case g.Op == OpTrue, f.IsFalse():
		return g
	}
	return binary(OpOr, f, g)
}

// Implies returns that f implies g.
func Implies(f, g *Formula) *Formula { return Or(Not(f), g) }

// Iff returns that f and g are equal.
func Iff(f, g *Formula) *Formula { return Or(And(f, g), And(Not(f), Not(g))) }

// Xor returns that f and g differ.
func Xor(f, g *Formula) *Formula { return Iff(Not(f), g) }

// Next returns X f.
func Next(f *Formula) *Formula { return unary(OpNext, f) }

// Finally returns F f.
func Finally(f *Formula) *Formula { return unary(OpFinally, f) }

// Globally returns G f.
func Globally(f *Formula) *Formula { return unary(OpGlobally, f) }

// Until returns f U g.
func Until(f, g *Formula) *Formula { return binary(OpUntil, f, g) }

// Release returns f V g, in other books f R g.
func Release(f, g *Formula) *Formula { return binary(OpRelease, f, g) }

// WeakUntil returns f W g: f until g, or f for ever.
func WeakUntil(f, g *Formula) *Formula { return Release(g, Or(f, g)) }

// Yesterday returns Y f, which is false in the first position.
func Yesterday(f *Formula) *Formula { return unary(OpYesterday, f) }

// WeakYesterday returns Z f, which is true in the first position.
func WeakYesterday(f *Formula) *Formula { return unary(OpWeakYesterday, f) }

// Once returns O f.
func Once(f *Formula) *Formula { return unary(OpOnce, f) }

// Historically returns H f.
func Historically(f *Formula) *Formula { return unary(OpHistorically, f) }

// Since returns f S g.
func Since(f, g *Formula) *Formula { return binary(OpSince, f, g) }

// Triggered returns f T g.
func Triggered(f, g *Formula) *Formula { return binary(OpTriggered, f, g) }

// ForAll returns A f.
func ForAll(f *Formula) *Formula { return unary(OpForAll, f) }

// Exists returns E f.
func Exists(f *Formula) *Formula { return unary(OpExists, f) }

func unary(o Op, f *Formula) *Formula     { return &Formula{Op: o, Left: f} }
func binary(o Op, f, g *Formula) *Formula { return &Formula{Op: o, Left: f, Right: g} }

// IsFalse reports whether f is the constant that never holds.
func (f *Formula) IsFalse() bool { return f.Op == OpNot && f.Left.Op == OpTrue }
