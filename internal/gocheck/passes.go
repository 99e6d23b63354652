// This file defines whether a test can pass where loops are executed in part only.

package gocheck

import (
	"context"
	"slices"
	"time"

	"github.com/ijit/ijit/ijit"
	"github.com/ijit/ijit/parser/golang/lower"
	"github.com/ijit/ijit/parser/golang/skeleton"
)

// passTime is how long random executions are followed to see a test pass. Most do at once.
const passTime = 200 * time.Millisecond

// passes leaves all open if a test is seen to fail only where of some loops the first iterations only are executed: it may well count on all
// of them, and what follows was never executed.
func (q *question) passes(ctx context.Context, p *skeleton.Program) {
	if q.unsound || !slices.ContainsFunc(p.Sizes, func(s skeleton.Size) bool { return s.Iterations }) {
		return
	}
	p, fails := panicsAtEnd(p)
	if fails != nil && !q.seenToPass(ctx, p) {
		q.noted(skeleton.Note{Site: fails.Site, What: "what follows where the test fails",
			Effect: "with the first iterations of loops only it always does: executions are missing", Opens: skeleton.OpensAll}, false)
	}
}

// seenToPass reports whether some execution comes to a panic that stands for the end of the entry. Where a limit ended the search, or an
// error, none was seen.
func (q *question) seenToPass(ctx context.Context, p *skeleton.Program) bool {
	l, m, err := q.lower(ctx, p, lower.Options{})
	if err != nil {
		return false
	}
	for _, o := range []ijit.SurveyOptions{{Walk: true, Timeout: passTime}, {Reduce: true, Timeout: q.left(0.25)}} {
		o.Threads, o.Memory = q.bound, q.Memory
		found, err := m.Survey(ctx, o)
		if err != nil {
			return false
		}
		for _, x := range found.Failures {
			if slices.ContainsFunc(l.Failures, func(f lower.Failure) bool { return f.Label == x.Label && f.Node.Message == passed }) {
				return true
			}
		}
	}
	return false
}

// passed is the message of panics that stand for the end of a test that has not failed.
const passed = "the test passes"

// panicsAtEnd returns a program in which the entry panics where it ends, unless it fails there. It also returns a node where it fails, nil if
// there is none.
func panicsAtEnd(p *skeleton.Program) (q *skeleton.Program, fails *skeleton.Node) {
	entry, out := *p.Bodies[0], *p
	entry.Nodes, out.Bodies = slices.Clone(entry.Nodes), slices.Clone(p.Bodies)
	out.Bodies[0] = &entry
	for i, n := range entry.Nodes {
		switch {
		case n.Op != skeleton.End && n.Op != skeleton.Exit:
		case n.Failed:
			fails = n
		default:
			end := *n
			end.Op, end.Message = skeleton.Panic, passed
			entry.Nodes[i] = &end
		}
	}
	return &out, fails
}
