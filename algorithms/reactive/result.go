// This file defines what is asked of the analyses and what they answer.

package reactive

import (
	"context"

	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/parser/eca"
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

	board *board // where analyses share labels; nil for one alone
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
	Stats    Stats
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
