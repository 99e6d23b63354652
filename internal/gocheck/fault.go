// This file defines the bounded question about what the runtime makes panics of.

package gocheck

import (
	"context"

	"github.com/ijit/ijit/parser/golang"
	"github.com/ijit/ijit/parser/golang/lower"
)

// faultShare is how much of the time that is left the question may take.
const faultShare = 0.25

// faults looks for executions in which nil is dereferenced or an index is out of range. Often data decide that of which nothing
// is known, so they are findings only if they are confirmed, and not judged otherwise. That there are none is an assumption of
// all proofs.
func (q *question) faults(ctx context.Context) {
	if !q.Confirm || !q.skeleton.MayFault {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, q.left(faultShare))
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
	s, err := q.survey(ctx, l, m, q.left(faultShare), false)
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
