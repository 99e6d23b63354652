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
// # Use
//
//	c := aig.New()
//	in := c.Input("in")
//	on := c.Latch("on", aig.Zero)
//	c.SetNext(0, c.Xor(on, in))          // a toggle
//	u := aig.Unroll(c, false)
//	s := sat.New(sat.Options{})
//	x := aig.NewClauses(u.Graph, s).Lit(u.At(on, 3))
//	s.Solve(ctx, x)                      // can it be on in frame 3?
//
// A run that a model gives is followed by [Replay], which shares nothing with the unrolling, the
// clauses and the solver.
//
// # Files
//
//	graph.go     and-inverter graphs
//	vector.go    arithmetic of bit vectors
//	circuit.go   latches, and what is asked of runs
//	cone.go      cones of influence
//	unroll.go    the frames of a run as one graph
//	clauses.go   clauses for a solver
//	simulate.go  simulation, 64 runs at a time
//	replay.go    the judge of runs
//
// # Letters
//
//	c, d     circuit
//	g        graph; or a gate, its node
//	l        literal; or a latch
//	n        node
//	u        unrolling
//	r        run
//	k        cone
//	v        values
//	x        input, or a literal of the solver
//
// # Cost
//
// A node takes 8 bytes, and 8 to 16 in the table by which equal ones are found. A literal in a frame
// of an unrolling takes 4 bytes more, for nodes that were ever asked for.
package aig
