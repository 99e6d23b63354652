// Package ndfs decides by depth-first search whether all runs of a finite graph satisfy a
// formula of linear temporal logic with past: of a Boolean program with at most n live
// threads ([Check]), or of any graph ([Run]).
//
// # Idea
//
// A run on which a formula f does not hold is a run that an automaton of not f accepts. Both
// are finite, so such a run exists if and only if their product has a cycle that can be
// reached and is accepting (Vardi and Wolper, "An Automata-Theoretic Approach to Automatic
// Program Verification", LICS 1986). The product is made as far as it is searched.
//
// The classic search for such a cycle is the nested one (Courcoubetis, Vardi, Wolper and Yannakakis,
// "Memory-Efficient Algorithms for the Verification of Temporal Properties", 1992). It wants one
// acceptance set. Here there is one for each operator U and F and one for each thread that is treated
// fairly, and a counter for these would multiply the product. So the search keeps Tarjan's
// strongly connected components with the sets they have (Couvreur, FM 1999; Schwoon and Esparza, TACAS 2005, who
// compare both and recommend this one for several sets). It ends, as the nested one does, as
// soon as the part that was searched has a counterexample. A run that is found in depth is long; a search in breadth, as
// long as the first, looks for a shorter one.
//
// # Invariant
//
// The pairs on the stack of live ones are partitioned into partial components, whose
// roots are on the path of the search; a component has the sets of all transitions
// inside that were looked at. A pair that was removed reaches no accepting cycle.
//
// # Termination and cost
//
// A program with n threads has finitely many configurations, so the search ends. Each
// transition of the product is looked at once. A configuration costs eight bytes for each two
// threads, its transitions sixteen each, a pair four and, while it is on the path, some fifty.
//
// Configurations name the threads that the formula names, and those before them, and count the
// others; with fairness they name all. So if the formula has no t1, t2 and so on, there are as many
// configurations as [algorithms.BFS] has, else up to n! times as many.
//
// # Example
//
// Of two threads that take turns at "lock" as they like, either may starve:
//
//	G (t1@wait -> F t1@critical)
//
// does not hold: the run in which only thread 2 moves is one. Weak fairness does not help if lock is taken
// each time that thread 1 could move, since then thread 1 is not enabled again and again.
// With tickets the formula holds if threads are treated fairly.
//
// # Files
//
//	run.go        the question for a graph
//	automaton.go  the Büchi automaton of a formula
//	search.go     the search for an accepting cycle
//	lasso.go      a run in it
//	check.go      the question for a program
//	program.go    a program as a graph
//	fire.go       steps of threads that have identities
//	execution.go  a path as an execution
//
// # Words
//
//	letter  the values of the formula's atoms in a state
//	pair    a state of the graph with one of the automaton
//	set     of transitions: an accepting run takes some of them again and again
//	owed    of a formula: it must hold in the next position
package ndfs
