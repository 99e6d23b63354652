// This file defines what is found in Go programs, as JSON.

package render

import "fmt"

// A Finding is an operation of a Go program that goes wrong, or of which that is not decided.
type Finding struct {
	Kind      string `json:"kind"`      // leak, deadlock, close, lock, waitgroup, race or panic
	Verdict   string `json:"verdict"`   // UNSAFE; UNKNOWN if the question is open
	Confirmed bool   `json:"confirmed"` // the execution was replayed on the Go code
	GoPlace
	Message string `json:"message"` // what happens, in a sentence
	// Entries are the functions from which it can be reached.
	Entries []string `json:"entries"`
	// Others are the other operations that it takes: those that are blocked at the same time, or the other
	// access of a race.
	Others []GoPlace `json:"others"`
	Trace  []GoStep  `json:"trace"` // a shortest execution; if the verdict is UNKNOWN none, or one that the code does not follow
	// Certain says that the execution depends on nothing but the code: no data, no call that is not known, no number
	// that was fixed.
	Certain bool `json:"-"`
	// Call is how the entry was called when it was confirmed, if it is no test: its arguments are made up.
	Call string `json:"call,omitempty"`
	// Unconfirmed is why it is not confirmed.
	Unconfirmed string `json:"unconfirmed,omitempty"`
	// Reason is why an UNKNOWN verdict is none: timeout, memory, bound, interrupted, unsupported or unconfirmed.
	Reason string `json:"reason,omitempty"`
	// TimeOut is where the execution goes on since some time is up; nil if it does not.
	TimeOut *GoPlace `json:"time_out,omitempty"`
	// Ignored is why the finding is suppressed: the reason in a comment, or that time-outs are.
	Ignored string `json:"ignored,omitempty"`
}

// A GoPlace is an operation in Go code.
type GoPlace struct {
	File      string `json:"file"`
	Line      int    `json:"line"`
	Col       int    `json:"col"`
	Function  string `json:"function"`
	Operation string `json:"operation"` // as it is written
}

// String returns the place as messages have it.
func (p GoPlace) String() string { return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col) }

// A GoStep is an operation that a goroutine executes.
type GoStep struct {
	Goroutine int    `json:"goroutine"` // from 1 on, in the order in which they are started
	Name      string `json:"name"`      // the function that the goroutine runs
	GoPlace
	Starts int    `json:"starts,omitempty"` // the goroutine that the step starts
	Runs   string `json:"runs,omitempty"`   // the function that this one runs
	Event  string `json:"event,omitempty"`  // what is to be said of the step: that it fails, that the goroutine ends or is blocked
	Last   bool   `json:"last,omitempty"`   // what the finding is about
}
