// Package boxes checks that a union of boxes is an invariant of an event-condition-action program
// in C (package eca). It shares nothing with the analyses that find invariants: it executes the
// syntax tree.
//
// # Idea
//
// The states at the head of the loop that are in a box go through a turn together, with all inputs.
// A variable is then a term over what the turn began with and its inputs. Where a condition holds for
// some values only, the box is split, and both parts go on by themselves. So a path is decided for
// all of its box, and what it leads to is compared with the union of the boxes.
//
// # Soundness
//
// A set of values of a term has all of its values, as arithmetic on intervals does. It may have
// others: then a box that leads out of the union is split, until its terms have one value each.
// What is rejected can thus be right, if that took more work than is allowed; what is accepted is
// right. Arithmetic wraps around at 32 bits, as the interpreter of package eca does it.
//
// Inputs are all numbers. Only where a program keeps inputs from one turn to the next they are those
// of the alphabet, which package eca says is exact.
//
// # A worked example
//
//	int n = 0;
//	int main() { while (1) {
//	  int input = __VERIFIER_nondet_int();
//	  if (input == 1 && n < 100) n = n + 2;
//	  if (n < 0) low: assert(0); } }
//
// The box n = 0..101 is an invariant that excludes low. The first condition splits it at the input
// 1, and the part with that input at n = 99. Then n is the term n + 2, of values 2..101, or n.
//
// # Files, in reading order
//
//	check.go      invariants, and when one is closed
//	turns.go      the execution of a turn on boxes
//	terms.go      what variables are within a turn
//	intervals.go  sets of integers, and arithmetic on them
package boxes
