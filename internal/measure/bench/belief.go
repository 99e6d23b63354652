// This file defines what is known about a question for different numbers of
// threads.

package bench

import "math"

// Any is the bound of a run without one: any number of threads.
const Any = math.MaxInt

// Verdicts, as in the answers of a check. Error is for a run without an answer.
const (
	Safe    = "SAFE"
	Unsafe  = "UNSAFE"
	Unknown = "UNKNOWN"
	Error   = "ERROR"
)

// A Belief is what verdicts say together about one question. Its zero value says
// nothing.
type Belief struct {
	SafeUpTo   int // no error is reachable with so many threads; 0 if not known
	UnsafeFrom int // an error is reachable with so many threads; 0 if not known
}

// Add adds a verdict for a bound on live threads. What decides nothing adds
// nothing.
func (b *Belief) Add(verdict string, bound int) {
	switch verdict {
	case Safe:
		b.SafeUpTo = max(b.SafeUpTo, bound)
	case Unsafe:
		if b.UnsafeFrom == 0 || bound < b.UnsafeFrom {
			b.UnsafeFrom = bound
		}
	}
}

// Join adds what another belief about the same question says.
func (b *Belief) Join(more Belief) {
	b.Add(Safe, more.SafeUpTo)
	if more.UnsafeFrom > 0 {
		b.Add(Unsafe, more.UnsafeFrom)
	}
}

// Expects returns the verdict that a run with that bound must have, "" if nothing
// follows.
func (b Belief) Expects(bound int) string {
	switch {
	case b.UnsafeFrom > 0 && bound >= b.UnsafeFrom:
		return Unsafe
	case bound <= b.SafeUpTo:
		return Safe
	}
	return ""
}

// Consistent reports whether the verdicts can all be true.
func (b Belief) Consistent() bool { return b.UnsafeFrom == 0 || b.SafeUpTo < b.UnsafeFrom }
