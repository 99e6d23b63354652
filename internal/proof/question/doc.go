// Package question has what is asked about a Boolean program, as far as all forms of proof need it.
//
// # The idea
//
// A question names a label, an assertion or threads; a proof is about program counters. A [Program]
// has both: the program, the judge that executes its statements, and the program counters at which
// something would be wrong. What proofs are about, configurations or decision diagrams, is
// defined in packages of their own, which do not know each other and both begin with a Program.
//
// # The invariant
//
// Nothing here is shared with what finds answers: labels and statements are looked up in the syntax
// tree and by the judge.
//
// # Files
//
//	question.go    the question, and where its program counters are
//	irrelevant.go  variables that have no influence
package question
