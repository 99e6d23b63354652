// This file defines the check of an execution on which a formula does not hold.

package temporal

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/ijit/ijit/internal/proof/judge"
	"github.com/ijit/ijit/internal/show/trace"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/parser/ltl"
)

// Check checks that t is an execution of f as claimed, thread by thread. The
// identities of the threads are those that [ltl.Propositions] describes, whatever numbers
// the trace gives them. The error says why it is not; or it is not known, and it is that of ctx,
// because ctx ended, or [trace.ErrUnknown].
func Check(ctx context.Context, t *trace.Trace, f *parser.File, claim Claim) error {
	r, err := newRuns(f, claim)
	if err != nil {
		return err
	}
	l := &refutation{runs: r}
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
	*runs
	positions []position // between visible steps
	loop      int        // the position that follows the last one; -1 for a prefix
}

func (l *refutation) replay(ctx context.Context, t *trace.Trace) error {
	states, err := l.states(ctx, t)
	if err != nil {
		return err
	}
	if !t.Lasso {
		return l.check(ctx, states, -1)
	}
	if t.Loop < 0 {
		return fmt.Errorf("there is no step %d at which a loop could begin", t.Loop)
	}
	return l.check(ctx, states, t.Loop)
}

// check checks that states, of which each follows the one before, refute the formula: as a lasso whose last state is the one at
// position loop, or as a prefix if loop is negative.
func (l *refutation) check(ctx context.Context, states []position, loop int) error {
	steps := len(states) - 1
	if loop > steps {
		return fmt.Errorf("there is no step %d at which a loop could begin", loop)
	}
	if loop >= 0 && !l.same(&states[loop], &states[steps]) {
		return errors.New("the loop does not end in the state in which it begins")
	}
	if loop >= 0 && loop < steps {
		states = states[:steps]
	}
	l.loop = -1
	for i := range states {
		if i == loop {
			l.loop = len(l.positions)
		}
		if !l.inside(states[i].Config) {
			l.positions = append(l.positions, states[i])
		}
	}
	word := ltl.Word{Length: len(l.positions), Loop: l.loop, Value: func(atom, i int) bool { return l.value(atom, &l.positions[i]) }}
	switch {
	case loop < 0:
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

// same reports whether two states are one, thread by thread.
func (l *refutation) same(p, q *position) bool {
	for slot := 1; slot <= l.Threads; slot++ {
		x, y := p.thread(slot), q.thread(slot)
		if (x == nil) != (y == nil) || x != nil && x.String() != y.String() {
			return false
		}
	}
	return slices.Equal(p.Shared, q.Shared)
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
			after, slots = append(after, s.Created), append(slots, free(slots))
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
