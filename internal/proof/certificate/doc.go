// Package certificate checks certificates of all forms.
//
// # The idea
//
// A certificate says why an answer is right; package proof has it as data, and what it is
// for. Here it is handed to the checker of its form:
//
//   - an execution, or a set of configurations that are counted: package configurations;
//   - summaries of procedures, or a set of configurations as a decision diagram: package diagrams;
//   - clauses of a circuit, over its latches: package invariant;
//   - inputs that lead to labels of a C program, and boxes that its turns do not leave: package boxes.
//
// # The invariant
//
// Nothing here decides anything about a model: a certificate is accepted if a checker of its form
// accepts it. No checker imports what finds answers.
//
// # Files
//
//	check.go    Check, by the kind of model and of evidence
//	circuit.go  circuits: clauses as they are written
//	labels.go   C programs: inputs and boxes as they are written
package certificate
