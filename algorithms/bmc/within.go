// This file defines one question for several bounds: whether a state is reached within so many
// steps.

package bmc

import (
	"context"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/allsat/sat"
	"github.com/ijit/ijit/internal/verdict"
)

// A within asks whether bad holds in one of the next few frames: what comes behind the first
// such frame need not be a run. To refute several bounds at once takes no longer than to
// refute the last one alone. If there is a counterexample, shorter ones are asked for until
// there is none.
type within struct {
	*path
	bad   aig.Lit
	next  int       // the first bound that is not refuted
	reach []sat.Lit // by frame: bad holds in it, or in one before that is not refuted
}

// leapShare is the part of the steps so far by which the bound is raised. Larger leaps find
// counterexamples that are longer than necessary, in more frames.
const leapShare = 4

// leap returns the last of the bounds that are asked for at once. It is the first of them
// while bounds are small.
func (w *within) leap() int {
	to := w.next + w.next/leapShare
	if w.last(to) {
		return w.options.Bound
	}
	return to
}

func (w *within) run(ctx context.Context) Result {
	for {
		to := w.leap()
		for w.frames <= to {
			w.extend()
		}
		x := w.reach[to]
		switch w.solve(ctx, x) {
		case sat.Sat:
			r := w.shortest(ctx)
			w.event(r.Bound)
			return r
		case sat.Unknown:
			return w.unknown(w.next - 1)
		}
		w.event(to)
		switch {
		case w.impossible(x):
			return w.result(verdict.Safe, to)
		case w.last(to):
			return w.unknown(to)
		}
		w.solver.Add(-x)
		w.next = to + 1
	}
}

// extend adds a frame.
func (w *within) extend() {
	k := w.frames
	var before []sat.Lit
	if k > w.next {
		before = w.reach[k-1 : k : k]
	}
	w.extendUnless(before...)
	bad := w.lit(w.bad, k)
	for _, b := range before {
		either := w.variable()
		w.solver.Add(-either, b, bad)
		w.solver.Add(either, -b)
		w.solver.Add(either, -bad)
		bad = either
	}
	w.reach = append(w.reach, bad)
}

// shortest returns a shortest counterexample after one has been found. If a limit is reached,
// that is the shortest one that is known.
func (w *within) shortest(ctx context.Context) Result {
	for {
		k := w.next
		for !w.value(w.bad, k, false) {
			k++
		}
		r := w.unsafe(k, -1)
		if k == w.next {
			return r
		}
		switch w.solve(ctx, w.reach[k-1]) {
		case sat.Unsat:
			return r
		case sat.Unknown:
			r.Longer = w.unknown(k).Reason
			return r
		}
	}
}
