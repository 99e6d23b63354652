// Command checker checks certificates a second time: why an answer about a thread-transition system, or about a circuit
// in the format AIGER, is right. It was written from the reference pages alone (docs/certificates.md, docs/tts.md), and
// imports nothing but the standard library.
//
//	go run ./examples/checker MODEL CERTIFICATE
//
// It prints VALID with what is proved, or INVALID with the reason, and exits with 0 or 1. It exits with 2 if it does not
// check such a certificate.
//
// # Idea
//
// A set of configurations has the initial ones, none with the target, and none from which a step leads out of it. Of
// [question.checkSet] it is listed, and steps go forward. Of [invariant] it is what has none of some multisets of threads:
// steps go backward from these. Nothing is clever; what takes time is looked up once.
//
// # Files
//
//	main.go       what a certificate is, and which checks it takes
//	net.go        nets, multisets of threads, steps
//	sets.go       executions, states, covers
//	excluding.go  multisets that do not occur, linear constraints
//	circuit.go    circuits, clauses
//	solver.go     a SAT solver
package main
