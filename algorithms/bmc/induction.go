// This file defines proofs: by induction, and by the length of runs that repeat no state.

package bmc

import (
	"context"

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
func Induction(ctx context.Context, c *aig.Circuit, bad aig.Lit, o Options) Result {
	o.From = 0
	o.Memory = (o.Memory + 1) / 2 // each of the two paths has its own
	p := newPath(c, false, o)
	base := deepening{path: p, question: &reach{p, bad}}
	step := &simplePath{path: newPath(c, true, o)}
	for k := 0; ; k++ {
		base.bound = k
		r, done := base.next(ctx)
		status := sat.Sat
		if !done {
			step.extend()
			b := step.lit(bad, k)
			status = step.solveSimple(ctx, b)
			step.solver.Add(-b)
		}
		base.event(k, step.path)
		switch {
		case done:
			return r
		case status == sat.Unsat:
			return base.result(verdict.Safe, k)
		case status == sat.Unknown:
			return step.unknown(k)
		case base.last(k):
			return base.unknown(k)
		}
	}
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
