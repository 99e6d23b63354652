// Package ecut proves things about any number of threads by way of a bounded number: it raises
// that number until it is a cutoff.
//
// # The idea
//
// It searches breadth first ([algorithms.BFS]) for n = 1, 2, ... threads, until more threads
// reach no thread states that n do not reach (Kaiser, Kroening and Wahl, "Dynamic cutoff
// detection in parameterized concurrent programs", CAV 2010). n bounds the threads alive. Where
// threads are started by others, a step that starts one more is blocked; where the initial
// configurations have omega, all that have at most n threads take part. So what n threads reach,
// n+1 reach as well.
//
// That n+1 threads reach nothing new proves nothing: it may take n+2. But something new
// first comes about by one step from thread states that n threads reach. Those one
// step beyond are the candidates: where the active thread goes, where the child of a
// spawn begins, and where each bystander is then, a thread that the effect of the step
// may move or leave behind, in the shared state that the step leads to. Without
// candidates, n is a cutoff. Otherwise a backward search decides whether some candidate
// can be covered by an execution that until then has only thread states that n
// threads reach; these bound the search. If none can, n is a cutoff. If one can, or the
// search is larger than the forward one was, n grows. A target with several threads is
// one candidate more.
//
// # Invariant
//
// When n is a cutoff, all that is reachable consists of the thread states that n threads reach,
// and covers none of the configurations that the last backward search has found.
//
// # Soundness and termination
//
// Sound for all systems, for broadcasts and transfers, too. It is not complete: n may grow for
// ever, where a backward search does not end within its bound. For a single thread state there
// is always a cutoff, and an error is found, with few threads and at least depth, if there is one.
//
// # Cost
//
// Each n is a search of its own, the last of which takes longest; the backward search expands at
// most about as many configurations.
//
// # Files
//
//	ecut.go        Search, and its searches with n threads
//	candidates.go  the thread states that n threads reach, and what is one step beyond
package ecut
