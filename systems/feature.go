// This file defines what may be asked of algorithms, as far as not all of them take it.

package systems

import "fmt"

// A feature is something that may be asked for and that not every algorithm takes, or a set of such.
type feature uint

const (
	states         feature = 1 << iota // questions about states, all but formulas
	formulas                           // of temporal logic
	machines                           // finite state machines
	tables                             // transition systems
	versions                           // of how a program is run (Options.Via)
	recursiveCalls                     // procedures that call themselves
	copies                             // more threads in main at first than one
	threadBound                        // on threads
	startBound                         // it is one on those that start_thread starts
	switches                           // a bound on context switches, or on rounds
	stepBound                          // on steps
	targets                            // configurations to cover
	meetings                           // threads at labels at once
	deadlocks
	leaks          // threads that are blocked for ever
	images         // finds predecessors by either direction of Options.Images
	cover          // finds what Options.Cover asks for
	summaryLists   // finds what Options.Summaries asks for
	encodings      // and SAT solvers: Options.Encoding and Options.SATCommand
	analysisChoice // Options.Analysis

	// explicit is what searches over transition systems take.
	explicit = states | tables | versions | targets | meetings | copies
)

// A requirement says when a feature is asked for.
type requirement struct {
	feature
	asked func(*question) bool
	lacks func(*question) string // what an algorithm does that does not take it
	other string                 // what one does that takes it
}

// requirements lists them; of several that no algorithm takes together, a message is about
// an algorithm that takes the first.
var requirements = [...]requirement{{
	cover,
	func(q *question) bool { return q.Cover },
	func(*question) string { return "does not find what --print-cover prints" },
	"does",
}, {
	summaryLists,
	func(q *question) bool { return q.Summaries },
	func(*question) string { return "has no summaries of procedures" },
	"does",
}, {
	switches,
	func(q *question) bool { return q.bounds() },
	func(*question) string { return "counts no context switches" },
	"does",
}, {
	formulas,
	func(q *question) bool { return q.LTL != "" },
	func(*question) string { return "answers no formulas of temporal logic" },
	"does",
}, {
	states,
	func(q *question) bool { return q.LTL == "" && q.is(states) },
	func(*question) string { return "answers formulas only (--ltl)" },
	"answers others",
}, {
	encodings,
	func(q *question) bool { return q.Encoding != "" && q.Encoding != linear || q.SATCommand != "" },
	func(*question) string { return "has no choice of encodings and of SAT solvers" },
	"has",
}, {
	analysisChoice,
	func(q *question) bool { return q.Analysis != "" && !q.reacts() },
	func(q *question) string {
		return fmt.Sprintf("has no choice of analyses, such as --analysis %s", q.Analysis)
	},
	"has",
}, {
	stepBound,
	func(q *question) bool {
		return q.Bound > 0 && !((q.circuits() || q.InC()) && (q.Options.Algorithm == "" || q.Options.Algorithm == "auto"))
	},
	func(q *question) string { return fmt.Sprintf("takes no bound on steps, such as --bound %d", q.Bound) },
	"does",
}, {
	machines,
	func(q *question) bool { return q.is(machines) },
	func(q *question) string {
		return fmt.Sprintf("takes programs and transition systems, and %s is a finite state machine", q.Name)
	},
	"takes it",
}, {
	deadlocks,
	func(q *question) bool { return q.Deadlock },
	func(*question) string { return "does not look for deadlocks" },
	"does",
}, {
	leaks,
	func(q *question) bool { return q.Leak },
	func(*question) string { return "does not look for threads that are blocked for ever" },
	"does",
}, {
	images,
	func(q *question) bool { return q.Images != "" },
	func(q *question) string { return fmt.Sprintf("has no choice, such as --images %s", q.Images) },
	"has",
}, {
	threadBound,
	func(q *question) bool { return q.Threads > 0 && q.LTL == "" }, // formulas are about so many
	func(q *question) string {
		return fmt.Sprintf("takes no bound on threads, such as --threads %d", q.Threads)
	},
	"does",
}, {
	tables,
	func(q *question) bool { return q.is(tables) },
	func(q *question) string {
		return fmt.Sprintf("takes Boolean programs, and %s is a transition system", q.Name)
	},
	"takes both",
}, {
	versions,
	func(q *question) bool { return q.Via != "" },
	func(q *question) string {
		return fmt.Sprintf("works on the program itself and has no versions, such as --via %s", q.Via)
	},
	"has",
}, {
	meetings,
	func(q *question) bool { return len(q.together) > 0 },
	func(q *question) string {
		return fmt.Sprintf("does not look for threads at labels, such as --target '%s'", q.Options.Target)
	},
	"does",
}, {
	targets,
	func(q *question) bool { return q.Options.Target != "" && len(q.together) == 0 },
	func(q *question) string {
		return fmt.Sprintf("answers for assertions and labels, not for --target %s", q.Options.Target)
	},
	"answers for configurations",
}, {
	copies,
	func(q *question) bool { return q.start.copies > 1 },
	func(q *question) string {
		return fmt.Sprintf("is for one thread, not for --initial %s", q.start.text)
	},
	"takes more",
}}

// lacking returns the first requirement of the question that an algorithm does not meet,
// nil if there is none.
func (q *question) lacking(a *Algorithm) *requirement {
	for _, r := range requirements {
		if a.takes&r.feature == 0 && r.asked(q) {
			return &r
		}
	}
	return nil
}

// first returns the first algorithm that takes what is required.
func (r *requirement) first(list []Algorithm) *Algorithm {
	for _, a := range list {
		if a.takes&r.feature != 0 {
			return &a
		}
	}
	return nil
}
