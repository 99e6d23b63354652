// Package linear has the state equation of the arcs of a system: its rows and columns, what it
// excludes, how far it takes a configuration to be from the target, and the linear constraints
// that prove what it excludes.
//
// # The idea
//
// There is a row for each shared state that is not passed by and each local state, and a column
// for each arc with what is passed by before it. Package stateequation, which knows of rows and
// columns only, solves it.
//
// # Soundness
//
// What has no solution cannot be covered. A weighting shows that, in whole numbers and checked
// against every column; as a constraint of an invariant ([tts.Linear]) it can be checked
// edge by edge. Potentials only order a search.
//
// # Cost
//
// An equation with more than [stateequation.MaxRows] rows is not made.
//
// # Files
//
//	equation.go   Equation: what can be covered
//	weights.go    weightings as constraints of an invariant
//	potential.go  Potential: how many steps are left
package linear
