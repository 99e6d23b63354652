// Package mutants says how well tests would notice a mistake: it makes small mistakes in a package, one at a time, and
// runs tests until one fails (DeMillo, Lipton and Sayward, "Hints on test data selection", Computer 1978).
//
// All mistakes are compiled into one binary, where the environment variable IJIT_MUTANT says which one is made
// (mutant schemata; Untch, Offutt and Harrold, "Mutation analysis using mutant schemata", ISSTA 1993). The files are
// given to the compiler as an overlay, so nothing in the tree changes. Tests that never come to the place of a mistake
// are not run.
//
//	IJIT_MUTANTS=systems/golang/lower:70 go test ./internal/testing/mutants -v -timeout 2h
//
// asks about 70 mistakes of a package, another 70 with another number in IJIT_MUTANTS_SEED; without a number about all
// of them. Tests of packages that use the changed one are run for what its own tests and the fast ones do not notice. A
// test that takes six times as long is not counted as one that notices: it says that the mistake costs time, or that
// nothing ends any more. A mistake that no test notices is equivalent to none, or costs precision only, or shows that a
// test is missing.
//
// # Files
//
//	mistakes.go the mistakes in a file
//	schema.go   the files in which all are, and what they call
package mutants
