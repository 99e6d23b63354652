// This file defines what a check answers.

package systems

import (
	"cmp"
	"fmt"

	"github.com/ijit/ijit/ijit"
	"github.com/ijit/ijit/internal/show/trace"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/systems/circuits/machine"
)

// A Verdict says what was decided, a Reason why nothing was.
type (
	Verdict = verdict.Verdict
	Reason  = verdict.Reason
)

// A Fault is a panic of an algorithm, which is a mistake in ijit. It costs that algorithm's own
// answer only.
type Fault = verdict.Fault

// Verdicts.
const (
	Unknown = verdict.Unknown
	Safe    = verdict.Safe
	Unsafe  = verdict.Unsafe
)

// Reasons why a verdict is Unknown.
const (
	Timeout     = verdict.Timeout
	Memory      = verdict.Memory
	Bound       = verdict.Bound
	Interrupted = verdict.Interrupted
	Unsupported = verdict.Unsupported
	Incomplete  = verdict.Incomplete
	Vacuous     = verdict.Vacuous
	Crashed     = verdict.Crashed // and nobody else could answer; see Result.Faults
)

// A Result is the answer of a check.
//
// Reason is also that of one of Properties that has no reason of its own. By is the algorithm that answered, if
// Algorithm chose among several. Depth is that of the search if there is no error. Property is where, if Verdict is
// Unknown and the reason Unsupported, or the Bound on threads hides something. Certificate is nil unless
// Options.Certify asked for it and there was an answer, and Checked false unless Options.SelfCheck did.
type Result struct {
	ijit.Answer
	Warning string // what may make the answer mean something else than it seems to, "" for nothing
	// Vacuous says why the answer says nothing of executions: none begins, none counts, or
	// nothing is asked of them. "" if it does, or if that is not known.
	Vacuous   string
	Algorithm string
	Via       Via
	Initial   string
	// Cutoff is the number of threads that reach every thread state that any number
	// reach, if the algorithm found it.
	Cutoff     int
	MaxThreads int    // the most threads that were alive in a configuration
	States     int    // distinct configurations stored, errors excluded; or of what Counted says
	Counted    string // what States counts, if not states: "location", "element" or "node"
	// Longer says that there may be an execution to the error with fewer threads or steps than Trace, which is long.
	Longer bool
	// Extent is how many context switches or rounds it takes to the error; or how many
	// do not lead to one, if the verdict is Unknown. Its unit is "" for other questions.
	Extent     Extent
	Seconds    float64
	PeakBytes  uint64
	Properties []Property // every property with its own verdict, if all were asked for
	Stuck      []int      // of a leak, the threads at the end of Trace that are blocked for ever; first that of Property
	// Cover has the maximal elements of the downward closure of all that is
	// reachable, if Options.Cover asked for them and there was an answer.
	Cover []trace.Configuration
	// Summaries are those of the procedures that were called, if Options.Summaries
	// asked for them and there was an answer.
	Summaries []Summary
	Stats     Stats
}

// Stats measures a run beyond what [Result] says.
type Stats struct {
	Fired        int64   // edges fired
	Images       int64   // asked of a program, by the translation if there is one
	Preimages    int64   // likewise
	StoreBytes   int     // of the stored configurations and their index
	SharedStates int     // shared states met, or translated
	LocalStates  int     // local states met, or translated
	Edges        int     // of the translation; 0 if there is none
	Translation  float64 // seconds of it
	Replayed     bool    // the trace was replayed by the judge
	Validated    bool    // the proof was checked, likewise
	Sides        []Side  // of auto
	Variables    int     // of decision diagrams
	PeakNodes    int     // most nodes of decision diagrams at a time
	Latches      int     // of the circuit that the answer rests on, if an algorithm for circuits answered
	Inputs, Ands int     // likewise
	Clauses      int     // of a SAT solver, over Variables; of property directed reachability those that exclude states
	Conflicts    int64   // of SAT solvers
	// SymbolicStates is how many states were reached, of threads with identities, in
	// decimal; "" if not known.
	SymbolicStates string
	// LeftOut is how many variables were left out, because they have no influence on the answer. States, and all else
	// that is counted, are those of a program without them.
	LeftOut int
	// DeadLocals is how many locals are 0 wherever they are dead: states are those that differ in what somebody reads.
	DeadLocals int
}

// withdraw takes the verdict Safe back.
func (r *Result) withdraw(reason Reason, detail string) {
	r.Verdict, r.Reason, r.Detail = Unknown, reason, detail
	withdraw := func(p *Property) {
		if p.Verdict != Safe {
			return
		}
		p.Verdict = Unknown
		if p.Found != nil {
			found := *p.Found
			found.Reason, found.Detail = reason, detail
			p.Found = &found
		}
	}
	if r.Property != nil {
		withdraw(r.Property)
	}
	for i := range r.Properties {
		withdraw(&r.Properties[i])
	}
	if reason == Bound {
		r.Property = cmp.Or(r.Property, r.Refused)
	}
}

// A Side says what one of the searches did that auto ran side by side.
type Side struct {
	Direction string // "forward", "backward", "directed", "symbolic", "calls" or "context switches"
	Algorithm string // the last that it ran
	Verdict   Verdict
	Reason    Reason // why, if Verdict is Unknown; Interrupted if another side was first
	Detail    string
	States    int
	Fired     int64
	Seconds   float64
}

// read takes over what an algorithm for circuits has measured.
func (s *Stats) read(m *machine.Stats) {
	s.Latches, s.Inputs, s.Ands = m.Latches, m.Inputs, m.Ands
	s.Variables, s.Clauses, s.Conflicts, s.PeakNodes = m.Variables, m.Clauses, m.Conflicts, m.Nodes
	s.StoreBytes = int(m.Bytes)
}

// MarshalText makes a side a line of text in JSON.
func (s Side) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// String says in a line what the side did.
func (s Side) String() string {
	outcome := s.Verdict.String()
	switch {
	case s.Verdict == Unknown && s.Reason == Interrupted:
		outcome = "stopped"
	case s.Verdict == Unknown:
		outcome += "(" + string(s.Reason) + ")"
	}
	return fmt.Sprintf("%s %s, %d states, %d fired, %.3fs", s.Algorithm, outcome, s.States, s.Fired, s.Seconds)
}

// An Extent counts context switches or rounds.
type Extent struct {
	Unit string // "context switch" or "round"
	N    int    // -1 if nothing is known of any
	// Threads is for how many threads that is known in a program that starts threads
	// while it runs, ended ones included; 0 for any number.
	Threads int
	// Idle says that others may be started, too, but do not move.
	Idle bool
}

// A Property is something that can go wrong.
type Property = trace.Property
