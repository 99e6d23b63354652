// Package drat checks proofs that a formula in conjunctive normal form has no model. It shares
// no code with the solver.
//
// A proof is a list of steps. One adds a clause, another one deletes a clause. A clause may be
// added if it is RUP or RAT (Järvisalo, Heule, Biere, "Inprocessing Rules", IJCAR 2012):
//
//   - RUP (reverse unit propagation): if all its literals are false, unit propagation finds a
//     clause that is false. Then the clause follows from those that are there.
//   - RAT (resolution asymmetric tautology): each resolvent on its first literal with a clause
//     that is there is RUP. Then there is still a model if there was one.
//
// The proof is valid if it adds the empty clause, or unit propagation finds a false clause.
// Steps are checked forwards, each when it is read. As in drat-trim (Wetzler, Heule, Hunt, SAT
// 2014) a deletion is ignored if no such clause is there, or if it is the reason of a literal
// that follows by unit propagation alone: more clauses do not make a formula without a model
// out of one that has one.
//
// # Files
//
//	check.go      the steps
//	propagate.go  unit propagation
//	read.go       the two formats of proofs
package drat
