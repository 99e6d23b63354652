// This file defines what is asked and answered here, in the words of package labels.

package reactive

import "github.com/ijit/ijit/systems/eca/reactive/labels"

type (
	// An Analysis decides which labels of a program can be reached.
	Analysis = labels.Analysis
	// Options says what to look for, and within which limits.
	Options = labels.Options
	// A Result is the answer.
	Result = labels.Result
	// An Answer is about one label.
	Answer = labels.Answer
	// An Invariant is a union of boxes.
	Invariant = labels.Invariant
	// A Set is a set of integers.
	Set = labels.Set
	// An Interval has the integers between two.
	Interval = labels.Interval
	// Stats measures a run.
	Stats = labels.Stats
)
