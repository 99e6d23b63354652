// Package certificate checks certificates about Boolean programs.
//
// # The idea
//
// A certificate says why an answer is right; package proof has it as data, and what it is
// for. Here it is handed to the checker of its evidence:
//
//   - an execution, or a set of configurations that are counted: package configurations;
//   - summaries of procedures, or a set of configurations as a decision diagram: package diagrams;
//   - a product with the automaton of a formula: package temporal.
//
// Those about thread-transition systems have configurations only. Those about circuits and about labels of C programs are
// checked where their languages are: packages invariant and boxes.
//
// # The invariant
//
// Nothing here decides anything about a model: a certificate is accepted if a checker of its evidence
// accepts it. No checker imports what finds answers.
package certificate
