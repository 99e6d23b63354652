// Package cpa runs configurable program analyses: model checking and data-flow analysis as one
// algorithm, over what an analysis says about abstract states.
//
// # The idea
//
// An analysis has abstract states (elements), of which each stands for a set of program states,
// and four operators (Beyer, Henzinger and Théoduloz, "Configurable Software Verification", CAV
// 2007; Beyer and Stahlbauer, "BDD-based software verification: applications to
// event-condition-action systems", STTT 2014, section 2). Transfer has the abstract successors of
// an element. Merge combines a new element with an old one where control flow meets: with their
// join, as data-flow analysis does, or not at all (sep), as model checking does. Stop says whether
// an element is covered by those reached before. [Run] is Algorithm 1 of the papers, in a screen.
//
// The program is a control-flow automaton over integer variables ([Automaton]), made of a
// Boolean program or of an event-condition-action program. [Composite] composes the analysis of
// locations with one of data; [Product] two of data.
//
//	bdd        sets of valuations as decision diagrams; merge = join    BOOL and EQ variables
//	value      one value of each variable; merge = sep                  all variables
//	region     the interval between two constants that each variable
//	           is in; merge = sep                                       all variables; not exact
//	bdd+value  the product of the first two: each variable is tracked
//	           by one of them, by its domain type                       all variables
//
// # Invariant
//
// When the algorithm ends, all successors of a reached element are covered by reached elements.
// So if transfer loses no program state, merge does not (merge(e, e') has those of e') and stop is
// right, the reached elements have all reachable program states: a target where no element
// arrived cannot be reached. An arrival is only that. A path to it is found and executed, by the
// interpreter of package eca or by values, before a target is said to be reached: the arrivals
// of an analysis that is not exact may have no execution.
//
// It ends if the elements are finitely many: bdd, region, and value where programs have finitely
// many states.
//
// # What makes it fast
//
// Elements are kept in partitions: merge and stop look at elements of the same location only,
// and with merge = sep at equal ones (a look-up). The waitlist is in reverse post-order, so
// that much arrives at a location before it is processed; a step back begins the next turn,
// so a loop is executed turn by turn and first arrivals have fewest turns. Between places where
// control flow meets nothing is stored ([Automaton.Blocks]): a chain of else-ifs is walked as a
// tree. Values that will not be read are forgotten there.
//
// Siblings: package reactive decides the labels of event-condition-action programs faster, by
// executing the syntax tree with sets of states; package bebop has procedures with recursion.
// They are the test of each other.
//
// # Example
//
//	int a = 0;                      0: a = 0, in = 0
//	while (1) {                     1: a = 0 | a = 3
//	  in = nondet();                2: (a = 0 | a = 3) & in in {1, 2}
//	  if (in == 1) a = 3;           3: (a = 0 & in = 2) | a = 3
//	  if (a == 2) ERROR: ...;       4: unreachable
//	}
//
// bdd has one element at each location, the set at the right. value has one for each valuation.
//
// # Files, in reading order
//
//	cpa.go           the operators, and Algorithm 1
//	reached.go       reached and waitlist
//	graph.go         the automaton; live.go which values matter; expr.go expressions
//	eca.go program.go    automata of C and of Boolean programs
//	composite.go     analyses of data; composition with locations, and with each other
//	diagrams.go      bdd; explicit.go value and region
//	witness.go       the path to an arrival
//	check.go checkfile.go checkprogram.go    targets decided by name
//
// # Words
//
//	element    an abstract state
//	target     a label or an assertion that may fail: what is asked about
//	stored     a location where elements are kept
//	turn       how often an execution went back in the order of locations
//	way        a path to an arrival, with the values that are chosen on it
package cpa
