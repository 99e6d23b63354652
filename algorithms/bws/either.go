// This file defines how a backward search chooses between images and pre-images.

package bws

import (
	"iter"
	"math"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/algorithms/internal/arcs"
	"github.com/ijit/ijit/tts"
)

// Images says how predecessors are found. With several Target.Locals they are found forward.
type Images uint8

const (
	// EitherImages begins with ForwardImages and, where that takes long, tries
	// BackwardImages by turns.
	EitherImages Images = iota
	// ForwardImages asks for images of the thread states that are reachable when threads are
	// not counted, and goes backward over these.
	ForwardImages
	// BackwardImages asks for pre-images of what the search comes to.
	BackwardImages
)

// Which of the two takes less is not known before: what can be reached when threads are
// not counted may be exponential in the variables of a program, and so may be what leads
// to an error. So both are tried by turns, a share of work each, until the reachable
// thread states are known or the search by pre-images has an answer. The choice depends on
// what was asked and found, never on time.
const (
	// Programs with few reachable thread states are done with in the first turn; pre-images
	// are not even begun.
	firstTurn = 1 << 14
	turn      = 1 << 11
	// Who has little left to do is near to the end. The search by images gets so many turns
	// for one of the other, and the other way round if it has less left by the factor few.
	favour = 4
	few    = 8
)

// either searches with images and pre-images by turns, and returns the search that has the
// answer, or went on alone.
func (b *bws[K]) either(sys tts.PreimageSystem[K]) *bws[K] {
	back := &bws[K]{Problem: b.Problem, meter: b.meter.Beside(), watch: b.watch, budget: &arcs.Budget{Left: turn}}
	next, stop := iter.Pull(func(yield func(struct{}) bool) {
		back.budget.Over = func() bool {
			if !yield(struct{}{}) {
				back.meter.Fail(algorithms.Interrupted)
				return false
			}
			back.budget.Left += turn
			return true
		}
		back.backwardly(sys)
	})
	defer stop()
	answered := false
	b.budget = &arcs.Budget{Left: firstTurn}
	b.budget.Over = func() bool {
		turns := favour
		if few*back.waiting() >= b.forward.Waiting() {
			b.budget.Left, turns = favour*turn, 1
		} else {
			b.budget.Left = turn
		}
		for range turns {
			if _, more := next(); !more {
				// Where images were cut short, an answer may have been made of less than all.
				answered = !b.meter.Stop() && back.result().Reason == algorithms.NoReason
				b.budget.Left = math.MaxInt
				break
			}
		}
		return !answered
	}
	b.forwardly()
	if answered {
		return back
	}
	return b
}

// waiting returns how much is known that a search by pre-images has not looked at.
func (b *bws[K]) waiting() int {
	if b.ask == nil {
		return 0
	}
	n := b.ask.Pending
	if s := b.searching; s != nil {
		n += len(s.roots) + s.chain.live - s.expanded
	}
	return n
}
