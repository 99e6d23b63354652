// Package referee checks what searches answer, in tests: executions and invariants. It shares no
// code with what finds them. Configurations are maps, edges are fired by hand, and every condition
// of [tts.Invariant] is looked at by itself.
//
// # Files
//
//	check.go     executions; invariants of thread states and excluded configurations
//	cover.go     downward-closed invariants
//	linear.go    linear constraints
//	together.go  pairs of threads
//	unlisted.go  shared states that an invariant does not list
package referee
