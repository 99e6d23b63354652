// Package ledger owns what is said of a Go program. It is the one place that may say SAFE.
//
// # The idea
//
// A claim says of one operation that it does not go wrong in one way: the receive at pool.go:20 is not blocked for
// ever, the close at pool.go:31 is of a channel that is open. Claims are made before anything is explored, and each is
// open until evidence closes it, or an execution refutes it. So nothing is said because nothing was found: a question
// that ends early, that cannot be asked, or that nobody thought of leaves the claim as it was.
//
//	proved   evidence without bounds: a proof about more executions than the program has, for any number of
//	         goroutines; or all configurations of the program as it is
//	bounded  all configurations with so many goroutines, or with numbers that the code does not have, in which the
//	         operation was reached
//	refuted  an execution in which it goes wrong, that was run on the code, or that depends on nothing but the code
//	ignored  the same, and a comment in the code says that it is known
//	open     all others, and why
//
// "Blocked for ever" is one claim, whether the others go on (a leak) or not (a deadlock).
//
// What is not understood in the code, such as a call of which nothing is known, is a claim as well: that nothing goes
// wrong there. Whoever has evidence must not have it from a model in which that is left out.
//
// # Several entries
//
// Each entry has a ledger. A claim is what all of them make of it: refuted if it is in one of them, else open if it is
// in one, else as weak as the weakest evidence. The verdict is the worst of all claims.
//
// # Files
//
//	claim.go    kinds, claims, evidence, assumptions
//	ledger.go   the ledger of one entry
//	book.go     those of all entries, and the verdict
package ledger
