// This file defines proofs: by induction, and by the length of runs that repeat no state.

package bmc

import (
	"context"
	"time"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/allsat/sat"
	"github.com/ijit/ijit/internal/verdict"
)

// Induction decides whether a run can reach a frame in which bad holds, by k-induction
// (Sheeran, Singh, Stålmarck, "Checking Safety Properties Using Induction and a SAT-Solver",
// FMCAD 2000). The base is [CheckBad]. The step is that no path of k steps, from any state,
// with different states and with bad in its last frame only, exists: then neither does a
// counterexample longer than those that the base has excluded, since the last k steps
// of a shortest one would be such a path. The result's bound is this k. As there are
// finitely many states, some k is large enough, but it may be beyond all limits.
//
// Base and step share the time: the base goes on while a step is hard. So it may be many bounds
// ahead of the step, which is never ahead of the base.
func Induction(ctx context.Context, c *aig.Circuit, bad aig.Lit, o Options) Result {
	o.From = 0
	o.Memory = (o.Memory + 1) / 2 // each of the two paths has its own
	p := newPath(c, false, o)
	base := deepening{path: p, question: &reach{p, bad}}
	step := &inductionStep{simplePath: simplePath{path: newPath(c, true, o)}, bad: bad}
	var spent time.Duration // by the base
	for k := 0; ; k++ {
		base.bound = k
		begin := time.Now()
		r, done := base.next(ctx)
		spent += time.Since(begin)
		status := sat.Sat
		switch {
		case done:
		case base.last(k):
			status = step.decide(ctx, k)
		default:
			status = step.within(ctx, k, spent)
		}
		base.event(k, step.path)
		switch {
		case done:
			return r
		case status == sat.Unsat:
			return base.result(verdict.Safe, step.bound)
		case status == sat.Unknown:
			return step.unknown(k)
		case base.last(k):
			return base.unknown(k)
		}
	}
}

// An inductionStep is the question whether there is a path as the step of an induction excludes them.
type inductionStep struct {
	simplePath
	bad   aig.Lit
	bound int // the one to be decided
	spent time.Duration
}

// The step gets stepShare times the time of the base, and stepSlice more. It is tried for stepSlice at
// least, and for as long as it was tried so far: what is interrupted has to begin its search again.
const (
	stepShare = 3
	stepSlice = 200 * time.Millisecond
)

// within is decide for the step's share of the time, given that of the base. Sat says then that no bound
// so far is known to be inductive.
func (s *inductionStep) within(ctx context.Context, last int, spent time.Duration) sat.Status {
	left := stepShare*spent + stepSlice - s.spent
	if left <= 0 {
		return sat.Sat
	}
	slice, cancel := context.WithTimeout(ctx, max(left, stepSlice, s.spent))
	defer cancel()
	status := s.decide(slice, last)
	if status == sat.Unknown && slice.Err() != nil && ctx.Err() == nil {
		return sat.Sat
	}
	return status
}

// decide decides bounds up to the last one, or one that is inductive, for which it returns Unsat.
// What was interrupted goes on.
func (s *inductionStep) decide(ctx context.Context, last int) sat.Status {
	begin := time.Now()
	defer func() { s.spent += time.Since(begin) }()
	for ; s.bound <= last; s.bound++ {
		if s.frames == s.bound {
			s.extend()
		}
		b := s.lit(s.bad, s.bound)
		if status := s.solveSimple(ctx, b); status != sat.Sat {
			return status
		}
		s.solver.Add(-b)
	}
	return sat.Sat
}

// Diameter returns as bound how many steps the longest run has whose states are different:
// the recurrence diameter from the first states, or from anywhere if open is set. The
// verdict is then Safe, since a shortest run to anywhere has no more steps. If a limit is
// reached, it is Unknown, and there is such a run with bound steps.
func Diameter(ctx context.Context, c *aig.Circuit, open bool, o Options) Result {
	s := &simplePath{path: newPath(c, open, o)}
	if !open {
		s.from = distinctFrom(c)
	}
	for k := 0; ; k++ {
		s.extend()
		status := s.solveSimple(ctx)
		s.event(k)
		switch {
		case status == sat.Unsat:
			return s.result(verdict.Safe, k-1)
		case status == sat.Unknown:
			return s.unknown(k - 1)
		case s.last(k):
			return s.unknown(k)
		}
	}
}
