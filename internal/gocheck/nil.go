// This file defines the bounded question about pointers that are nil where they are dereferenced.

package gocheck

import (
	"context"

	"github.com/ijit/ijit/parser/golang"
	"github.com/ijit/ijit/parser/golang/lower"
)

// nilShare is how much of the time that is left the question may take.
const nilShare = 0.25

// nils looks for executions in which nil is dereferenced. Which pointers are nil is often decided by data of which nothing is
// known, so they are findings only if they are confirmed, and not judged otherwise. That there are none is an assumption of
// all proofs.
func (q *question) nils(ctx context.Context) {
	if !q.Confirm || !q.skeleton.MayBeNil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, q.left(nilShare))
	defer cancel()
	p, err := q.make(ctx, golang.Options{Size: size, Nil: true})
	if err != nil {
		return
	}
	l, m, err := q.lower(ctx, p, lower.Options{})
	if err != nil {
		return
	}
	q.bound, _, _ = goroutines(p, q.Threads, false)
	s, err := q.survey(ctx, l, m, q.left(nilShare), false)
	if err != nil {
		return
	}
	for i := range s.failures {
		if x := &s.failures[i]; x.Node.Message == golang.NilDereference {
			q.doubt(q.failure(l, m, x))
			q.unjudge(x.Node.Site)
		}
	}
}
