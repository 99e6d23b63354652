// Package stateequation decides whether numbers of steps can be found that take one
// configuration to another, whether or not the steps can be taken in any order.
//
// # The idea
//
// What a step does to the number of threads in each local state, and to the shared state, is
// a column of whole numbers. Every execution solves the state equation: the sum of the
// columns of its steps is the difference between its end and its beginning. So what has no
// solution cannot be covered (Esparza, Ledesma-Garza, Majumdar, Meyer, Niksic, "An SMT-based
// approach to coverability analysis", CAV 2014; Geffroy, Leroux, Sutre, "Occam's razor applied
// to the Petri net coverability problem", RP 2016). Where there is none, a weighting of shared
// and local states shows that (Farkas): no column increases the weight of a configuration, and
// that of the one asked for is greater than that of the initial ones. Where there is one, its
// number of steps says about how far away the configuration is (Blondin, Haase, Offtermatt,
// "Directed reachability for infinite-state systems", TACAS 2021).
//
// # Soundness
//
// The simplex method is in floating point, and nothing depends on its being right: a
// weighting is rounded to whole numbers and checked against every column before it excludes
// anything, and how far a configuration is only orders a search.
//
// # Cost
//
// The inverse of the basis has a number for each two rows, so there is no equation of more
// than [MaxRows]. A question begins with the basis in which the last one ended, and is given
// up after a number of multiplications.
//
// # Example
//
// A thread in local state 1 becomes one in 2, row by row the column -1, +1; it begins with
// one thread in 1: the start is -1 and 1 is +1. Two threads in 2 are asked for. The weights 1
// for the start and for both local states refute it: neither column increases the weight, and
// two threads weigh 2, the start 1.
//
// # Files
//
//	rows.go       Rows, Sum, Column: configurations and steps over row numbers
//	equation.go   Equation: can a configuration be covered? it remembers weightings
//	potential.go  Potential: how many steps is the target away?
//	simplex.go    the simplex method, which answers both
//	rules.go      how it chooses what leaves and enters the basis
//
// # Words
//
//	row        the start, a shared state, or a local state that has a bound on its threads
//	column     what a step does, a sparse vector over rows
//	start      row 0: an initial configuration is a step from it, and its weight is the bound
//	weighting  y ≥ 0 by row with y·C ≤ 0 for the columns C
//	basis      the variables that may be other than 0, one for each row
//	slack      w in C·x - w = d: what is left over in a row
//	price      of a row: what one more of it costs in steps
package stateequation
