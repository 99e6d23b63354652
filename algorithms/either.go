// This file defines how a backward search chooses between images and pre-images.

package algorithms

import (
	"iter"
	"math"

	"github.com/ijit/ijit/tts"
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

// A budget is the work that may be done until it is another's turn: questions asked,
// edges answered, and configurations looked at.
type budget struct {
	left int
	over func() bool // gives others their turns, and returns false if this one is to end
}

// spend takes n from a budget; nil has no limit.
func (b *budget) spend(n int) bool {
	if b == nil {
		return true
	}
	b.left -= n
	return b.left > 0 || b.over()
}

// either searches with images and pre-images by turns, and returns the search that has the
// answer, or went on alone.
func (b *bws[K]) either(sys tts.PreimageSystem[K]) *bws[K] {
	back := &bws[K]{Problem: b.Problem, meter: NewMeter(b.meter.ctx, b.meter.memory, nil), watch: b.watch, budget: &budget{left: turn}}
	next, stop := iter.Pull(func(yield func(struct{}) bool) {
		back.budget.over = func() bool {
			if !yield(struct{}{}) {
				back.meter.Fail(Interrupted)
				return false
			}
			back.budget.left += turn
			return true
		}
		back.backwardly(sys)
	})
	defer stop()
	answered := false
	b.budget = &budget{left: firstTurn}
	b.budget.over = func() bool {
		turns := favour
		if few*back.waiting() >= b.forward.left+len(b.forward.queue) {
			b.budget.left, turns = favour*turn, 1
		} else {
			b.budget.left = turn
		}
		for range turns {
			if _, more := next(); !more {
				// Where images were cut short, an answer may have been made of less than all.
				answered = !b.meter.Stop() && back.result().Reason == NoReason
				b.budget.left = math.MaxInt
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
	n := b.ask.pending
	if s := b.searching; s != nil {
		n += len(s.roots) + s.chain.live - s.expanded
	}
	return n
}
