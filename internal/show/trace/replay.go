// This file defines how traces are replayed by the judge, which shares no code with what
// finds them.

package trace

import (
	"context"
	"errors"
	"fmt"

	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/internal/proof/judge"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/parser"
)

// A Claim is what a trace is said to be.
type Claim struct {
	Fails     int             // the location of the assertion that fails in the end; -1 for none
	Deadlock  bool            // it ends in one
	Copies    int             // of main at first; -1 for any number
	Threads   int             // the bound on live threads; 0 for none
	Atomicity image.Atomicity // what a step of an atomic section is
}

// ErrUnknown says that it is not known of a trace whether it is an execution.
var ErrUnknown = errors.New("the trace could not be replayed")

// Replay checks that t is an execution of f as claimed. The error says why it is not; or
// it is not known, and it is that of ctx, because ctx ended, or [ErrUnknown].
func (t *Trace) Replay(ctx context.Context, f *parser.File, claim Claim) error {
	if t.Sequential {
		return t.replayCalls(ctx, f, claim)
	}
	modes, last := []judge.Mode{judge.Small}, claim.Fails
	if claim.Atomicity == image.Big {
		modes = append(modes, judge.Big)
	}
	if claim.Deadlock {
		modes, last = modes[len(modes)-1:], judge.Deadlock // statements may block where sections do not
	}
	for _, mode := range modes {
		if mode == judge.Big && last == verdict.NoPC && t.endsInside() {
			continue // what is looked for lies inside a section: no state of a big step
		}
		j, err := judge.New(f, mode)
		if err != nil {
			return err
		}
		err = j.Replay(ctx, t.configs(mode == judge.Big), last, claim.Copies, claim.Threads)
		switch {
		case err == nil:
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, judge.ErrSection) && mode == judge.Big && !claim.Deadlock:
			return nil // its statements were replayed one by one, and nobody moved in between
		case errors.Is(err, judge.ErrSection):
			return fmt.Errorf("%w: %w", ErrUnknown, err)
		default:
			return fmt.Errorf("the trace is not an execution of the program: %w", err)
		}
	}
	return nil
}

// replayCalls is Replay for a trace of a sequential program. A call that is met again is
// not replayed again: the judge remembers what it can do. Nobody moves in between, so steps
// of atomic sections are replayed one by one only.
func (t *Trace) replayCalls(ctx context.Context, f *parser.File, claim Claim) error {
	j, err := judge.New(f, judge.Small)
	if err != nil {
		return err
	}
	r := &replay{Sequence: j.Sequence(ctx), met: map[*Call]bool{}}
	err = r.Begin(t.Initial.frame())
	if err == nil {
		err = r.steps(t)
	}
	if err == nil {
		err = r.End(claim.Fails)
	}
	switch {
	case err == nil || errors.Is(err, ErrUnknown):
		return err
	case ctx.Err() != nil:
		return ctx.Err()
	}
	return fmt.Errorf("the trace is not an execution of the program: %w", err)
}

// A replay is that of a trace with calls.
type replay struct {
	*judge.Sequence
	met map[*Call]bool
}

func (r *replay) steps(t *Trace) error {
	type frame struct {
		steps []Step
		from  *Step // the call
	}
	stack := []frame{{steps: t.Steps}}
	depth := t.Initial.Threads[0].Depth()
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if len(top.steps) == 0 {
			stack = stack[:len(stack)-1]
			continue
		}
		s := &top.steps[0]
		top.steps = top.steps[1:]
		var err error
		switch {
		case s.Fails:
		case s.Inside != nil && len(s.Inside.Steps) == 0:
			return fmt.Errorf("%w: it leaves out what happens inside of a call", ErrUnknown)
		case s.Inside != nil:
			err = r.Enter(s.Inside.Entry.frame())
			if err != nil || !r.met[s.Inside] {
				r.met[s.Inside] = true
				stack = append(stack, frame{s.Inside.Steps, s})
				break
			}
			if err = r.Repeat(s.Inside.last().frame()); err == nil {
				err = r.Return(s.State.frame())
			}
		case top.from != nil && len(top.steps) == 0:
			err = r.Return(top.from.State.frame())
		case top.from == nil && s.State.Threads[0].Depth() > depth:
			depth++
			err = r.Enter(s.State.frame())
		default:
			err = r.Step(s.State.frame())
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// last returns the state from which a call returns.
func (c *Call) last() *State {
	if n := len(c.Steps); n > 1 {
		return &c.Steps[n-2].State
	}
	return &c.Entry
}

// frame returns the values of the globals, and where the only thread is.
func (s *State) frame() ([]bool, judge.Frame) {
	t := &s.Threads[0]
	return bools(s.Shared), judge.Frame{PC: t.PC, Locals: bools(t.Locals)}
}

// configs returns the configurations of the trace for the judge, without those
// that are only passing if asked so.
func (t *Trace) configs(visible bool) []judge.Config {
	cs := []judge.Config{t.Initial.Config()}
	for _, s := range t.Steps {
		if !s.Fails && !(visible && s.Passing) {
			cs = append(cs, s.State.Config())
		}
	}
	return cs
}

// endsInside reports whether the trace ends at a location, not at a failing
// assertion, inside an atomic section.
func (t *Trace) endsInside() bool {
	for i := len(t.Steps) - 1; i >= 0; i-- {
		if !t.Steps[i].Fails {
			return t.Steps[i].Passing
		}
	}
	return false
}

// Config returns the state as the judge has it.
func (s *State) Config() judge.Config {
	c := judge.Config{Shared: bools(s.Shared), Inside: -1}
	for _, t := range s.Threads {
		th := judge.Thread{PC: t.PC, Locals: bools(t.Locals)}
		for _, f := range t.Callers() {
			th.Callers = append(th.Callers, judge.Frame{PC: f.PC, Locals: bools(f.Locals)})
		}
		c.Threads = append(c.Threads, th)
	}
	return c
}

func bools(vs []int) []bool {
	bs := make([]bool, len(vs))
	for i, v := range vs {
		bs[i] = v != 0
	}
	return bs
}
