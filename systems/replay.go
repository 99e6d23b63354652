// This file defines the check of an UNSAFE answer: its trace is replayed.

package systems

import (
	"errors"
	"fmt"

	"github.com/ijit/ijit/internal/proof/temporal"
	"github.com/ijit/ijit/internal/show/trace"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/parser/ltl"
)

// replay replays the trace if a self-check was asked for. A trace that the judge
// refuses is an error in this program, never in the user's.
func (c *check) replay() error { return c.replayIn(c.judged()) }

// replayIn replays the trace as one of a program that may start other threads.
func (c *check) replayIn(p *parser.Program) error {
	fails := verdict.NoPC
	if c.Label == "" && c.Options.Target == "" && !c.Deadlock && !c.Leak && c.LTL == "" && c.result.Property != nil {
		fails = c.result.Property.PC
	}
	return c.replayAs(p, fails)
}

// replayAs replays the trace as one that ends with the failure of an assertion, if fails is
// its location.
func (c *check) replayAs(p *parser.Program, fails int) error {
	if !c.SelfCheck || c.is(tables) || c.result.Trace == nil {
		return nil
	}
	c.progress.Phase = "replay"
	if c.LTL != "" {
		return c.replayed(c.refute(p))
	}
	claim := trace.Claim{Fails: fails, Deadlock: c.Deadlock, Copies: c.start.number(), Threads: c.Threads, Atomicity: c.Atomicity}
	return c.replayed(c.result.Trace.Replay(c.ctx, p.File, claim))
}

// refute replays the trace as one on which the formula does not hold.
func (c *check) refute(p *parser.Program) error {
	claim, err := c.claim(p)
	if err != nil {
		return fmt.Errorf("%w: %w", trace.ErrUnknown, err)
	}
	return temporal.Check(c.ctx, c.result.Trace, p.File, claim)
}

// claim returns what is asked of the runs of a program.
func (c *check) claim(p *parser.Program) (temporal.Claim, error) {
	props := ltl.NewPropositions(p, c.Threads)
	f, err := ltl.Parse("--ltl", c.LTL, props.Atom)
	return temporal.Claim{Copies: c.start.number(), Threads: c.Threads, Atomicity: c.Atomicity, Fair: c.Fair, Formula: f, Atoms: props.List}, err
}

// replayed notes how a replay went.
func (c *check) replayed(err error) error {
	switch {
	case err == nil:
		c.result.Stats.Replayed = true
	case errors.Is(err, trace.ErrUnknown):
	case c.ctx.Err() == nil || !c.unfinished(nil, "the execution to the error was replayed"):
		return fmt.Errorf("self-check: %w", err)
	}
	return nil // out of time for the check, not for the answer
}
