// Package refutation checks executions on which a formula of linear temporal logic does not hold: each step is taken
// again by the judge, the interpreter of the syntax tree, and the formula is evaluated anew in the positions of the
// run.
//
// One file: [Claim] is what a trace is said to be, [Check] checks that.
package refutation

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/internal/proof/judge"
	"github.com/ijit/ijit/internal/show/trace"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/parser/ltl"
)

// A Claim is what a trace on which a formula does not hold is said to be. A lasso goes
// round for ever; another trace is a prefix, of which each run that goes on refutes the formula.
type Claim struct {
	Copies    int // of main at first; -1 for any number
	Threads   int // the bound on live threads
	Atomicity image.Atomicity
	Fair      bool // no thread that can move from some point on for ever never does
	Formula   *ltl.Formula
	Atoms     []ltl.Proposition // of the formula, about the file
}

// A position is a state of a run whose threads have slots.
type position struct {
	judge.Config
	slots []int // of the threads
	mover int   // the slot of the thread that leaves the state; 0 if none does
}

func (p *position) thread(slot int) *judge.Thread {
	if i := slices.Index(p.slots, slot); i >= 0 {
		return &p.Threads[i]
	}
	return nil
}

// Check checks that t is an execution of f as claimed, thread by thread. The
// identities of the threads are those that [ltl.Propositions] describes, whatever numbers
// the trace gives them. The error says why it is not; or it is not known, and it is that of ctx,
// because ctx ended, or [trace.ErrUnknown].
func Check(ctx context.Context, t *trace.Trace, f *parser.File, claim Claim) error {
	small, err := judge.New(f, judge.Small)
	if err != nil {
		return err
	}
	visible := small // in steps that are visible
	if claim.Atomicity == image.Big {
		if visible, err = judge.New(f, judge.Big); err != nil {
			return err
		}
	}
	l := &refutation{Claim: claim, small: small, visible: visible}
	switch err = l.replay(ctx, t); {
	case err == nil || errors.Is(err, trace.ErrUnknown):
		return err
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, judge.ErrSection):
		return fmt.Errorf("%w: %w", trace.ErrUnknown, err)
	}
	return fmt.Errorf("the trace is not an execution of the program as claimed: %w", err)
}

type refutation struct {
	Claim
	small, visible *judge.Judge
	positions      []position // between visible steps
	loop           int        // the position that follows the last one; -1 for a prefix
}

func (l *refutation) replay(ctx context.Context, t *trace.Trace) error {
	states, err := l.states(ctx, t)
	if err != nil {
		return err
	}
	if err := l.closes(t, states); err != nil {
		return err
	}
	if t.Lasso && t.Loop < len(t.Steps) {
		states = states[:len(t.Steps)]
	}
	l.loop = -1
	for i := range states {
		if t.Lasso && i == t.Loop {
			l.loop = len(l.positions)
		}
		if !l.inside(&states[i]) {
			l.positions = append(l.positions, states[i])
		}
	}
	word := ltl.Word{Length: len(l.positions), Loop: l.loop, Value: l.value}
	switch {
	case !t.Lasso:
		if !ltl.Holds(ltl.Not(l.Formula), word) {
			return errors.New("the formula may hold, depending on what follows")
		}
		return nil
	case l.loop >= len(l.positions):
		return errors.New("the loop never leaves an atomic section")
	case ltl.Holds(l.Formula, word):
		return errors.New("the formula holds")
	}
	return l.goesOn(ctx)
}

// closes checks that a lasso ends in the state in which its loop begins, thread by thread.
func (l *refutation) closes(t *trace.Trace, states []position) error {
	if !t.Lasso {
		return nil
	}
	if t.Loop < 0 || t.Loop > len(t.Steps) {
		return fmt.Errorf("there is no step %d at which a loop could begin", t.Loop)
	}
	first, last := &states[t.Loop], &states[len(t.Steps)]
	same := slices.Equal(first.Shared, last.Shared)
	for slot := 1; slot <= l.Threads; slot++ {
		x, y := first.thread(slot), last.thread(slot)
		same = same && (x == nil) == (y == nil) && (x == nil || x.String() == y.String())
	}
	if !same {
		return errors.New("the loop does not end in the state in which it begins")
	}
	return nil
}

