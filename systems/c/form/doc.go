// Package form has the typed integer form of C programs with threads: an automaton for each function that a thread runs,
// whose edges read and write machine words at once.
//
// # Meaning
//
// A configuration gives each global and each element of an array a value, and has threads, each at a node of an automaton
// with values of its locals. The first thread runs automaton 0 from its entry; its locals may be anything. An edge can be
// taken by a thread at its From if there are values of its inputs with which the guard is 1. Then all updates happen at
// once, from the values before, and the thread is at To. If it starts an automaton, there is a thread more, at the entry,
// whose locals may be anything but what Arguments say. An edge that is a check leads nowhere: it fails if there are
// values of its inputs with which the guard is 1 and the condition 0. A thread at a node without edges never moves again.
//
// # Files
//
//	form.go    programs, automata, edges
//	sane.go    what has to hold of a program
//	print.go   programs as text
//	compose.go edges one after the other
//	counters.go counters that count threads
//	tickets.go  tickets that threads draw
//	locks.go   what locks protect
//	races.go   data races as checks
//	points.go  what schedulers see of steps
//	constants.go locals that have one value
//	slice.go   what an assertion depends on
//	reduce.go  fewer nodes and variables with the same failures
package form
