// This file defines what is asked and what is answered.

package circuit

import (
	"math/big"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/internal/verdict"
)

// Options are limits, and what a search needs to know beside its question. The time is
// limited by the context of each question.
type Options struct {
	MaxNodes int   // of decision diagrams; 0 for no limit
	MaxBytes int64 // of decision diagrams; 0 for no limit

	// Infinite says that a finite run is no counterexample to a formula of linear temporal
	// logic, even if it refutes the formula whatever follows: there may be no infinite and
	// fair run that begins with it.
	Infinite bool

	// Event, if set, is called after each image.
	Event func(Event)
}

// An Event tells how far a question has come.
type Event struct {
	Phase Phase
	Depth int // of the search for reachable states
	Nodes int // in the table, garbage included
}

// A Phase is a part of the work.
type Phase int

// Phases.
const (
	Building  Phase = iota // diagrams of the circuit's functions
	Searching              // forwards, for reachable states
	Solving                // fixed points, backwards
	Tracing                // a counterexample
)

func (p Phase) String() string {
	return [...]string{"building", "searching", "solving", "tracing"}[p]
}

// Verdicts: Safe says that a property holds, Unsafe that it does not.
const (
	Unknown = verdict.Unknown
	Safe    = verdict.Safe
	Unsafe  = verdict.Unsafe
)

// A Result is an answer.
type Result struct {
	Verdict verdict.Verdict
	// Reason and Err say why the verdict is Unknown.
	Reason verdict.Reason
	Err    error
	// Run is a counterexample. It is nil if there is none, or if latches outside the cone of
	// influence kept a lasso from closing for 65536 frames.
	Run *aig.Run
	// Partial says that Run alone does not refute the formula, which can be so for CTL.
	Partial bool
	// Depth is the depth of the search for reachable states: the steps to the bad state,
	// or to the last state found.
	Depth int
	// Invariant is the proof that no bad state is reached: clauses of literals of latches. In
	// each frame but the first one of a run each of them has a literal that is true, a step
	// preserves that, and it excludes the bad literal. It is nil if there is no such proof, or if
	// it would be large in comparison with the diagrams.
	Invariant [][]aig.Lit
	Stats     Stats
}

// Stats measures a run.
type Stats struct {
	Bits     int      // of states
	Inputs   int      // bits that are read
	Clusters int      // of the transition relation, forwards
	Images   int      // forwards and backwards
	States   *big.Int // reached; nil if they were not counted
	Nodes    int      // the most in the table, garbage included
	Bytes    int64
}
