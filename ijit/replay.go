// This file defines the check of an UNSAFE answer: its trace is replayed.

package ijit

import (
	"errors"
	"fmt"

	"github.com/ijit/ijit/ijit/trace"
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
	claim := trace.Claim{Fails: verdict.NoPC, Copies: int(c.start.copies), Threads: c.Threads, Atomicity: c.Atomicity}
	if c.start.copies == tts.Omega {
		claim.Copies = -1
	}
	switch {
	case c.Deadlock:
		claim.Deadlock = true
	case c.Label == "" && c.target == nil:
		claim.Fails = c.result.Property.PC
	}
	switch err := c.result.Trace.Replay(c.ctx, p.File, claim); {
	case err == nil:
		c.result.Stats.Replayed = true
	case errors.Is(err, trace.ErrUnknown):
	case c.ctx.Err() == nil || !c.unfinished(nil, "the execution to the error was replayed"):
		return fmt.Errorf("self-check: %w", err)
	}
	return nil // out of time for the check, not for the answer
}
