// This file defines what is asked and what is answered.

package reach

import (
	"math/big"

	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/parser"
)

// Many copies of main are any number of them, from one up to the bound on threads.
const Many = -1

// NoPlace is where a thread may stay for ever.
const NoPlace = -1

// A Strategy says in which order states are explored. Verdicts do not depend on it.
type Strategy int

const (
	// Auto is Chaining, and if that finds an error, then Frontier for the nearest one.
	Auto Strategy = iota
	// Frontier explores breadth first: all threads make one step from all states that
	// are new. Its traces are shortest ones.
	Frontier
	// Chaining lets one thread run from all states that are new to it for as long as
	// that leads to new states, each of its relations going on from what the others
	// just found, before the next thread has its turn. It needs fewer and smaller
	// images, but its traces need not be shortest ones.
	Chaining
)

func (s Strategy) String() string { return [...]string{"auto", "frontier", "chaining"}[s] }

// Options says what to explore and what to look for.
type Options struct {
	// Threads bounds the threads that are alive at once, at least 1. At the bound, the
	// creation of another one is blocked.
	Threads int
	// Copies is how many copies of main there are at first, 0 for one; or [Many].
	Copies int
	// Labels asks whether some thread can reach one of these locations, of which there
	// may be none. If it is nil, the question is whether an assertion can fail.
	Labels []int
	// Together asks instead whether different threads can be at once at locations, one thread
	// for each list.
	Together [][]int
	// Deadlock asks instead whether all threads can be unable to move, one of them not at
	// its end. A thread that only the bound keeps from creating another one can move.
	Deadlock bool
	// Places, if not nil, asks instead whether a thread can be blocked for ever: at a place, of
	// which it gives the number for each location, or NoPlace, and no execution from there takes
	// the thread to another location. If the bound keeps a thread from creating another one, or
	// an assertion fails, nobody counts as blocked. A finding has the place for its PC.
	Places []int
	// Small makes each statement of an atomic section a step of its own. Otherwise
	// the section is one step, and states inside are neither counted nor do they make
	// an execution longer. Verdicts do not depend on it.
	Small bool
	// All asks not to stop at the first error, but to find each property's.
	All      bool
	Strategy Strategy

	MaxNodes int   // of decision diagrams; 0 for no limit
	MaxBytes int64 // of decision diagrams; 0 for no limit
	// Watch, if set, is called after each image.
	Watch func(Stats)
}

// What is answered. The depth of a finding is the least number of steps to the error, if
// Result.Shortest. Otherwise it is the length of the trace, and 0 for all findings but the
// first.
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
	Interrupted = verdict.Interrupted
)

// A Result is the answer of [Check].
type Result struct {
	Verdict Verdict
	// Reason and Err say what ended the run before its time. The verdict is then
	// Unknown, unless it was known already. What is said of states is about those
	// found so far.
	Reason   Reason
	Err      error
	Findings []Finding // in the order in which they were found
	Trace    *Trace    // of the first finding; nil if a limit kept it from being made
	// Shortest says that the search was breadth first, so that Trace is a shortest one
	// and the findings have least depths.
	Shortest bool
	// Cut says that the bound blocked the creation of a thread. If it did not, Safe
	// holds for any number of threads; but for [Many] copies at first, it is always
	// set.
	Cut bool
	// Refused is the location of a creation that the bound blocked, NoPC for none.
	Refused int
	// States is the number of states reached, nil if a limit kept it from being
	// counted. Threads have slots here: states that differ in which thread is in which
	// slot are different.
	States     *big.Int
	Depth      int // steps to the last state found, if the search was breadth first
	MaxThreads int // the most threads that were alive in a state
	Stats      Stats

	search *search // of what the verdict is about
}

// Stats measures a run.
type Stats struct {
	Variables int // of states, that is half of those of relations
	Actions   int // what one edge does for one thread
	Relations int // what actions were merged into
	Images    int // computed so far
	Rings     int // sets of states that were found at the same time
	Depth     int // of the search, as Result.Depth
	Nodes     int // the most in the table, garbage included
	Bytes     int64
}

// A Trace is an execution that ends in an error. Atomic sections are shown statement
// by statement.
type Trace struct {
	Initial State
	Steps   []Step
	Last    int // the thread that is at the error in the end
}

// A Step is the execution of one statement.
type Step struct {
	Thread int          // who moved
	Edge   *parser.Edge // along which edge
	Fails  bool         // the edge is that of an assertion that fails
	// Created is the thread that was created, or 0. Ended says that Thread disappeared.
	Created int
	Ended   bool
	Woken   []int // other threads that changed
	State   State // after the step; before it if it fails
}

// A State is a state whose threads have identities.
type State struct {
	Globals []bool
	Threads []Thread // by ID
}

// A Thread is a thread in a state.
type Thread struct {
	ID     int // from 1 on, in order of creation
	PC     int
	Locals []bool // of the procedure that PC lies in
}
