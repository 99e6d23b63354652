// Package witness makes and checks witness circuits: certificates that no run of a circuit has a bad frame, as the hardware model
// checking competition asks for them since 2024.
//
// # The idea
//
// A witness is a circuit that simulates the model and whose own property is inductive: its bad literal is never true
// in a first frame, and never true after a frame in which it is not (Yu, Biere and Heljanko, "Progress in Certifying Hardware Model
// Checking Results", CAV 2021; Yu, Froleyks and Biere, "Stratified Certification for k-Induction", FMCAD 2022). K are the
// inputs and latches that both have. With R for resets, F for next states, C for constraints and P for the property, primed in the
// witness, and a number for the frame, five formulas have to be valid:
//
//	reset       R{K} & C => R'{K} & C'
//	transition  F{K} & C0 & C1 & C0' => F'{K} & C1'
//	property    C & C' & P' => P
//	base        R' & C' => P'
//	step        P0' & F' & C0' & C1' => P1'
//
// Reset functions must not rest on each other in a circle; the reader of the format refuses those that do. Oracles and gates that stand for latches of the
// model are not known here.
//
// # What is made
//
// Of clauses that hold in all frames but the first, as the engines have them, the witness is the model with one latch more, which is on in first
// frames. Its property is that of the model and, in a first frame, that all resets agree, else that the clauses hold.
//
// # The invariant
//
// Each formula is refuted by a SAT solver whose proof is checked by a program that shares nothing with it (package clausal).
//
// # Files
//
//	witness.go  Make
//	check.go    Check
package witness
