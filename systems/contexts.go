// This file defines how formulas answer for programs with recursive threads: up to a
// number of context switches or, with any number of copies of each thread, of rounds.

package systems

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/ijit/ijit/internal/show/executions"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/recursion/contextbound"
	"github.com/ijit/ijit/systems/recursion/contextbound/schedule"
)

// DefaultSwitches and DefaultRounds are how many context switches and rounds are tried
// where nobody says.
const (
	DefaultSwitches = 8
	DefaultRounds   = 4
)

// interleave asks how many context switches, or rounds, it takes to the target.
func (c *check) interleave() error {
	c.progress.Phase = "explore"
	c.result.Via, c.result.Counted = "", "node"
	if !c.starts() {
		c.noCertificate("getafix makes none of executions of threads that begin with the program")
	}
	if c.Parameterized {
		c.result.Extent.Unit = "round"
		return c.rounds()
	}
	c.result.Extent.Unit = "context switch"
	return c.switches()
}

func (c *check) switches() error {
	most := DefaultSwitches
	switch {
	case c.ContextSwitches != nil:
		most = *c.ContextSwitches
	case c.untilLimits:
		most = math.MaxInt32
	}
	p, err := c.fixThreads(most)
	if err != nil {
		return c.threaded(err)
	}
	r, err := contextbound.CheckSwitches(c.ctx, p, c.Label, contextbound.SwitchOptions{
		Most:     most,
		Schedule: true,
		MaxBytes: int64(c.Memory),
		Progress: func(s contextbound.SwitchStats) {
			c.tried(s.Switches, s.Visits, s.Nodes, s.Peak)
		},
	})
	if err != nil {
		return c.threaded(err)
	}
	c.result.Extent.N = r.Switches
	if r.Complete && c.result.Extent.Idle {
		c.result.Extent.N = most // these threads can do no more
	}
	if c.within(r.Verdict, r.Complete, r.ThreadModular, r.Reason, r.Detail); c.result.Verdict == Safe {
		return c.certifyThreads()
	}
	return c.show(r.Schedule)
}

func (c *check) rounds() error {
	most := c.Rounds
	if most == 0 {
		most = DefaultRounds
	}
	r, err := contextbound.CheckRounds(c.ctx, c.Program, c.Label, contextbound.RoundOptions{
		Most:     most,
		Schedule: true,
		MaxBytes: int64(c.Memory),
		Progress: func(s contextbound.RoundStats) {
			c.tried(s.Round, s.Visits, s.Nodes, s.Peak)
		},
	})
	if err != nil {
		return c.threaded(err)
	}
	c.result.Extent.N = r.Rounds
	if c.within(r.Verdict, r.Complete, true, r.Reason, r.Detail); c.result.Verdict == Safe {
		return c.certifyThreads()
	}
	if r.Verdict != Unsafe {
		return nil
	}
	s := r.Schedule
	if s == nil {
		if s, err = c.instance(r.Rounds); err != nil {
			return err
		}
	}
	return c.show(s)
}

// maxCopies is how many copies of each thread an execution is looked for with, and
// maxInstance for how long.
const (
	maxCopies   = 8
	maxInstance = 20 * time.Second
)

// instance looks for a schedule of an error that is known to be within so many rounds:
// with one copy of each thread, two, and so on, nil if there is none with few copies.
// The formula of several rounds keeps no copies apart, so it has none to tell.
func (c *check) instance(rounds int) (*schedule.Schedule, error) {
	ctx, cancel := context.WithTimeout(c.ctx, maxInstance)
	defer cancel()
	var threads []*parser.Proc
	for range maxCopies {
		threads = append(threads, c.Program.File.Threads...)
		p, err := schedule.WithThreads(c.Program, threads)
		if err != nil {
			return nil, err
		}
		r, err := contextbound.CheckSwitches(ctx, p, c.Label, contextbound.SwitchOptions{
			Most: rounds*len(threads) - 1, Schedule: true, MaxBytes: int64(c.Memory),
		})
		if err != nil {
			return nil, err
		}
		if r.Schedule != nil {
			r.Schedule.Threads = threads
			return r.Schedule, nil
		}
		if r.Verdict == Unknown {
			break
		}
	}
	c.result.Detail = fmt.Sprintf("no execution was found with at most %d copies of each thread, nor in %v", maxCopies, maxInstance)
	return nil, nil
}