// states returns the states of a trace, of which each step is checked.
func (l *refutation) states(ctx context.Context, t *trace.Trace) ([]position, error) {
	at := position{Config: t.Initial.Config()}
	var ids []int // of the threads, in the order of at
	for i, x := range t.Initial.Threads {
		ids, at.slots = append(ids, x.ID), append(at.slots, i+1)
	}
	if err := l.small.Replay(ctx, []judge.Config{at.Config}, -1, l.Copies, l.Threads); err != nil {
		return nil, err
	}
	var states []position
	for k := range t.Steps {
		s := &t.Steps[k]
		mover := slices.Index(ids, s.Thread)
		if s.Fails || s.Inside != nil || mover < 0 {
			return nil, fmt.Errorf("step %d is none of a run that goes on", k+1)
		}
		at.mover = at.slots[mover]
		states = append(states, at)
		after, slots := slices.Clone(ids), slices.Clone(at.slots)
		if s.Ended {
			after, slots = slices.Delete(after, mover, mover+1), slices.Delete(slots, mover, mover+1)
		}
		if s.Created > 0 {
			free := 1
			for slices.Contains(slots, free) {
				free++
			}
			after, slots = append(after, s.Created), append(slots, free)
		}
		shown := s.State.Config()
		next := judge.Config{Shared: shown.Shared}
		for _, id := range after {
			i := slices.IndexFunc(s.State.Threads, func(x trace.Thread) bool { return x.ID == id })
			if i < 0 {
				return nil, fmt.Errorf("thread %d is not there after step %d", id, k+1)
			}
			next.Threads = append(next.Threads, shown.Threads[i])
		}
		taken, ok, err := l.small.Takes(ctx, at.Config, mover, next, l.Threads)
		if err != nil {
			return nil, err
		}
		if !ok || len(after) != len(shown.Threads) {
			return nil, fmt.Errorf("step %d, of thread %d, cannot lead from %v to %v", k+1, s.Thread, at.Config, next)
		}
		ids, at = after, position{Config: taken, slots: slots}
	}
	return append(states, at), nil
}

// inside reports whether a thread is inside of a section that is one step.
func (l *refutation) inside(p *position) bool {
	if l.Atomicity != image.Big {
		return false
	}
	at := func(pc int) bool {
		place, _ := l.small.Location(pc)
		return place.Inside
	}
	return slices.ContainsFunc(p.Threads, func(t judge.Thread) bool {
		return at(t.PC) || slices.ContainsFunc(t.Callers, func(f judge.Frame) bool { return at(f.PC) })
	})
}

// goesOn checks that the run stays in its last state only where no thread can move, and
// that it is fair if that was claimed.
func (l *refutation) goesOn(ctx context.Context) error {
	stays := l.positions[len(l.positions)-1].mover == 0
	if !stays && !l.Fair {
		return nil
	}
	treated := make([]bool, l.Threads+1)
	for i := l.loop; i < len(l.positions); i++ {
		p := &l.positions[i]
		able, err := l.visible.Able(ctx, p.Config, 0) // who waits for another thread to end could move if more might live
		if err != nil {
			return err
		}
		if stays && slices.Contains(able, true) {
			return errors.New("a thread can move in the last state, which is said to stay")
		}
		treated[p.mover] = true
		for slot := 1; slot <= l.Threads; slot++ {
			k := slices.Index(p.slots, slot)
			treated[slot] = treated[slot] || k < 0 || !able[k]
		}
	}
	if i := slices.Index(treated[1:], false); i >= 0 && l.Fair {
		return fmt.Errorf("thread %d can always move in the loop and never does", i+1)
	}
	return nil
}

// value returns the value of an atom in a position.
func (l *refutation) value(atom, i int) bool {
	x, p := &l.Atoms[atom], &l.positions[i]
	if x.Thread == 0 && x.Variables != nil {
		return p.Shared[x.Variables[0].Index]
	}
	for slot := 1; slot <= l.Threads; slot++ {
		if t := p.thread(slot); t != nil && (x.Thread == 0 || x.Thread == slot) && l.holds(x, t) {
			return true
		}
	}
	return false
}

// holds reports whether a proposition holds of a thread.
func (l *refutation) holds(x *ltl.Proposition, t *judge.Thread) bool {
	if x.Variables == nil {
		return slices.Contains(x.PCs, t.PC)
	}
	place, _ := l.small.Location(t.PC)
	i := slices.IndexFunc(x.Variables, func(v *parser.Var) bool { return v.Proc == place.Proc })
	return i >= 0 && t.Locals[x.Variables[i].Index]
}
