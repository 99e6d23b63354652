// This file defines how auto answers for programs with threads by convention: it counts
// context switches beside its other searches.

package ijit

import (
	"context"
	"runtime/debug"
	"sync"
	"time"
)

// counts reports whether auto counts context switches beside its other searches: that
// decides programs with many globals, of which these see the states one by one. Where more
// is asked than a verdict with an execution, it does not.
func (c *check) counts() bool {
	return c.Algorithm == autoName && c.Program.File.Threads != nil && c.target == nil && !c.chosen &&
		!c.All && !c.Certify && !c.Options.Cover
}

// beside runs the other searches, and counts context switches at the same time. The first
// answer is taken; all are sound. If none has one, it says how far both came.
func (c *check) beside() error {
	ctx, cancel := context.WithCancel(c.ctx)
	defer cancel()
	search, count := c.fork(ctx), c.fork(ctx)
	count.Progress = nil // one of them tells
	begin := time.Now()
	var took float64
	var winner *check
	var fault error // of the winner: the other one is cut off, and may say so
	var failure *crash
	var first sync.Once
	answer := func(x *check, err error, crashed *crash) {
		first.Do(func() { winner, fault, failure = x, err, crashed })
		cancel()
	}
	var sides sync.WaitGroup
	run := func(x *check, run func() error) {
		sides.Go(func() {
			defer func() {
				if v := recover(); v != nil {
					answer(x, nil, &crash{v, debug.Stack()})
				}
			}()
			if err := run(); err != nil || x.decisive(x == count) {
				answer(x, err, nil)
			}
		})
	}
	run(search, search.search)
	run(count, func() error {
		defer func() { took = time.Since(begin).Seconds() }()
		return count.count()
	})
	sides.Wait()
	if failure != nil {
		panic(failure)
	}
	if winner == nil {
		winner = search
		switch bound := count.result.Extent; {
		case count.result.Verdict != Unknown:
			winner = count
		case bound.N >= 0 && search.result.Detail == "":
			search.result.Detail = "no error within " + bound.String()
		case bound.N >= 0:
			search.result.Detail += "; no error within " + bound.String()
		}
	}
	all := append(search.result.Stats.Sides, count.side(took))
	c.peak = max(search.peak, search.meter.Peak(), count.meter.Peak())
	c.result = winner.result
	c.result.Stats.Sides = all
	return fault
}

// decisive reports whether no other answer is to be waited for. Counting makes no proofs that
// can be checked.
func (c *check) decisive(counting bool) bool {
	v := c.result.Verdict
	return v == Unsafe || v == Safe && !(counting && c.SelfCheck)
}

// fork returns a check of the same, to be run beside another.
func (c *check) fork(ctx context.Context) *check {
	d := *c
	d.ctx = ctx
	d.meter = newMeter(&d)
	return &d
}

// count counts context switches.
func (c *check) count() error {
	c.code, c.inlined, c.properties = c.Program, nil, nil
	if err := c.prepareSummaries(); err != nil {
		return err
	}
	return c.interleave()
}

// side says what counting context switches did.
func (c *check) side(seconds float64) Side {
	r := &c.result
	return Side{
		Direction: "context switches", Algorithm: getafixName, Verdict: r.Verdict, Reason: r.Reason, Detail: r.Detail,
		States: r.States, Fired: r.Stats.Fired, Seconds: seconds,
	}
}
