// Package diagrams checks proofs about Boolean programs that are decision diagrams: sets of
// valuations too large to be counted one by one.
//
// # The idea
//
// That a set is inductive is a list of implications between diagrams, one for each way in which a
// statement can go. The decision diagrams are the checker's own ([diagrams]), and so is what statements
// do to them ([statements]): nothing is shared with what finds answers. The judge says how
// statements follow each other; it does not execute them here, but the tests compare.
//
// # Kinds of sets
//
//   - Summaries: of one thread that calls procedures, for each program counter pairs of
//     valuations, of the variables at the entry of the procedure and now. See [summaries].
//     With the globals that threads leave behind for others, of any number of threads. See
//     [interference].
//   - Diagram: a finite set of configurations, for a bounded number of threads. Each thread has a
//     slot. See [configurations].
//
// # The invariant
//
// A diagram is the number of its root, and two that have the same meaning have the same number. Each
// variable stands in the order once for each moment of a step, before and behind it among others.
// An error in a diagram, or a limit, is kept until it is asked for: an implication that was not
// decided does not hold.
//
// # A worked example
//
//	decl x := 0;
//	void main() begin assume(x); assert(0); end
//
// At the assertion, the summaries have no pair: false. The assumption takes pairs in which x is 1 to it. There
// are none in front of it: main begins with x = 0, and false is implied by x & !x.
//
// # Files
//
//	check.go           Check, by the kind of evidence
//	diagram.go         decision diagrams, and how they are read
//	statements.go      what statements do to valuations
//	summaries.go       summaries of procedures
//	summariesread.go   how they are read
//	interference.go    threads that interfere with each other
//	configurations.go  sets of configurations
//	space.go           their variables
//	changes.go         what the steps of a thread do to them
//	affected.go        what steps do to other threads
package diagrams
