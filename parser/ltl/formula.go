// This file defines the formulas of temporal logic.

package ltl

// An Op is the operator of a formula.
type Op uint8

// Operators. Of those with two arguments, Left is the first one; of those with one, it is
// in Left.
const (
	True          Op = iota
	Atom             // Formula.Atom says which
	Not              // not Left
	And              // Left and Right
	Or               // Left or Right
	Next             // X: Left holds in the next position
	Finally          // F: Left holds now or later
	Globally         // G: Left holds from now on
	Until            // U: Right holds now or later, and Left until then
	Release          // V: Right holds up to and with the position where Left holds, or for ever
	Yesterday        // Y: there is a position before, and Left holds in it
	WeakYesterday    // Z: Left holds in the position before, if there is one
	Once             // O: Left holds now or held before
	Historically     // H: Left holds now and held always before
	Since            // S: Right holds now or held before, and Left since then
	Triggered        // T: the dual of Since
	ForAll           // A: Left holds on all runs from here
	Exists           // E: Left holds on some run from here
)

// A Formula is a formula of linear temporal logic with past (Pnueli 1977; Lichtenstein, Pnueli
// and Zuck 1985), or, if it has path quantifiers, of CTL*. Implications and the like are written
// by [Not], [And] and [Or]. Formulas are never changed, and parts may be shared.
type Formula struct {
	Op          Op
	Atom        int // which atom; what the numbers mean is up to who built the formula
	Left, Right *Formula
}
