// This file defines verdicts, the reasons for having none, and findings.

package verdict

import (
	"cmp"
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
	Incomplete  Reason = "incomplete"     // whoever was asked came to an end that proves nothing
	Vacuous     Reason = "vacuous"        // what was asked holds, but of no execution, and that does not count
	Crashed     Reason = "internal error" // see Fault
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

// Because returns the reason for having no verdict of whoever ends with r in a context. If that is
// over, whoever it stopped may say that it lacks something, or nothing at all.
func Because(ctx context.Context, r Reason) Reason {
	if r != NoReason && r != Unsupported && r != Incomplete {
		return r
	}
	return cmp.Or(ReasonOf(ctx.Err()), r, Incomplete)
}

// A Finding is a property that is violated.
type Finding struct {
	PC     int  // of the assertion, or of the location that is reached; or NoPC
	Failed bool // the assertion fails; else PC is reached
	Depth  int  // steps to the error, the failing one included; see who found it
}

// NoPC stands for the place of an error that is no statement but a configuration.
const NoPC = -1
