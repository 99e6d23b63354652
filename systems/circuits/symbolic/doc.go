// Package circuit decides what circuits do by decision diagrams: whether a bad state can be
// reached, formulas of linear temporal logic with past, and all of computation tree logic,
// with fairness.
//
// # Idea
//
// A set of states is a Boolean function of latches, and a step is a relation between the
// values of latches, those of inputs, and the next values of latches (Burch, Clarke, McMillan,
// Dill and Hwang, "Symbolic Model Checking: 10^20 States and Beyond", LICS 1990). The relation
// is a conjunction: one conjunct for each latch, and those that the circuit demands. It is never
// made whole. Conjuncts are joined to clusters of some thousand nodes; an image conjoins one
// cluster after the other, and quantifies a variable as soon as no later cluster mentions it
// (Burch, Clarke and Long, 1991; Ranjan and others, IWLS 1995).
//
// # States
//
// A state is valid if some inputs satisfy the constraints in it; there are no others. If what
// the first frame has to satisfy depends on inputs, a latch that is false there only carries it,
// so that first frames are states with a constraint, like all others.
//
// # Questions
//
// [Reach] searches forwards, breadth first, so that a counterexample is a shortest run. Its
// proof is the set of all that is reached, as clauses.
//
// [LTL] adds to the circuit a tester of the formula's negation (package tester; Clarke, Grumberg
// and Hamaguchi, CAV 1994). If it can be satisfied by a finite run, whatever follows, the search
// forwards finds a shortest one. Otherwise a counterexample is a fair lasso. The states in
// which one begins, among those reached, are the greatest set of states from each of which, for
// each condition of fairness, a path in the set leads to a step in the set that satisfies it
// (Emerson and Lei, LICS 1986): conditions may depend on inputs.
//
// [CTL] computes the set of states for each part of the formula, with until and the set above as
// the only fixed points. As with NuSMV, path quantifiers are about infinite fair paths, and
// initial states in which none begins do not count.
//
// Searches backwards know the reachable states: functions are simplified where these do not
// matter, which makes relations of systems with few reachable states much smaller.
//
// # Order of variables
//
// It begins as latches and inputs as a search in depth from the property meets them, the next
// value of a latch below the latch. So it does not depend on how the circuit was written down.
// When some thousand nodes are live, latches and inputs are moved to where the diagrams are
// smallest (package bdd), and again when these have grown: a queue that is compared with a
// shift register, or registers whose bits meet distant ones, are small only then.
// Moving variables to the middle of what they are used with (FORCE), which package reach does
// for programs, makes a queue in a circular buffer ten times slower here.
//
// # Cost
//
// Diagrams are for control: counters, arbiters, protocols, buffers of small depth. They
// are not for multipliers, nor for data that are compared in ways that no order suits. A
// search takes as many images as the circuit is deep.
//
// # Files
//
//	options.go    what is asked and what is answered
//	order.go      the order of variables
//	chain.go      relations as conjunctions
//	machine.go    circuits as sets and relations; images
//	reach.go      reachable states
//	invariant.go  the proof
//	run.go        from paths to runs
//	fair.go       paths backwards; fair paths and lassos
//	ltl.go        linear temporal logic
//	ctl.go        computation tree logic; deadlocks
//	compute.go    numbers of steps between sets of states
//	witness.go    its counterexamples
package circuit
