// Package configuration explores the configurations of a program of threads, context by
// context.
//
// # Idea
//
// A configuration has the globals and the stack of each thread. In one context one thread
// moves while all others stand still; so its procedures can be summarised, and nothing grows
// with the number of contexts (tests compare with that theory as a formula). Here:
//
//   - The states of the procedure in which a thread goes on, and of those to which that
//     returns, are sets of configurations: nobody asks with what these procedures once began.
//   - What is called in the context and returns in it is one step, by a summary without
//     interruptions.
//   - What is called in the context and interrupted in it is found at its end, from the
//     summaries of all procedures on the stack.
//
// Stacks of threads that do not go on are forgotten (the set of threads of an end). In the last
// context nothing interrupts the thread any more: globals that are not live are forgotten.
//
// # Memory
//
//	globals │ thread 0: place, call 1, call 2, ...; locals 0, 1, ... │ thread 1: ...
//	          └ where it goes on, or unstarted, or ended
//
// A procedure has a fixed depth on the stack: behind all that may call it. So there is none
// if threads are interrupted in recursion, but for what is unrolled; TooHigh says that a thread
// was interrupted beyond that.
//
// # Invariant
//
// The end of context k has all configurations in which that thread can end it and in which no
// context before ended, for exactly the stacks that it names. When no context k has new ones,
// with all stacks, no more context switches reach anything.
//
// # Files
//
//	stack.go        decision variables of stacks; sets of threads
//	search.go       Search
//	context.go      Move: what one thread does in one context
//	interrupted.go  where it can be interrupted in what it has called
//	ends.go         how contexts follow one another; which thread reaches the target
//	witness.go      Schedule, Pick: the way back from the target
//
// # Words
//
//	t, u       threads
//	k          number of a context
//	end        where a thread can end a context
//	keep       the stack of the thread that moves is asked for
//	row        a row of decision variables for the locals of one procedure on a stack
//	were       the values of stacks when the context began
package configuration
