// Package mutants says how well tests would notice a mistake: it makes small mistakes in a package, one at a time, and
// runs tests until one fails (DeMillo, Lipton and Sayward, "Hints on test data selection", Computer 1978).
//
// All mistakes are compiled into one binary, where the environment variable IJIT_MUTANT says which one is made
// (mutant schemata; Untch, Offutt and Harrold, "Mutation analysis using mutant schemata", ISSTA 1993). The files are
// given to the compiler as an overlay, so nothing in the tree changes. Tests that never come to the place of a mistake
// are not run.
//
//	IJIT_MUTANTS=parser/golang/lower:70 go test ./internal/mutants -v -timeout 2h
//
// asks about 70 mistakes of a package, chosen by a fixed seed; without a number about all of them. A mistake that no test
// notices is equivalent to none, or costs precision only, or shows that a test is missing.
//
// # Files
//
//	mistakes.go the mistakes in a file
//	schema.go   the files in which all are, and what they call
package mutants
