// Package reduce makes skeletons of graphs of operations: it keeps the data on which a choice
// between different operations depends.
//
// A thread-modular analysis (Flanagan and Qadeer 2003) finds which values are possible where, and
// removes the branches that they decide. Branches behind which the same operations follow do not
// matter, nor does what only they depend on: a slice (Weiser 1981) with the operations as
// criterion. The locations that are left become variables. Of their values, those are told apart
// that a condition tells apart, by refinement as in the minimisation of automata (Moore 1956).
//
// # Files
//
//	prune.go, interfere.go, live.go
//	                        which values are possible at each node; branches that they decide
//	slice.go                which branches and which data matter
//	hidden.go               objects that only their makers can see
//	partition.go            which values are told apart
//	others.go               waits for one of many objects that matter to who waits for the one that is told apart
//	private.go, cover.go    accesses that are part of no race; those with locks that are not followed
//	output.go               the skeleton
//	asking.go               loops that ask for data of which nothing is known
//	poll.go                 select statements in loops that poll
//	rounds.go               loops around Wait of a Cond that somebody may wake for ever in vain
//	fold.go, merge.go       copies of copies; goroutine bodies that are the same
package reduce