// tried notes the figures of one bound.
func (c *check) tried(bound, rounds, nodes, peak int) {
	c.result.States = max(c.result.States, nodes)
	c.result.Stats.Fired += int64(rounds)
	c.result.Stats.PeakNodes = max(c.result.Stats.PeakNodes, peak)
	c.progress.Depth, c.progress.States = bound, nodes
	c.report()
}

// within fills in the verdict for a bound. It is complete for any bound since more
// reach no more or, thread-modular, since nothing does.
func (c *check) within(v Verdict, complete, threadModular bool, reason Reason, detail string) {
	b := &c.result.Extent
	c.result.Verdict, c.result.Depth = v, 0
	none := "no error within " + b.String() + b.Of()
	switch {
	case v == Safe && complete && !b.Idle:
		c.result.Detail = "all that any number of " + b.plural() + " reaches is reached with " + b.String()
		if threadModular {
			c.result.Detail = "no thread gets there, whatever others leave behind when it goes on"
		}
		b.N = -1
	case v == Safe && complete && b.Threads > 0: // more than these could move
		c.result.Verdict, c.result.Reason = Unknown, Bound
		c.result.Detail = "no error within any number of " + b.plural() + b.Of()
	case v == Safe:
		c.result.Verdict, c.result.Reason, c.result.Detail = Unknown, Bound, none
	case v == Unknown:
		c.result.Reason, c.result.Detail = reason, none
		if b.N < 0 {
			c.result.Detail = detail
		}
	}
}

// show makes an execution of the schedule that reaches the error.
func (c *check) show(s *schedule.Schedule) error {
	if c.result.Verdict == Unsafe && len(c.properties) == 1 { // else only an execution tells which
		c.result.Property = &c.properties[0]
	}
	if s == nil {
		return nil
	}
	p := c.Program
	if c.slots != nil {
		p = c.slots.Program
	}
	target := schedule.Assertions(p)
	if c.Label != "" {
		target = schedule.Label(p, c.Label)
	}
	if err := c.follow(p, *s, target); err != nil || c.result.Trace == nil {
		return err
	}
	c.result.Depth = len(c.result.Trace.Steps)
	if c.starts() { // the checker does not know threads that begin with the program
		c.certifyTrace()
	}
	return nil
}

// maxSchedule is how many steps of an execution with a schedule are written down.
const maxSchedule = 1 << 18

// follow writes down an execution of p with a schedule that leads to a target, says which
// property it violates, and replays it. Limits leave the result without a trace.
func (c *check) follow(p *parser.Program, s schedule.Schedule, t schedule.Target) error {
	c.progress.Phase = "trace"
	x, err := schedule.Run(c.ctx, p, s, t, schedule.Options{MaxSteps: maxSchedule, MaxBytes: int64(c.Memory)})
	if e := (*schedule.LimitError)(nil); errors.As(err, &e) {
		c.result.Detail = e.Detail
		return nil
	}
	if err != nil {
		return fmt.Errorf("the schedule of the error: %w", err)
	}
	if c.slots != nil {
		x = c.slots.Execution(x)
	}
	c.traced(executions.Interleaved(x, c.Atomicity))
	c.result.MaxThreads = c.result.Trace.MostThreads()
	c.result.Property = c.blame(x.PC)
	return c.replayIn(x.Program)
}

// String counts.
func (b Extent) String() string {
	if b.N == 1 {
		return "1 " + b.Unit
	}
	return fmt.Sprintf("%d %s", b.N, b.plural())
}

func (b Extent) plural() string {
	if strings.HasSuffix(b.Unit, "ch") {
		return b.Unit + "es"
	}
	return b.Unit + "s"
}

// Of says of which threads that is known, "" for any number.
func (b Extent) Of() string {
	which := ", ended ones included"
	if b.Idle {
		which = " that move"
	}
	switch b.Threads {
	case 0:
		return ""
	case 1:
		return " of 1 thread"
	}
	return fmt.Sprintf(" of at most %d threads%s", b.Threads, which)
}
