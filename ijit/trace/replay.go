// This file defines how traces are replayed by the judge, which shares no code with what
// finds them.

package trace

import (
	"context"
	"errors"
	"fmt"

	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/internal/judge"
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

// ErrSection says that nothing is known of a trace.
var ErrSection = errors.New("an atomic section is too large to be searched")

// Replay checks that t is an execution of f as claimed. The error says why it is not; or
// nothing is known, and it is that of ctx, because ctx ended, or [ErrSection].
func (t *Trace) Replay(ctx context.Context, f *parser.File, claim Claim) error {
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
			return ErrSection
		default:
			return fmt.Errorf("the trace is not an execution of the program: %w", err)
		}
	}
	return nil
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
		for _, f := range t.Callers {
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
