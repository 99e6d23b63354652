// Package arcs has the arcs of a system, its edges over identifiers, and fires them backwards.
//
// # The idea
//
// Where threads are not counted, which thread states can be reached is a least fixed point over
// single thread states ([Forward]); the edges between these, as a [Cover], are all that is ever
// asked of the system. Which pairs of threads can be there at once ([Pairing]) is one over pairs.
// [Arrivals] has the arcs by where they lead, so that what leads to a configuration is found
// without looking at all of them. Where thread states are very many, [Preimages] asks the system
// for the arcs to what a search comes to, and only those.
//
// # Invariant
//
// Every reachable configuration consists of thread states of the cover and of pairs of the
// pairing. [Arrivals.Pre] finds each covering predecessor that does, with some that are not
// minimal.
//
// # Soundness and termination
//
// Both fixed points are over finitely many states, and over-approximate: what they leave out
// cannot be reached. What is free ([Freedom]) need not be asked for, since there are as many of
// such threads as one likes.
//
// # Cost
//
// A system is asked once for each thread state of the cover. A pairing takes a bit for each pair
// of local states in each shared state that is not passed by, so it is worked out bit by bit and
// beside a search. Where work is shared between searches, a [Budget] bounds it.
//
// # Files
//
//	forward.go    Cover, Arc, Effect: the thread states that can be reached, threads not counted
//	starts.go     the initial configurations
//	roots.go      the minimal elements of a target
//	arrivals.go   the arcs by where they lead
//	fire.go       how they are fired backwards
//	free.go       threads not to ask for
//	pairs.go      the pairs of threads that can be there at once
//	preimages.go  arcs asked of the system when a search comes to need them
//	budget.go     work by turns
package arcs
