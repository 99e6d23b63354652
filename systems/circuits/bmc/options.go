// This file defines what the algorithms are asked and what they answer.

package bmc

import (
	"time"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/allsat/sat"
	"github.com/ijit/ijit/internal/verdict"
)

// Options say how far to go and how. The zero value is good: bounds 0, 1, 2 and so on until
// there is an answer.
type Options struct {
	// From is the first bound that is asked about, and Bound the last one, 0 for no limit.
	// If From is not 0, a counterexample need not be a shortest one.
	From, Bound int

	// Weight is, for [CheckBad], by how much longer than one step a frame is, as a number in
	// bits, the lowest one first; bounds and lengths of runs are then about sums of these.
	// A run that ends in a frame has the frame's weight, too. None is a weight of 0.
	Weight []aig.Lit

	// Memory is a limit of bytes for frames and clauses, 0 for none.
	Memory int64

	// Encoding is how [Check] puts formulas into clauses.
	Encoding Encoding

	// Infinite says that a finite run is no counterexample to a formula, even if it refutes
	// the formula whatever follows: there may be no infinite and fair run that begins with it.
	Infinite bool

	// Command is an external solver with its arguments, run for each question: it reads
	// DIMACS from its standard input, and answers as the SAT competition has it. None is
	// the solver of this module, which keeps what it has learned from bound to bound.
	Command []string

	// Event, if not nil, is called after each question.
	Event func(Event)
}

// An Encoding is a translation of formulas of linear temporal logic to clauses.
type Encoding int

// Encodings.
const (
	Linear    Encoding = iota // linear in bound and formula, grows with the bound
	Recursive                 // that of the TACAS 1999 paper, anew for each bound
)

// An Event says that a bound has been decided, and with it all smaller ones.
type Event struct {
	Bound     int
	Variables int   // of the solver, so far
	Clauses   int64 // that were added, so far
	Conflicts int64 // so far
	Time      time.Duration
}

// A Result is an answer.
type Result struct {
	Verdict verdict.Verdict
	Reason  verdict.Reason // if Verdict is Unknown
	Err     error          // if the reason is Unsupported: what is, or what is wrong with the external solver

	// Run is a counterexample if Verdict is Unsafe.
	Run *aig.Run

	// Longer is, of a counterexample that [CheckBad] found, the limit that was reached
	// before it was known to be a shortest one; NoReason if it is one.
	Longer verdict.Reason

	// Bound is that of the counterexample, one less than its frames; the one at which it
	// was proved that there is none; or the last one that has no counterexample, -1 for
	// none.
	Bound int

	Stats Stats
}

// Stats are figures of a search.
type Stats struct {
	Frames int
	Nodes  int // of the graph of all frames
	Solver sat.Stats
}
