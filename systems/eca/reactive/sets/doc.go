// Package sets decides which labels of an event-condition-action program can be reached
// (package eca) by sets of states.
//
// The idea: the states at the head of the loop are the valuations of few variables, so a set
// of them is a decision diagram, and the strongest postcondition of a turn is computed along
// the syntax tree. At an if, the set is split into the states that take the branch and the
// others; a side that is empty is not followed; behind the if they are joined. An assignment of a
// constant needs no second copy of the variables: R becomes (∃w. R) ∧ w=c. A turn is applied to
// the states that are new, until there are none.
//
// The paper: Beyer and Stahlbauer, BDD-based software verification: applications to
// event-condition-action systems, STTT 2014, section 3, where this is the transfer relation of a
// configurable program analysis that merges by join. Here it runs along the tree, for all
// labels at once.
//
// The invariant: the set that turn k begins with has exactly the states that can be at the head of the loop after k-1
// turns and not after fewer. So a label is met first in the turn of the fewest inputs, if each turn reads one; and when
// there are no new states, labels that were not met are safe, and the union of the sets is an invariant, which is
// handed out as boxes.
//
// The cost: one pass over the program a turn, but a choice of ten thousand branches is not walked
// through. A state can take only branches that need of each variable the value it has, so a
// set is split by the values of one variable after the other, and the branches with it: a
// decision tree over the branches, grown where sets get. Ifs in sequence become one choice where
// no state can take two of them. Diagrams are small where variables are independent, or
// depend on their neighbours in the order; where the states have no pattern, diagrams have as
// many nodes as there are bits in all states, and enumerating states is as good.
//
// Terminates: there are finitely many sets of states. Sound and complete for programs whose
// variables are compared and copied only; variables that are calculated with must not matter for
// the labels (cone of influence), else the answer is Unsupported.
//
// The way back: each turn leaves a tape of the sets in front of assignments and joins. A single
// state is followed backwards on it: at a join to a part that has it, at an assignment to a
// state in front that differs in the variable only, at a read it yields the input.
//
// # Files
//
//	sets.go     Analyse: the search, turn by turn
//	names.go    parameters that are other names of variables
//	encode.go   variables as bits of the ranks of their values; conditions as diagrams
//	compile.go  the commands of a turn: statements that matter
//	ifs.go      ifs in sequence as one choice
//	choice.go   which branches a set may take: needs, decision tree
//	post.go     strongest postcondition of commands
//	trace.go    tapes, and the way back to the inputs
//	boxes.go    the states as boxes
package sets
