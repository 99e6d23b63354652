// Package ltl has formulas of linear temporal logic with past, and of CTL* as far as other
// packages need it: how they are built, written and read, and on which runs they hold.
//
// # Idea
//
// A formula is a graph of operators over atoms. Atoms are numbers, whose meaning is up to
// who builds a formula: literals of a circuit, propositions about a program. All algorithms
// that answer for temporal properties take formulas of this package, and each counterexample
// of theirs can be judged by [Holds], which shares nothing with them.
//
// # Example
//
// G (request -> F grant) does not hold on the lasso of two positions in which request holds
// in the first one only and the second one is repeated:
//
//	f := ltl.Globally(ltl.Implies(ltl.Atom(0), ltl.Finally(ltl.Atom(1))))
//	ltl.Holds(f, ltl.Word{Length: 2, Loop: 1, Value: func(atom, position int) bool {
//		return atom == 0 && position == 0
//	}}) // false
//
// # Files
//
//	formula.go    formulas and how they are built
//	normal.go     parts, negation normal form, what the syntax of a formula tells
//	lasso.go      whether a formula holds on a run
//	print.go      formulas as text
//	parse.go      formulas from text; texterror.go has what may be wrong with it
//	program.go    atoms of formulas about Boolean programs
package ltl
