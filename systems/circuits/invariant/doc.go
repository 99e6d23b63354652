// Package invariant checks proofs that no run of a circuit has a bad frame.
//
// # Idea
//
// A proof is clauses of literals of latches that hold in all frames but the first of a run. It
// does not matter how they were found. Two formulas about single frames have no model:
//
//   - the resets, Initial, Constraints, and: the frame is bad, or Steps hold and after the
//     step a clause is false;
//   - the clauses, Constraints, and the same.
//
// So first frames are not bad and the clauses hold after a step from them; a step preserves
// them, and no frame in which they hold is bad. That is all frames.
//
// A solver says that a formula has no model, and a checker of its proof says so too (package
// drat). The formulas are made here from the nodes of the circuit: nothing is shared with
// what unrolls circuits, makes clauses of them or finds invariants.
package invariant
