// Package bmc checks circuits by deciding formulas about runs of bounded length: bounded
// model checking (Biere, Cimatti, Clarke, Zhu, "Symbolic Model Checking without BDDs", TACAS
// 1999).
//
// # Idea
//
// A run of k steps is k+1 frames: copies of the circuit, each of which takes its state from
// the one before. That it is a counterexample is a formula about the frames, and a solver for
// propositional formulas finds it or proves that there is none. Ask for k = 0, 1, 2 and so
// on: the first answer is a shortest counterexample. Of states, several k are asked for at once.
//
// A property of infinite runs is false on a run that ends in a loop: the state after the last
// frame is that of an earlier one. So the formula says that there is a loop and
// that the negation of the property holds on the run that goes round for ever; or that it
// holds on the finite run already, whatever follows.
//
// All bounds are asked of one solver. Clauses about frames stay, and with them what has been
// learned from them.
//
// # Proofs
//
// Bounded model checking alone proves next to nothing. [Induction] proves safety. A property
// of infinite runs becomes one of safety by [LivenessToSafety], for induction or any other
// algorithm.
//
// # Words
//
// The bound k is the number of the last frame. A counterexample has k+1 frames, and if it is a
// lasso k+1 different positions: the last one is left to the first of the loop. NuSMV
// repeats the state where the loop begins, so its lengths are one more.
//
// A path is a sequence of frames, a run one that begins in a first state.
//
// # Use
//
// A loop is closed only when all latches of the circuit have their values again, so first
// take the cone of influence of a property (aig.NewCone).
//
// # Files
//
//	options.go    what is asked and answered
//	path.go       the frames of a run in a solver
//	check.go      one question for each bound
//	within.go     one question for several bounds
//	weight.go     frames that are longer than a step
//	formula.go    formulas without negations
//	loops.go      where a loop begins
//	linear.go     the linear encoding of formulas
//	recursive.go  the recursive encoding of formulas
//	induction.go  k-induction and the recurrence diameter
//	distinct.go   paths that repeat no state
//	command.go    external solvers
//	liveness.go   from liveness to safety
package bmc
