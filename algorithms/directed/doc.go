// Package directed searches forward, for any number of threads, to where the state equation
// says that the target is near.
//
// # The idea
//
// It goes on with the configuration that the state equation takes for nearest (greedy best-first
// search; Blondin, Haase and Offtermatt, "Directed reachability for infinite-state systems",
// TACAS 2021). It finds what needs many threads in few of many orders, where searches that
// visit configurations by their distance, or accelerate, drown.
//
// # Invariant
//
// Each configuration that is stored is reachable, with the edge that led there; what is in the
// queue has a successor that was not looked at.
//
// # Soundness and termination
//
// It proves nothing: it ends with [algorithms.Unsafe] and an execution, or with
// [algorithms.Incomplete] when there is nothing to go on with; it may run for ever. Edges at most
// create threads; others are refused as package km refuses them.
//
// # Cost
//
// How near a configuration is takes a linear program, so a configuration is taken to be as near
// as the one before it until its turn comes. A step that is in the solution for the one before it
// leads nearer by one, which needs no linear program, and is tried first.
//
// # Files
//
//	directed.go  all of it
package directed
