// This file defines the check of executions.

package configurations

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/internal/proof/judge"
	"github.com/ijit/ijit/parser"
)

// checkTrace lets the judge replay an execution. Atomic sections are run in small
// steps, in which an execution in big steps is one, too, and errs alike.
func (p *Program) checkTrace(t *proof.Trace, q *proof.Question) error {
	var run []judge.Config
	for _, text := range t.States {
		c, err := p.ordered(text)
		if err != nil {
			return err
		}
		run = append(run, c)
	}
	last := run[len(run)-1]
	final := -1
	switch {
	case p.Assertions != (t.Fails != nil):
		return proof.Reject("a trace names the assertion that fails if, and only if, assertions are asked for")
	case p.Assertions:
		final = *t.Fails
		at, _ := p.Judge.Location(final)
		if _, ok := at.Op.(*parser.Assert); !ok {
			return proof.Reject("there is no assertion at program counter %d", final)
		}
	case q.Asks == proof.Deadlock:
		if stuck, err := p.deadlocked(last); err != nil || !stuck {
			return cmp.Or(err, proof.Reject("the trace ends in %v, which is no deadlock", last))
		}
	case p.cover != nil:
		if c := p.numbered(last); c.shared != p.cover.shared || !below(p.cover.threads, c.threads) {
			return proof.Reject("the trace ends in %s, which does not cover the target %s", show(p, c), show(p, *p.cover))
		}
	case p.Meeting != nil:
		if !p.metBy(last.Threads, p.Meeting) {
			return proof.Reject("the trace ends in %v, where no different threads are at the labels %s", last, q.Target)
		}
	default:
		if !slices.ContainsFunc(last.Threads, func(t judge.Thread) bool { return p.Watch[t.PC] }) {
			return proof.Reject("the trace ends in %v, where no thread is at label %s", last, p.Label)
		}
	}
	copies := p.Copies
	if copies == many {
		copies = -1
	}
	if n := len(run[0].Threads); q.Threads > 0 && n > q.Threads {
		return proof.Reject("the trace begins with %d threads, more than the bound %d", n, q.Threads)
	}
	err := p.Judge.Replay(p.ctx, run, final, copies, q.Threads)
	if refused, ok := errors.AsType[*judge.ReplayError](err); ok {
		return proof.Reject("the trace is no execution: %v", refused)
	}
	return err
}

// ordered reads a configuration whose threads keep their order, one by one.
func (p *Program) ordered(text string) (judge.Config, error) {
	c := judge.Config{Inside: -1}
	s, list, ok := strings.Cut(text, "|")
	if !ok {
		return c, proof.Reject("%q is no configuration: there is no | behind the shared state", text)
	}
	var err error
	if c.Shared, err = valuation(s, len(p.File.Globals)); err != nil || list == "" {
		return c, err
	}
	for name := range strings.SplitSeq(list, ",") {
		l, err := p.local(name)
		if err != nil {
			return c, err
		}
		c.Threads = append(c.Threads, p.locals.all[l])
	}
	return c, nil
}

// numbered returns c in numbers.
func (p *Program) numbered(c judge.Config) config {
	var out config
	inside := false
	for _, t := range c.Threads {
		inside = inside || p.inside(t)
		out.threads = plus(out.threads, p.localID(t), 1)
	}
	out.shared = p.sharedID(c.Shared, inside)
	return out
}

// checkRun checks an execution of a transition system that ends in its target.
func checkRun(ctx context.Context, n *net, t *proof.Trace) error {
	if t.Fails != nil {
		return proof.Reject("a transition system has no assertion that could fail")
	}
	var before config
	for i, text := range t.States {
		c, err := configOf(n, text)
		if err != nil {
			return err
		}
		if n.bound > 0 && size(c.threads) > n.bound {
			return proof.Reject("state %d, %s, has more threads than the bound %d", i, show(n, c), n.bound)
		}
		if i == 0 {
			if !n.starts(c) {
				return proof.Reject("the trace begins in %s, which is not initial", show(n, c))
			}
			before = c
			continue
		}
		found := false
		if err := steps(n, before, func(next config, _ *rule) bool {
			found = next.key() == c.key()
			return !found && ctx.Err() == nil
		}); err != nil {
			return err
		}
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case !found:
			return proof.Reject("the trace is no execution: step %d: no edge leads from %s to %s", i, show(n, before), show(n, c))
		}
		before = c
	}
	if n.cover == nil {
		if stuck, err := n.stuck(before); err != nil || !stuck {
			return cmp.Or(err, proof.Reject("the trace ends in %s, which is no deadlock", show(n, before)))
		}
		return nil
	}
	if before.shared != n.cover.shared || !below(n.cover.threads, before.threads) {
		return proof.Reject("the trace ends in %s, which does not cover the target %s", show(n, before), show(n, *n.cover))
	}
	return nil
}

// starts reports whether c is initial: so many threads as are given, and any number
// of those that are unboundedly many.
func (n *net) starts(c config) bool {
	for _, x := range c.threads {
		if k := has(n.start.threads, x.local); k != many && k != x.n {
			return false
		}
	}
	for _, x := range n.start.threads {
		if x.n != many && has(c.threads, x.local) != x.n {
			return false
		}
	}
	return c.shared == n.start.shared
}
