// Package execution executes programs of package form: it explores the configurations of few threads, and replays paths. It is
// the judge of what the abstraction finds, and shares nothing with it but the form.
//
// # Files
//
//	state.go  configurations and steps
//	search.go breadth-first search
//	replay.go paths with given values
//	walk.go   one step after the other, as a person chooses
package execution
