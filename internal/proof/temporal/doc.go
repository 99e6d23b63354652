// Package temporal checks answers about formulas of linear temporal logic on the runs of Boolean programs. Each step is
// taken again by the judge, the interpreter of the syntax tree, and threads keep their slots, as [ltl.Propositions]
// describes.
//
// # Executions
//
// That a formula does not hold is shown by an execution: a lasso, or a prefix that refutes it however it goes on. The formula
// is evaluated anew in its positions.
//
// # Ranks
//
// That it holds is shown by a product of the configurations with an automaton of the formula's negation. A state of the
// automaton is a valuation of all parts of the negation (the tableau of Lichtenstein and Pnueli, "Checking That Finite State
// Concurrent Programs Satisfy Their Linear Specification", POPL 1985), so that the valuations of a run are
// determined by the run. They are accepted if they meet each condition again and again: f U g is false or g holds, f V g is
// true or g does not hold, and with fairness each thread moves or cannot move.
//
// Each pair of a configuration and a valuation has a rank. No step raises it, and each rank names a condition that no
// step meets which keeps it. So from some point on a run has one rank, and does not meet that condition any more: it is
// not accepted. To check this takes a look at each step alone, and no search.
//
// # Files
//
//	claim.go     what is claimed of which runs
//	run.go       the check of an execution
//	graph.go     the steps of threads that have slots
//	tableau.go   the valuations of a formula's parts
//	product.go   the product with its ranks: how it is made and how it is checked
//	document.go  both, of a certificate
package temporal
