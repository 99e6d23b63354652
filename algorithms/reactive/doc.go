// Package reactive decides which labels of an event-condition-action program can be reached
// (package eca), by sets of states, by states one by one, and by regions.
//
// # Sets
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
// The invariant: the set that turn k begins with has exactly the states that can be at the head of
// the loop after k-1 turns and not after fewer. So a label is met first in the turn of the fewest inputs, if each turn reads one; and
// when there are no new states, labels that were not met are safe, and the union of the
// sets is an invariant, which is handed out as boxes.
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
// # States
//
// States are enumerated breadth first, with inputs and numbers as symbols: see [States]. It takes
// all programs, and ends where there are finitely many states.
//
// # Regions
//
// Numbers, which arithmetic changes, are cut into regions by the constants that they are compared
// with. For each control and each region [Regions] knows a box of the numbers that are reached; a
// turn is executed on boxes, by what is left of it for the control, as in explicit search. Bounds
// are of 64 bits; where a result may wrap around it is any number. A box that grows for long becomes
// its region, so there are finitely many steps. The boxes are an invariant: labels that none
// reaches are safe. For another label the shortest path through boxes is executed. If it gets
// there, the label is unsafe, and no fewer inputs reach it, as each execution has such a path. If
// not, the region in which it departs is cut where the weakest precondition of the bound that
// decides says so, and boxes are computed again (counterexample-guided refinement: Clarke,
// Grumberg, Jha, Lu and Veith, CAV 2000). That need not end.
//
// # Portfolio
//
// [Auto] runs Sets where it applies; else regions, and States beside their refinement. Where States
// comes to a limit, [Spacer] asks z3 about what is left, if it is installed: it knows relations between numbers.
//
// # Files
//
//	result.go            what is asked, what is answered
//	cone.go              which variables and ifs matter for labels
//	sets.go              Sets: the search, turn by turn
//	sets_names.go        parameters that are other names of variables
//	sets_encode.go       variables as bits of the ranks of their values; conditions as diagrams
//	sets_compile.go      the commands of a turn: statements that matter
//	sets_ifs.go          ifs in sequence as one choice
//	sets_choice.go       which branches a set may take: needs, decision tree
//	sets_post.go         strongest postcondition of commands
//	sets_trace.go        tapes, and the way back to the inputs
//	sets_boxes.go        the states as boxes
//	states.go            States: the search, turn by turn
//	states_flow.go       which values flow to which variables
//	states_compile.go    the program as tests, assignments and jumps
//	states_terms.go      results of arithmetic as terms
//	states_conditions.go what becomes of conditions when a turn is specialised
//	states_turn.go       what is left of a turn for the control part of a state
//	states_table.go      a table that numbers keys of several words
//	regions.go           Regions: boxes of numbers that are reached
//	regions_paths.go     paths through boxes, and where executions depart from them
//	regions_cut.go       bounds of terms as bounds of numbers, and cuts
//	regions_invariant.go the boxes as an invariant
//	horn.go              boxes and turns as Horn clauses
//	spacer.go            Spacer: z3 as a child process
//	auto.go              Auto: the portfolio
//
// Words: a turn is an execution of the body of the loop; turn 0 is what is in front of it. The
// frontier of a turn has the states it begins with. The rank of a value is its place among the
// values of the variable.
package reactive
