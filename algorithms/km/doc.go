// Package km searches forward for any number of threads, over configurations with omegas.
//
// # The idea
//
// Where steps lead to a configuration with more threads than before, they can be repeated,
// and the counts that grew become [tts.Omega], which stands for any number (Karp and Miller,
// "Parallel program schemata", J. Comput. Syst. Sci. 3, 1969). [KM] stops when the target is
// covered. [AKM] finds the whole minimal coverability set, the maximal configurations that
// describe all that can be reached (Finkel, Haddad and Khmelnitsky, "Minimal coverability tree
// construction made complete and efficient", FoSSaCS 2020); it deletes what is covered and
// remembers accelerations, and so holds a tree about as large as the answer, where KM holds
// all that it saw.
//
// # Invariant
//
// Each configuration with omegas is a limit of reachable ones; every successor of one that was
// expanded is covered by one that was found.
//
// # Soundness and termination
//
// Sound and complete, and they terminate, for edges that at most create threads. They refuse
// edges that move other threads with [algorithms.Unsupported], because a loop that grows need
// not grow again where threads move each other; package bws does not refuse them. The
// execution of an Unsafe answer is finite: from its end back, each loop is repeated as often
// as the steps behind it need threads. A Safe answer has the set of maximal configurations as
// its invariant, AKM has it always.
//
// # Cost
//
// Even the minimal coverability set can be larger than any primitive recursive function of the
// system. The size of the tree depends on the order in which edges are fired by a factor of ten
// and more, see [Order]. The time is that of comparing each new configuration with the maximal
// ones of its shared state, nearly all of which are ruled out by one look at their ranks.
//
// # Files
//
//	km.go       KM: the tree that stops when the target is covered
//	akm.go      AKM: the tree of which only the maximal vertices are left
//	maximal.go  the maximal elements of a downward-closed set
package km
