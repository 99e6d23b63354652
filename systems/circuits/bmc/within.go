// This file defines one question for several bounds: whether a state is reached within so many
// steps.

package bmc

import (
	"context"
	"math"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/allsat/sat"
	"github.com/ijit/ijit/internal/verdict"
)

// A within asks whether bad holds in one of the next few frames: what comes behind the first
// such frame need not be a run. To refute several bounds at once takes no longer than to
// refute the last one alone. If there is a counterexample, shorter ones are asked for until
// there is none.
//
// If frames have weights, a shorter one may have more frames: so frames are added until there is
// no run of so many that is shorter.
type within struct {
	*path
	bad     aig.Lit
	next    int         // the first bound that is not refuted
	reach   []sat.Lit   // by frame: bad holds in it, or in one before that is not refuted
	before  []sat.Lit   // by frame: bad holds in one before that was not refuted when the frame was added
	length  [][]aig.Lit // by frame: that of a run that ends in it, a number in bits
	most    int         // the greatest length that is asked about
	none    []sat.Lit   // literals of reach that are refuted
	light   []sat.Lit   // the assumption that all lengths are at most that, if any
	limited bool        // something has been refuted only of runs that are not too long
	best    *Result     // the shortest counterexample so far
}

// leapShare is the part of the steps so far by which the bound is raised. Larger leaps find
// counterexamples that are longer than necessary, in more frames.
const leapShare = 4

// leap returns the last of the bounds that are asked for at once. It is the first of them
// while bounds are small.
func (w *within) leap() int {
	return min(w.next+w.next/leapShare, w.most) // a frame makes a run longer by 1 or more
}

func (w *within) run(ctx context.Context) Result {
	w.most = math.MaxInt
	if w.options.Bound > 0 {
		w.limit(w.options.Bound)
	}
	for w.next <= w.most {
		to := w.leap()
		for w.frames <= to {
			w.extend()
		}
		switch w.solve(ctx, append([]sat.Lit{w.reach[to]}, w.light...)...) {
		case sat.Sat:
			w.found()
			continue
		case sat.Unknown:
			return w.stopped()
		}
		w.event(to)
		w.limited = w.limited || w.best != nil || len(w.light) > 0 && !w.impossible(w.light...)
		if !w.limited && w.impossible(w.reach[to]) {
			return w.result(verdict.Safe, to)
		}
		w.none = append(w.none, -w.reach[to])
		w.refute(-w.reach[to])
		w.next = to + 1
		if w.options.Weight == nil {
			continue
		}
		status := w.solve(ctx, w.light...) // is there any run left?
		if status == sat.Unsat {
			if w.next = w.most; !w.limited {
				status = w.solve(ctx) // or a longer one
			}
			if !w.limited && status == sat.Unsat {
				return w.result(verdict.Safe, to)
			}
			w.next++
		}
		if status == sat.Unknown {
			return w.stopped()
		}
	}
	if w.best == nil {
		return w.unknown(w.most)
	}
	w.event(w.best.Bound)
	return *w.best
}

// stopped returns the answer if a limit is reached: a counterexample that is known, if any.
func (w *within) stopped() Result {
	r := w.unknown(w.next - 1)
	if w.best != nil {
		w.best.Longer = r.Reason
		return *w.best
	}
	return r
}

// found notes a counterexample, and lets only shorter ones be asked for.
func (w *within) found() {
	k := w.next
	for !w.value(w.bad, k, false) {
		k++
	}
	r := w.unsafe(k, -1)
	w.best = &r
	if w.options.Weight != nil {
		r.Bound = w.measured(k)
	}
	w.limit(r.Bound - 1)
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
	w.before = append(w.before, 0)
	for _, b := range before {
		either := w.variable()
		w.solver.Add(-either, b, bad)
		w.solver.Add(either, -b)
		w.solver.Add(either, -bad)
		bad = either
		w.before[k] = b
	}
	w.reach = append(w.reach, bad)
	w.weigh(k)
}
