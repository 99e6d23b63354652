// Package aig has circuits: and-inverter graphs with latches.
//
// # Idea
//
// A Boolean function is a graph of conjunctions of two and of negations on its arrows (Kuehlmann
// and others, "Robust Boolean Reasoning for Equivalence Checking and Functional Property
// Verification", 2002). Equal conjunctions are one node, so equal parts of a system are built
// once. With latches it is a finite state machine, and what is asked of its runs are literals
// in its frames.
//
// # Files
//
//	graph.go    and-inverter graphs
//	circuit.go  latches, and what is asked of runs
//	unroll.go   the frames of a run as one graph
//	clauses.go  clauses for a solver
//	cone.go     cones of influence
//	simulate.go simulation, 64 runs at a time
//	replay.go   the judge of runs
package aig
