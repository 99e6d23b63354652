// This file defines verdicts, the reasons for having none, and findings.

package verdict

import (
	"context"
	"errors"
	"slices"
)

// A Verdict says whether an error can be reached.
type Verdict int

const (
	Unknown Verdict = iota // not decided; a Reason says why
	Safe
	Unsafe
)

func (v Verdict) String() string { return [...]string{"UNKNOWN", "SAFE", "UNSAFE"}[v] }

// A Reason says why a verdict is Unknown.
type Reason string

const (
	NoReason    Reason = ""
	Timeout     Reason = "timeout"
	Memory      Reason = "memory"
	Bound       Reason = "bound"
	Interrupted Reason = "interrupted"
	Unsupported Reason = "unsupported"
	Vacuous     Reason = "vacuous" // what was asked holds, but of no execution, and that does not count
)

// ReasonOf returns the reason that an error is, NoReason if it is no limit: the end of a
// context, or one of the errors in memory, with which a caller's data structures say
// that they have no room.
func ReasonOf(err error, memory ...error) Reason {
	switch {
	case slices.ContainsFunc(memory, func(full error) bool { return errors.Is(err, full) }):
		return Memory
	case errors.Is(err, context.DeadlineExceeded):
		return Timeout
	case errors.Is(err, context.Canceled):
		return Interrupted
	}
	return NoReason
}

// A Finding is a property that is violated.
type Finding struct {
	PC     int  // of the assertion, or of the location that is reached; or NoPC
	Failed bool // the assertion fails; else PC is reached
	Depth  int  // steps to the error, the failing one included; see who found it
}

// NoPC stands for the place of an error that is no statement but a configuration.
const NoPC = -1
