// Package refinement decides whether an execution of the Boolean program is one of the C program, and if it is not, what
// the Boolean program has to know: which bits no step has together, or which predicates are missing.
//
// # Files
//
//	path.go       executions of the Boolean program as paths of the C program
//	exclude.go    steps that are impossible alone
//	mine.go       predicates that exclude a path
//	invariants.go comparisons that exclude failures
package refinement
