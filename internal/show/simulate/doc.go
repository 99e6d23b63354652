// Package simulate walks through executions of a Boolean program, one statement at a
// time: whoever uses it picks the thread and, where a statement leaves a choice, what it
// does.
//
// # Idea
//
// A simulation is a list of states, the last of which is where it is. Steps come from the
// judge, the interpreter that follows the reference semantics, so that what can be done
// here is by definition what the program can do. Threads have identities: they are
// numbered in the order in which they appear. A statement of an atomic section is a step
// of its own, in which the other threads stand still.
//
// A statement that assigns k variables at will has 2^k results. At most [MaxMoves] of them
// are listed, and a random walk takes one of those.
//
// # Files, in reading order
//
//	walk      walks through anything with threads: states, moves, undo, random steps, the shortest way to a place
//	simulate  simulations: walks through a Boolean program
//	place     places and variables by name, and where threads are
//	trace     simulations as traces, and the other way round
package simulate
