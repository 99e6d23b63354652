// This file defines how much work a search may do before others have their turn.

package arcs

// A Budget is the work that may be done until it is another's turn: questions asked,
// edges answered, and configurations looked at.
type Budget struct {
	Left int         // to be done
	Over func() bool // gives others their turns, and returns false if this one is to end
}

// Spend takes n from a budget; nil has no limit.
func (b *Budget) Spend(n int) bool {
	if b == nil {
		return true
	}
	b.Left -= n
	return b.Left > 0 || b.Over()
}
