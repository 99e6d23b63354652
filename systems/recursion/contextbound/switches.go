// This file defines questions about context switches.

package contextbound

import (
	"time"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/systems/recursion/contextbound/schedule"
)

// SwitchOptions say how far [CheckSwitches] goes.
type SwitchOptions struct {
	// Most is the largest number of context switches to try.
	Most int
	// Schedule asks for a schedule that reaches the target.
	Schedule bool
	// MaxNodes and MaxBytes limit the nodes and the bytes of decision diagrams, if they
	// are positive.
	MaxNodes int
	MaxBytes int64
	// Progress, if not nil, is called behind each number of context switches.
	Progress func(SwitchStats)
}

// SwitchStats are the figures of one number of context switches.
type SwitchStats struct {
	Switches int
	Engine   string // what found out
	Visits   int    // of places of the program
	Nodes    int    // of the diagrams of what is handed over to the next context
	Peak     int    // nodes in the table at the end, garbage included
	Time     time.Duration
}

// A SwitchResult is the answer of [CheckSwitches].
type SwitchResult struct {
	// Verdict is Safe if the target cannot be reached with Switches context switches
	// or fewer, and Unsafe if it can be with Switches, and not with fewer.
	Verdict  algorithms.Verdict
	Switches int // if Verdict is Unknown, what is said of Safe holds for this number; it may be -1
	// Complete says that no number of context switches reaches the target, if Verdict
	// is Safe.
	Complete bool
	// ThreadModular says that Complete is so since no thread gets to the target even if it may
	// go on with all globals with which any of any number of copies of the threads can be
	// interrupted. Otherwise it is so since Switches of them reach all that more reach.
	ThreadModular bool
	Reason        algorithms.Reason // if Verdict is Unknown
	Detail        string            // on Reason, or on why there is no schedule
	// Schedule is one with Switches context switches that reaches the target, if that was
	// asked for and Verdict is Unsafe. If it has no contexts, the target is reached before
	// the threads begin.
	Schedule *schedule.Schedule
	Stats    []SwitchStats // for each number of context switches that was tried
}

// note notes the answer for a number of context switches.
func (r *SwitchResult) note(s SwitchStats, reached bool, progress func(SwitchStats)) {
	r.Stats = append(r.Stats, s)
	r.Switches = s.Switches
	if reached {
		r.Verdict = algorithms.Unsafe
	}
	if progress != nil {
		progress(s)
	}
}

// withdraw takes back an answer for which an engine had no room to find the schedule.
func (r *SwitchResult) withdraw() {
	if r.Verdict == algorithms.Unsafe {
		r.Verdict, r.Switches, r.Stats = algorithms.Unknown, r.Switches-1, r.Stats[:len(r.Stats)-1]
	}
}
