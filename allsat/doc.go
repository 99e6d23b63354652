// Package allsat has Boolean formulas with nondeterministic choice, and a solver
// that enumerates all their models: the engine behind images of statements.
//
// # Idea
//
// What a statement of a Boolean program does is a formula over variables before
// and after the step. Its post-image of a state is the set of models of that
// formula over the variables after, given those before; its pre-image is the
// same with the roles exchanged (Liu and Wahl, "IJIT: An API for Boolean Program
// Analysis with Just-in-Time Translation", 2017, section 4.2). The formulas
// are tiny and the same few are asked again and again, millions of times a
// second, each time with another valuation.
//
// So a formula is compiled once, into a [Query] for a set of unknown variables:
//
//  1. Stars are eliminated ([Formula.MayBe]). "f may be 1" becomes an ordinary
//     formula: each part p turns into the pair "p may be 0" and "p may be 1"
//     (dual rail), which operators combine. * is the pair (1, 1).
//  2. The result becomes a circuit of and, exclusive or, and if-then-else, in
//     which equal gates are one gate.
//  3. The conjuncts of the circuit are grouped so that no two groups share an
//     unknown variable. Models of the whole are the combinations of models of the
//     groups. In x, y := e1, e2 each target is a group; constrain joins those
//     that it mentions.
//  4. A group of few variables becomes a table from the values of the known
//     variables to the set of models, one bit for each assignment of the unknown
//     ones. This is all there is to most statements: asking is then gathering the
//     known bits, one look-up, and writing down the models.
//  5. A group of many known but at most six unknown variables is evaluated gate
//     by gate with one word operation each, in which the 64 bits are the 64
//     assignments of the unknown variables. The result is the set of models.
//  6. Any other group is searched.
//
// # Search
//
// The search assigns wires of the circuit {0}, {1} or the open {0, 1}. It demands
// that the group's conjuncts are 1 and draws conclusions through gates in all
// directions: both sides of a true conjunction are true; the last open side of a
// false one is false; two of the three wires of an exclusive or determine the
// third; and so on. If x' = e is demanded and e is known, x' follows without a
// decision, and where only x' is known the conclusions run into e.
// A gate whose value was demanded but does not yet follow from its inputs is an
// open demand; decisions are made only to meet open demands (as in test pattern
// generation for circuits, Goel's PODEM). When there are none left, the assigned
// variables alone make the formula true: they are a cube of models, in which all
// open variables may have any value. After a contradiction the search goes back
// to a decision that the contradiction rests on (Prosser 1993).
//
// # Invariant and soundness
//
// At any time the models are those in the cubes found, plus those that extend
// the decisions, plus those on the other side of decisions that have been tried
// one way only. What is assigned holds in all models that extend the decisions,
// so none is lost; it follows from the assigned variables when a cube is found,
// so nothing is added; and two cubes differ in a decision, so none is found
// twice. The search ends because each decision is taken back once. It needs
// memory linear in the circuit, plus a bit for each pair of decisions that are
// open at the same time, and nothing for the models found. No size is capped.
//
// # Why no conjunctive normal form
//
// A solver with clauses would first have to rename subformulas: more variables
// and clauses than the formula has operators. The new variables are determined
// by the old ones, but the solver would not know that it may leave them alone.
// After each model it would need a clause that excludes it. Learning pays on long
// searches, and the formulas of statements hardly need any. The paper found simple
// enumeration to be faster; this package keeps that and adds the cubes.
//
// # Values
//
// Every * chooses on its own, so an expression has a set of values, a [Value].
// [Formula.Eval] says what it is and is the reference for the rest of the package.
//
// # Example
//
// Before x := * constrain ('x | y) let x and y be variables 0 and 1, x after it be
// variable 2:
//
//	step := allsat.And(
//		allsat.Eq(allsat.Var(2), allsat.Star()),    // x' may be anything
//		allsat.Or(allsat.Var(2), allsat.Var(1)))    // constrain 'x | y
//	post := allsat.Compile(step, []int{2})
//	models := post.AppendModels(nil, []uint64{0b000}, nil) // y = 0: [0b100], x' is 1
//
// A valuation is the words of a bitset (github.com/bits-and-blooms/bitset): variable v
// is bit v, and bitset.From reads words without copying them.
//
// # Files
//
//	formula.go    Formula: constructors with simplification; print.go, value.go
//	walk.go       Eval, MayBe, Vars: passes over a formula; fold.go for those of others
//	equation.go   a formula taken apart into equations
//	circuit.go    and, exclusive or, if-then-else, equal gates once; cone.go cuts out
//	query.go      Query: Compile, the parts and how each is answered
//	answer.go     AppendModels, Satisfiable, Models, Cubes: the ways to ask
//	scratch.go    Scratch: combinations of the models of parts
//	layout.go     groups of variables moved between a valuation and a number
//	plan.go       what the search needs to know of a circuit
//	search.go     decisions; propagate.go conclusions, backjump.go how far to go back
//
// # Words
//
//	model    an assignment of the unknown variables under which 1 is a value
//	cube     models that differ in open variables only
//	part     conjuncts that share unknown variables
//	sweep    evaluation under 64 assignments at once
//	blame    the decisions that leave another one no choice
package allsat
