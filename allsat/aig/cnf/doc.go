// Package cnf has questions about circuits as files for other solvers: a bound of bounded model
// checking as DIMACS, and the diameter as QDIMACS (Biere, Cimatti, Clarke and Zhu, "Symbolic Model
// Checking without BDDs", 1999).
//
// # Files
//
//	bound.go    the formulas
//	formula.go  how they are kept and written
package cnf
