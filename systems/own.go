// This file defines how engines of the user's own take part.

package systems

import (
	"cmp"
	"context"
	"errors"

	"github.com/ijit/ijit/ijit"
)

// own is what the question to an engine of the user's own can say. Whether it takes the question it says itself.
const own = explicit | deadlocks

// ownEngine returns the record of an engine of the user's own.
func ownEngine(e ijit.Engine) Algorithm {
	x, takes := userEngine(e), own
	if e.Bounded {
		takes |= threadBound
	}
	return Algorithm{
		Name: e.Name, Doc: e.Doc, Cite: e.Cite, Bounded: e.Bounded, whole: true, takes: takes,
		auto: part{name: e.Name, takes: func(c *check) bool { return c.explicit() && x.lacks(c) == "" }},
		run:  x.run,
	}
}

type userEngine ijit.Engine

// question returns what is asked, of the program as written.
func (e *userEngine) question(c *check) (*ijit.Model, *ijit.Question) {
	m := c.Model.Model
	m.Program = c.judged()
	q := c.inCard()
	if q.UpFront = q.UpFront && !c.is(tables); !c.bounded() {
		q.Threads = 0
	}
	return &m, &q
}

// lacks says what keeps the engine from answering, "" for nothing.
func (e *userEngine) lacks(c *check) string {
	switch {
	case c.All:
		return "stops at the first error"
	case c.Via == BP:
		return "has states with numbers only, --via jit or tts"
	}
	return (*ijit.Engine)(e).Refuses(e.question(c))
}

// run has the engine answer.
func (e *userEngine) run(c *check) error {
	if why := e.lacks(c); why != "" {
		c.result.Reason, c.result.Detail = Unsupported, e.Name+" "+why
		return nil
	}
	if !c.inline() {
		c.unsupported()
		return nil
	}
	c.progress.Phase = "explore"
	m, q := e.question(c)
	a, err := (*ijit.Engine)(e).Answer(c.ctx, m, q, ijit.Limits{Memory: c.Memory}, func(x ijit.Event) {
		c.progress.Depth, c.progress.States = x.Depth, x.States
		c.report()
	})
	switch {
	case c.ctx.Err() != nil && (errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)):
		return nil // who looks at the context says why
	case err != nil:
		return err
	}
	by := c.result.By
	c.result.Answer = *a
	c.result.By, c.result.States, c.result.Depth = by, c.progress.States, cmp.Or(a.Depth, c.progress.Depth)
	c.result.Stats.Replayed = a.Checked && a.Verdict == Unsafe
	c.result.Stats.Validated = a.Checked && a.Verdict == Safe
	switch cert := c.result.Certificate; {
	case !c.Certify:
		c.result.Certificate = nil
	case cert != nil && cert.Err() == nil:
		cert.Document.By.Algorithm = e.Name
	}
	return nil
}
