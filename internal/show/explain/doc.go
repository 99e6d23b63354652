// Package explain says in the words of the input what a proof says: which values variables have wherever a thread is, which
// lines no two threads are at together, and why what could go wrong does not.
//
// # The idea
//
// A proof of safety is a set of configurations that no step leaves ([proof.Evidence]), written by an algorithm, and by far too
// large to be read. What people would write down is some small property of all its configurations: whenever a thread is at
// lines 20 to 27, lock = 1 and no other thread is there. So the set is projected to what one thread sees, the valuations
// with which it is at a line, and to pairs of lines that two threads are at together. Of the first, literals are looked for that all
// valuations have, and pairs of variables that are related; of the second, lines that exclude each other. What holds at the
// same lines is one sentence. It is known how a program was made from C: then it speaks of that.
//
// # The invariant
//
// Everything that is said holds in all configurations of the set, outside of atomic sections that are one step: so in all that are reached, if the set is a
// proof. Nothing is said that is only likely. Projections lose what relates several threads, so not all that the set says is
// said; why an assertion holds is always said, if need be by all values that its variables have there.
//
// # A worked example
//
//	5  m := 1 constrain !m;
//	6  inside := 1;
//	7  assert(inside);
//	8  inside := 0;
//	9  m := 0;
//
// At lines 6 to 9 all valuations have m = 1, which is one sentence, and at 7 and 8 inside = 1. No two of these lines are
// together: at most one thread is at lines 6 to 9. The assertion holds since inside = 1.
//
// # Files
//
//	explain.go    explanations, of programs
//	observe.go    what threads see in a set of configurations; diagrams.go where it is a decision diagram
//	relations.go  what holds of all valuations
//	lines.go      lines, and how sets of them are written
//	others.go     explanations of transition systems, circuits and labels of C programs
package explain
