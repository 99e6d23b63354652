// This file defines how the variables of a program are numbered in formulas and
// packed in valuations.

package parser

// A Layout numbers the variables of formulas. A valuation of them is a row of
// 64-bit words in six blocks: shared and local variables before the step, both
// after it, and the locals of a passive thread before and after. Each block
// begins with a word of its own, so that loading a state is copying words, and is
// as wide as the program needs. The locals of all procedures share the local
// block.
//
// The shared block has room for one bit more than there are shared variables,
// [Layout.Atomic]: whether some thread is inside an atomic section that is run in
// small steps. No formula mentions it.
type Layout struct {
	Shared, Local           int // numbers of variables
	SharedWords, LocalWords int // words of a block
}

func newLayout(f *File) Layout {
	l := Layout{Shared: len(f.Globals)}
	for _, p := range f.Procs {
		l.Local = max(l.Local, len(p.Locals))
	}
	l.SharedWords = (l.Shared + 1 + 63) / 64
	l.LocalWords = max(1, (l.Local+63)/64)
	return l
}

// Words returns the number of words of a whole valuation.
func (l Layout) Words() int { return 2*l.SharedWords + 4*l.LocalWords }

// The first word of each block.
func (l Layout) SharedAt() int      { return 0 }
func (l Layout) LocalAt() int       { return l.SharedWords }
func (l Layout) SharedNextAt() int  { return l.SharedWords + l.LocalWords }
func (l Layout) LocalNextAt() int   { return 2*l.SharedWords + l.LocalWords }
func (l Layout) PassiveAt() int     { return 2*l.SharedWords + 2*l.LocalWords }
func (l Layout) PassiveNextAt() int { return 2*l.SharedWords + 3*l.LocalWords }

// Atomic is the shared bit of [Layout].
func (l Layout) Atomic() int { return l.Shared }

// Next turns a variable before the step into the same variable after it.
func (l Layout) Next(v int) int { return v + 64*(l.SharedWords+l.LocalWords) }

// Var returns the number of v before the step.
func (l Layout) Var(v *Var) int {
	if v.Proc == nil {
		return v.Index
	}
	return 64*l.LocalAt() + v.Index
}

// Passive returns the number of local variable v of a passive thread.
func (l Layout) Passive(v *Var, next bool) int {
	if next {
		return 64*l.PassiveNextAt() + v.Index
	}
	return 64*l.PassiveAt() + v.Index
}
