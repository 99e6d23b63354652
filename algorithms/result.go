// This file defines what an algorithm answers.

package algorithms

import (
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/tts"
)

// What is answered: a Verdict on whether the target can be reached, a Reason if it is
// Unknown, and a Finding, the PC of which is the label of an edge of kind Fail, or NoPC
// where a configuration is the error.
type (
	Verdict = verdict.Verdict
	Reason  = verdict.Reason
	Finding = verdict.Finding
)

// Verdicts, and reasons why one is Unknown.
const (
	Unknown = verdict.Unknown
	Safe    = verdict.Safe
	Unsafe  = verdict.Unsafe

	NoReason    = verdict.NoReason
	Timeout     = verdict.Timeout
	Memory      = verdict.Memory
	Bound       = verdict.Bound
	Interrupted = verdict.Interrupted
	Unsupported = verdict.Unsupported
	Incomplete  = verdict.Incomplete

	NoPC = verdict.NoPC
)

// NoLabel is, in searches, the label of an error that is a configuration.
const NoLabel = ^uint32(0)

// FindingOf returns the finding of an error with that label, at that depth.
func FindingOf(label uint32, depth int) Finding {
	return Finding{PC: int(int32(label)), Failed: label != NoLabel, Depth: depth}
}

// A Result is the answer to a Problem.
type Result[K tts.Key] struct {
	Verdict  Verdict
	Reason   Reason
	Detail   string        // on Reason, where there is more to say
	Findings []Finding     // in order of depth; the first is what Trace shows
	Trace    *tts.Trace[K] // if Verdict is Unsafe
	Stuck    []K           // if that ends in a leak, local states of threads that are where they are for ever
	// Invariant, if an algorithm that proves Safe offers one, makes a proof of it; it
	// returns nil if that would be too large to be written down.
	Invariant func() *tts.Invariant[K]
	// Cutoff is the number of threads that reach every thread state that any number
	// reach, if an algorithm found it; else 0.
	Cutoff uint32
	// Cut says that the bound on threads blocked a step, so that Safe holds only
	// for as many threads as it allows.
	Cut bool
	// Refused is the state of a thread that the bound kept from creating another one, the first
	// that [BFS] met; nil for none.
	Refused *tts.ThreadState[K]
	Stats   Stats
}

// Stats measures a run.
type Stats struct {
	States     int   // distinct configurations stored, errors excluded
	Depth      int   // of the search
	Fired      int64 // edges fired
	StoreBytes int   // taken by the stored configurations and their index
	MaxThreads uint32
}
