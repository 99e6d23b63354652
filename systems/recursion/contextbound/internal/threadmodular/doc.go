// Package threadmodular proves that no number of context switches leads to the target, with
// any number of copies of the threads.
//
// # Idea
//
// A thread is interrupted with some globals and goes on with others. Thread-modular
// verification (Flanagan and Qadeer, "Thread-modular model checking", SPIN 2003) forgets how
// these are related: each thread goes on with any globals with which some thread can be
// interrupted. These are the least set with
//
//	reachable = start ∪ { g | some thread, which begins and goes on with reachable globals,
//	                          is interrupted with g }
//
// # Soundness
//
// It says too much, never too little: also, procedures that were interrupted return to all
// that may have called them, whatever the globals were then. So false is a proof, for any number
// of threads and context switches, and true says nothing.
//
// # Cost
//
// Summaries with at most one interruption, which stands for any number of them; the globals at
// it are not told apart.
//
// # Files
//
//	threadmodular.go  MayReach
//	proof.go          Prove: the same with summaries of all globals, to be written down
package threadmodular
