// This file defines the check of an UNSAFE answer by the judge, which shares no
// code with what found it.

package ijit

import (
	"errors"
	"fmt"

	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/internal/judge"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/tts"
)

// replay replays the trace if a self-check was asked for. A trace that the judge
// refuses is an error in this program, never in the user's.
func (c *check) replay() error { return c.replayIn(c.Program) }

// replayIn replays the trace as one of a program that may start other threads.
func (c *check) replayIn(p *parser.Program) error {
	if !c.SelfCheck || c.Program == nil || c.result.Trace == nil {
		return nil
	}
	c.progress.Phase = "replay"
	copies := int(c.start.copies)
	if c.start.copies == tts.Omega {
		copies = -1
	}
	last := verdict.NoPC
	switch {
	case c.Deadlock:
		last = judge.Deadlock
	case c.Label == "" && c.target == nil:
		last = c.result.Property.PC
	}
	modes := []judge.Mode{judge.Small}
	switch {
	case c.Atomicity == image.Big && c.Deadlock: // statements may block where sections do not
		modes[0] = judge.Big
	case c.Atomicity == image.Big:
		modes = append(modes, judge.Big)
	}
	for _, mode := range modes {
		configs := c.result.Trace.configs(mode == judge.Big)
		if mode == judge.Big && last == verdict.NoPC && c.result.Trace.endsInside() {
			continue // what is looked for lies inside a section: no state of a big step
		}
		j, err := judge.New(p.File, mode)
		if err != nil {
			return fmt.Errorf("self-check: %w", err)
		}
		if err := j.Replay(c.ctx, configs, last, copies, c.Threads); err != nil {
			if c.ctx.Err() != nil && c.unfinished(nil, "the execution to the error was replayed") {
				return nil // out of time for the check, not for the answer
			}
			if mode == judge.Big && errors.Is(err, judge.ErrSection) {
				break // its statements were replayed one by one, and nobody moved in between
			}
			return fmt.Errorf("self-check: the trace is not an execution of the program: %w", err)
		}
	}
	c.result.Stats.Replayed = true
	return nil
}

// configs returns the configurations of the trace for the judge, without those
// that are only passing if asked so.
func (t *Trace) configs(visible bool) []judge.Config {
	cs := []judge.Config{t.Initial.config()}
	for _, s := range t.Steps {
		if !s.Fails && !(visible && s.Passing) {
			cs = append(cs, s.State.config())
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

func (s *State) config() judge.Config {
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

func ints(bs []bool) []int {
	vs := make([]int, len(bs))
	for i, b := range bs {
		if b {
			vs[i] = 1
		}
	}
	return vs
}
