// Package abstraction makes Boolean programs of C programs: predicate abstraction for any number of threads (Donaldson,
// Kaiser, Kroening, Tautschnig, Wahl, "Counterexample-Guided Abstraction Refinement for Symmetric Concurrent Programs",
// Formal Methods in System Design, 2012).
//
// # Idea
//
// A predicate over globals is a shared Boolean variable, one that speaks of a thread's locals, and maybe of globals, a
// local one. A step of a thread sets the bits of all predicates that it may change to what they must become, decided by a
// SAT solver from the bits before, or to any value. It may change predicates of all other threads, too, where these speak
// of globals that it writes: those are assigned by x$, for each thread that is not moving, from that thread's bits.
//
// Bits of a thread that runs another function mean nothing. So each function f has a local bit in_f, set by the first
// statement of a thread; what a step does to other threads, and what is known of the bits of one, is asked under in_f$
// only, and never before the first statement, since a thread that is created copies the locals of its creator.
//
// # Soundness
//
// Each step of the C program has a step of the Boolean program between the bits of its configurations: bits are set to a
// value only if the other one is impossible, and a step is excluded only if it is. So if no assertion of the Boolean
// program fails, for any number of threads, none of the C program does.
//
// A counter that threads add 1 to and later subtract 1 from is no less than the number of those that own a share of it: a bit
// of each. If it is 0, nobody owns it; if it is 1, who owns it does so alone. A step that is taken only then clears this bit of
// all other threads, and a thread that owns the counter where it is does not move without it. To block the step instead would be
// the same, but a search for any number of threads wants more threads to do no less.
//
// Two threads never have the same ticket, which they draw from a global that only rises. Where the thread that moves has one
// that is equal to something, another one whose ticket is equal to the same is cleared in the same way.
//
// # Files
//
//	predicate.go predicates, and whose they are
//	tree.go      Boolean functions of bits, decided by a solver
//	cube.go      bits that exclude each other
//	step.go      steps as statements
//	write.go     the program as text
package abstraction
