// Package bws searches backward, for any number of threads.
//
// # The idea
//
// The configurations from which the target can be covered are an upward-closed set, which has
// finitely many minimal elements: configurations ordered by their counters are
// well-quasi-ordered, and more threads can do whatever fewer can (but for effects that block).
// Starting with the minimal elements of the target, their covering predecessors are added
// until there are none or one is below an initial configuration (Abdulla, Čerāns, Jonsson,
// Tsay, "General decidability theorems for infinite-state systems", LICS 1996; for systems
// that answer one thread state at a time Liu and Wahl, "Infinite-state backward exploration of
// Boolean broadcast programs", FMCAD 2014).
//
// What cannot be reached is dropped as far as it is cheap to know: thread states that are not
// reachable when threads are not counted, pairs of threads that are never there at once, and
// what has no solution of the state equation.
//
// Only thread states that are reachable when threads are not counted can be part of a
// predecessor that matters. They are computed first, and the rest of the system is not looked
// at ([ForwardImages]). Where they are very many, the predecessors are asked of the system
// instead ([BackwardImages]): pre-images as in the paper, which come up with all values of
// variables, reachable or not. [Images] says which, or leaves the choice to the search.
//
// # Invariant
//
// No element of the antichain covers another one, but for what was covered only later; each
// has a predecessor's arc that leads to its parent, and the chain of these ends in the target.
// Every covering predecessor of an element that was expanded is above an element, or cannot be
// reached.
//
// # Soundness and termination
//
// Sound and complete, with broadcasts and transfers; it terminates for finitely many shared
// and local states. An Unsafe answer comes with an execution, found by following the chain of
// predecessors forward. Where a thread can block the step of another (an effect of kind All
// with nowhere to go) more threads may do less, and a chain may not be an execution; if none
// is, the answer is Unknown. Safe is right even so. Its invariant are the thread states and
// pairs that can be reached, without what is above the minimal elements, and with the linear
// constraints that were used.
//
// # Cost
//
// The number of minimal elements can grow faster than any primitive recursive function, and
// is small in most programs. An element is compared with those of the same shared state that
// are filed under one of its local states.
//
// # Files
//
//	bws.go        Search, and the proof of a Safe answer
//	reachable.go  local states that are reached where threads are not counted
//	either.go     the choice between images and pre-images
//	roots.go      where it begins, if pre-images are asked for
//	search.go     its loop
//	queue.go      in what order it goes on
//	antichain.go  its minimal elements
//	trace.go      its executions
package bws
