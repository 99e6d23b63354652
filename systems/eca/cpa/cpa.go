// This file defines configurable program analyses and the algorithm that runs them.

package cpa

import (
	"context"
	"iter"
)

// A CPA is a configurable program analysis (Beyer and Stahlbauer, "BDD-based software
// verification", STTT 2014, section 2.2): what abstract states there are, and how those that
// meet are treated.
type CPA[E comparable] struct {
	Initial E
	// Transfer appends the abstract successors of an element. It may leave some out once stop,
	// which is asked now and then, is true.
	Transfer func(dst []E, e E, stop func() bool) []E
	// Merge combines a new element with one that was reached before, and returns old itself
	// if that is not to change. Nil never combines (merge = sep).
	Merge func(new, old E) E
	// Stop says whether all that an element stands for is in elements that were reached. Nil
	// looks for an equal one.
	Stop func(e E, reached iter.Seq[E]) bool
	// Partition is equal for elements that may be merged with or cover each other: Merge and
	// Stop see no others. Nil takes all elements together unless Merge and Stop are nil too.
	Partition func(e E) uint64
	// Rank orders the elements that wait: the lower rank is first. A successor whose rank is
	// not higher waits until nothing of the present turn is left.
	Rank func(e E) int
	// Rest, if set, is called when nothing is in use but the elements given.
	Rest func(used iter.Seq[E])
	// Err, if set, says whether something went wrong, which ends the run.
	Err func() error
}

// Run computes a set of abstract states that all reachable states are in: Algorithm 1 of the
// paper, taken there from Beyer, Henzinger and Théoduloz, "Configurable Software Verification",
// CAV 2007. It ends early if visit, which may be nil, returns false for an arrival; if limit
// or Err returns an error; or at the end of ctx.
func Run[E comparable](ctx context.Context, c CPA[E], visit func(*Reached[E], Arrival[E]) bool, limit func(states int) error) *Reached[E] {
	r := newReached(c)
	stop := func() bool { return r.limit(ctx, limit) }
	var successors []E
	r.add(c.Initial, none, 0)
	for r.waiting() && !stop() {
		r.Rest(r.used)
		n := r.choose()
		successors = r.Transfer(successors[:0], r.nodes[n].element, stop)
		for k, e := range successors {
			if visit != nil && !visit(r, Arrival[E]{e, n, k}) {
				return r
			}
			// Combine with existing abstract states.
			for s, old := range r.partition(e) {
				if merged := r.Merge(e, old); merged != old {
					r.replace(s, merged, n, k)
				}
			}
			// Add a new abstract state?
			if !r.Stop(e, r.elements(e)) {
				r.add(e, n, k)
			}
		}
	}
	r.complete = !stop()
	return r
}

// An Arrival is an abstract state that is a successor of another one.
type Arrival[E comparable] struct {
	Element E
	from    int32 // the node that it is a successor of
	ordinal int   // the how manieth one
}
