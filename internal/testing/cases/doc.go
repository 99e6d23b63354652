// Package cases has what the tests of several searches search: the questions of the suites with
// their known answers, Petri nets as the literature has them, and random systems; and the meters
// that end a search.
//
// # Files
//
//	suites.go    questions from files, and meters
//	petri.go     Petri nets: how they are written, and how they become systems
//	families.go  families of Petri nets
//	random.go    random systems
package cases
