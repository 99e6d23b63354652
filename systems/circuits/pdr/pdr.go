// This file defines what Check is asked and what it answers.

package pdr

import (
	"context"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/internal/verdict"
)

// The answers, and why there is none.
type (
	Verdict = verdict.Verdict
	Reason  = verdict.Reason
)

// Verdicts.
const (
	Unknown = verdict.Unknown
	Safe    = verdict.Safe
	Unsafe  = verdict.Unsafe
)

// Options are limits, and who is told of progress. The zero value is good.
type Options struct {
	Memory int64 // bytes; 0 for no limit
	Bound  int   // the last k, see the documentation of the package; 0 for no limit

	// Event, if not nil, is called when a bound is done, and now and then.
	Event func(Stats)
}

// A Result is an answer.
type Result struct {
	Verdict Verdict
	Reason  Reason // if Verdict is Unknown

	// Run, if Verdict is Unsafe, is a finite run to a bad state.
	Run *aig.Run
	// Invariant, if Verdict is Safe, is clauses of literals of latches. In each frame but the
	// first each of them has a literal that is true.
	Invariant [][]aig.Lit
	// Bound is a number of steps: those of Run; or else no bad state is reached in so many,
	// and -1 if even that is not known.
	Bound int

	Stats Stats
}

// Stats is what a search has done.
type Stats struct {
	Bound       int // k
	Latches     int // on which the answer depends
	Clauses     int // that exclude states now
	Obligations int // cubes that were to be excluded
	Queries     int
	Conflicts   int64
	Bytes       int64 // of solvers
}

// Check asks whether a run of the circuit has a frame in which bad is true. A context that
// ends, or another limit, makes the answer Unknown. The answer depends on nothing but the
// circuit and the options.
func Check(ctx context.Context, c *aig.Circuit, bad aig.Lit, o Options) Result {
	s := newSearch(ctx, newSystem(c, bad), o)
	result := s.run()
	result.Stats = s.statistics()
	return result
}
