// Package word has terms over machine words, and decides what holds of them by circuits.
//
// # Idea
//
// A term is an expression of a C program after all conversions: each operation says its width, and signed and unsigned
// ones differ by the operation, not by the type of what they are applied to. Equal terms are one, so a term is its
// number. What can be told from the shape of a term is told when it is made. The rest is asked of a SAT solver about the
// circuit that computes the term ([Solver]): exactly, at the full width.
//
// # Semantics
//
// Operations are those of the theory of bit vectors in SMT-LIB: everything wraps, a division by zero gives all ones, its
// remainder the dividend, and a shift by the width or more gives zeros (or copies of the sign). That the program does
// none of this is for who makes the terms to assume. Truth values are words of one bit.
//
// # Files
//
//	term.go    terms and how they are made
//	walk.go    variables, substitution, atoms, values
//	print.go   terms as C
//	parse.go   terms from C
//	circuit.go circuits of terms
//	solver.go  questions about terms
package word
