// Package verdict is what all model checkers answer with: a [Verdict], the [Reason] why
// there is none, and the [Finding] that is an error. Packages ijit, algorithms and
// bdd/reach export its names to their users.
package verdict
