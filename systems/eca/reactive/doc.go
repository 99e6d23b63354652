// Package reactive decides which labels of an event-condition-action program can be reached
// (package eca), by sets of states, by states one by one, and by regions.
//
// # Sets
//
// All states that a turn may begin with are one decision diagram: see package sets. It takes
// programs whose variables are compared and copied only.
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
// [Auto] runs sets of states where they apply; else regions, and States beside their refinement.
//
// # Files
//
//	result.go            what is asked, what is answered
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
//	auto.go              Auto: the portfolio
//
// Words: a turn is an execution of the body of the loop; turn 0 is what is in front of it. The
// frontier of a turn has the states it begins with. The rank of a value is its place among the
// values of the variable.
package reactive
