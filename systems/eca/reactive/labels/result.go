// This file defines what is asked of analyses and what they answer.

package labels

import (
	"context"

	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/systems/eca"
)

// An Analysis decides which labels of a program can be reached, all of them in one run.
type Analysis func(context.Context, *eca.File, Options) *Result

// Options says what to look for, and within which limits.
type Options struct {
	// Wanted has the labels that are asked about, by Label.ID; nil for all.
	Wanted []bool
	// MaxBytes is how much memory the analysis may use; 0 for no limit.
	MaxBytes int64
	// MaxDepth is after how many turns of the loop to stop; 0 for no limit. Analyses that do not
	// go turn by turn ignore it.
	MaxDepth int
	// Invariant says that the invariants of answers are of use.
	Invariant bool
	// Progress, if set, is called now and then.
	Progress func(Stats)
}

// A Result is the answer.
type Result struct {
	Labels []Answer // by Label.ID; the verdict of labels that are not wanted is Unknown
	// Complete says that all states were searched.
	Complete bool
	// Reason says why Labels were left open, Detail in words.
	Reason verdict.Reason
	Detail string
	// Warnings are about what was met on the way, such as an overflow.
	Warnings []string
	// Faults are the panics of analyses that others ran beside.
	Faults []*verdict.Fault
	Stats  Stats
}

// An Answer is about one label.
type Answer struct {
	Verdict verdict.Verdict
	// Inputs lead to the label, if the verdict is Unsafe. The last one reaches it.
	Inputs []int32
	// Shortest says that no fewer inputs lead there.
	Shortest bool
	By       string // the analysis, such as "bdd" or "regions"
	Seconds  float64
	// Invariant, if the verdict is Safe, holds at the head of the loop whenever it is reached,
	// is preserved by each turn, and excludes the label; nil if the analysis has none.
	Invariant *Invariant
}

// An Invariant is a union of boxes: a state is in it if it is in one of them.
type Invariant struct {
	Vars  []*eca.Var // those that boxes speak of
	Boxes [][]Set    // a set of values for each of Vars
}

// A Set is a set of integers: intervals in ascending order that do not touch.
type Set []Interval

// With returns the set with one more value, above all others.
func (s Set) With(value int32) Set {
	if n := len(s); n > 0 && s[n-1].Hi == value-1 {
		s[n-1].Hi = value
		return s
	}
	return append(s, Interval{value, value})
}

// An Interval has the integers from Lo to Hi, both included.
type Interval struct{ Lo, Hi int32 }

// Stats measures a run.
type Stats struct {
	Depth   int   // turns of the loop
	States  int64 // valuations at the head of the loop
	Nodes   int   // most nodes of decision diagrams
	Regions int
	Bytes   int64
	Decided int // labels with a verdict
	Asked   int // labels that are asked about
}

// Take adds the answers of another analysis, which began so many seconds later, about labels
// that are open, and its faults.
func (r *Result) Take(other *Result, began float64) {
	r.Faults = append(r.Faults, other.Faults...)
	for i, a := range other.Labels {
		if r.Labels[i].Verdict == verdict.Unknown && a.Verdict != verdict.Unknown {
			a.Seconds += began
			r.Labels[i] = a
			r.Stats.Decided++
		}
	}
}
