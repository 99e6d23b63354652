// Package proof has certificates as data: a question about a model, the answer, and why it is right.
//
// # The idea
//
// An answer of a model checker comes out of a large program; a reason for it can be
// checked by a small one (Namjoshi, "Certifying model checkers", CAV 2001; the
// certificates and checkers of SAT solvers). For UNSAFE the reason is an execution. For
// SAFE it is an inductive set of configurations: it has the initial ones, no error, and
// whatever a step leads to from it. How the set was found does not matter.
//
// A [Document] is what is written and read. There is one field of [Evidence] for each form of proof,
// and one kind of evidence in a document. Whoever makes or reads documents imports this package and no
// checker; whoever checks some forms imports their checkers and no others:
//
//   - package configurations: executions, and sets of configurations that count threads;
//   - package diagrams: summaries of procedures, and sets of configurations as decision diagrams;
//   - package certificate: all that there is about programs.
//
// A model is proved something about as a [Subject], whose [Form] is the checker for its kind. Those for circuits and for C
// programs are where their languages are.
//
// # The invariant
//
// Nothing is imported here, and the JSON of a version never changes: what is added makes a new
// [Schema]. What is wrong with a document is always a [Rejected].
//
// # Files
//
//	document.go     a certificate as data, reading and writing it
//	words.go        what it says, in words
//	subject.go      what it is about, and whether it fits that
//	certificate.go  certificates for those who ask for one
package proof
