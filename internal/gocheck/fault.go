// This file defines the bounded question about what the runtime makes panics of.

package gocheck

import (
	"context"
	"time"

	"github.com/ijit/ijit/parser/golang"
	"github.com/ijit/ijit/parser/golang/lower"
)

// faultShare is how much of the time of an entry is left for the question.
const faultShare = 0.15

// mayFault reports whether to ask.
func (q *question) mayFault() bool { return q.Confirm && q.asks("panic") && q.skeleton.MayFault }

// faults looks for executions in which nil is dereferenced or an index is out of range. Often data decide that of which nothing
// is known, so they are findings only if they are confirmed, and not judged otherwise. That there are none is an assumption of
// all proofs.
func (q *question) faults(ctx context.Context, limit time.Duration) {
	end := time.Now().Add(limit)
	ctx, cancel := context.WithDeadline(ctx, end)
	defer cancel()
	p, err := q.make(ctx, golang.Options{Size: size, Faults: true})
	if err != nil {
		return
	}
	l, m, err := q.lower(ctx, p, lower.Options{})
	if err != nil {
		return
	}
	q.bound, _, _ = goroutines(p, q.Threads, false)
	s, err := q.survey(ctx, l, m, time.Until(end), false)
	if err != nil {
		return
	}
	for i := range s.failures {
		if x := &s.failures[i]; x.Node.Fault {
			q.doubt(q.failure(l, m, x))
			q.unjudge(x.Node.Site)
		}
	}
}
