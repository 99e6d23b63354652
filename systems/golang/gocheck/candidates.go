// This file defines bounded questions of which most answers are none: what they find is a finding only if it is
// confirmed.

package gocheck

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/ijit/ijit/systems/golang"
	"github.com/ijit/ijit/systems/golang/gocheck/ledger"
	"github.com/ijit/ijit/systems/golang/lower"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// candidateShare is how much of the time of an entry is left for each of these questions.
const candidateShare = 0.12

// A candidates is a question about a skeleton.
type candidates struct {
	name  string
	leaks bool
	make  func(context.Context) (*skeleton.Program, error)
	is    func(*skeleton.Node) bool // what may go wrong there is a candidate
	opens []ledger.Kind             // claims of the entry where the question has no answer
}

// candidates returns the questions to ask.
func (q *question) candidates() (list []candidates) {
	// What the runtime makes panics of: nil that is dereferenced, an index out of range. Often data decide that of
	// which nothing is known, so it is not judged if it is not confirmed: that there is none of these is an assumption.
	// Others are open then.
	if q.asks(ledger.Panic) && q.skeleton.MayFault {
		list = append(list, candidates{"faults", false, func(ctx context.Context) (*skeleton.Program, error) {
			return q.make(ctx, golang.Options{Size: size, Faults: true})
		}, func(n *skeleton.Node) bool { return n.Fault }, []ledger.Kind{ledger.Panic}})
	}
	// What needs more iterations of loops than are told apart, as a sender that fills a buffer when its receiver has
	// left: if loops stay loops they have any number.
	if q.Confirm && q.asks(operations()...) && slices.ContainsFunc(q.skeleton.Sizes, func(s skeleton.Size) bool { return s.Iterations }) {
		list = append(list, candidates{"longer loops", true, func(ctx context.Context) (*skeleton.Program, error) {
			return q.sizeless(ctx, golang.Options{AnyNumber: true, Rolled: true})
		}, func(n *skeleton.Node) bool { return !n.Fault }, nil})
	}
	return list
}

// consider asks for candidates, for so long.
func (q *question) consider(ctx context.Context, c candidates, limit time.Duration) {
	end := time.Now().Add(limit)
	ctx, cancel := context.WithDeadline(ctx, end)
	defer cancel()
	unanswered := func(reason, detail string) {
		if len(c.opens) > 0 {
			q.ledger.Fail(q.report.GoPlace, reason, "whether the runtime panics was not decided: "+detail, c.opens...)
		}
	}
	p, err := c.make(ctx)
	if err != nil {
		unanswered(q.reason(ctx, err))
		return
	}
	l, m, err := q.lower(ctx, p, lower.Options{Leaks: c.leaks})
	if err != nil {
		unanswered(q.reason(ctx, err))
		return
	}
	q.bound = goroutines(p, q.Threads)
	s, err := q.survey(ctx, l, m, time.Until(end), c.leaks)
	if err != nil {
		unanswered(q.reason(ctx, err))
		return
	}
	if !s.complete {
		unanswered(s.reason, s.detail)
	}
	skip, forgotten := unjudged(p), forgotten(p)
	for i := range s.failures {
		x := &s.failures[i]
		if !c.is(x.Node) || !q.asks(ledger.KindOf(x.Kind)) {
			continue
		}
		f, run := q.failure(l, m, x)
		q.candidate(f, run)
		switch {
		case !x.Node.Fault:
		case skip[x.Node] && (x.Node.Message != skeleton.NilDereference || forgotten[x.Node]):
			q.unjudge(x.Node.Site)
		default: // that a pointer is nil on some way is no matter of a value of which nothing is known
			q.doubt(f)
			q.ledger.Explain("unsupported", fmt.Sprintf("at %s %s, as it seems", where(x.Node.Site), x.Node.Message), ledger.Panic)
		}
	}
	for i := range s.leaks {
		if q.asks(ledger.Blocked) {
			q.candidate(q.leaked(ctx, l, m, &s.leaks[i]))
		}
	}
}
