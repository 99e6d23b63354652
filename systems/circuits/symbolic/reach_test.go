// This file tests the search for reachable states.

package circuit_test

import (
	"context"
	"errors"
	"testing"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randcircuit"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/systems/circuits/symbolic"
)

// TestReach compares verdicts, depths and invariants of random circuits with what is found
// state by state, and replays runs.
func TestReach(t *testing.T) {
	safe, unsafe := 0, 0
	for seed := range campaign.Size(t, 750, 100000) {
		c := randcircuit.New(uint64(seed), randcircuit.Small())
		x := newExplicit(c)
		bad := c.Bads[0].Lit
		depth := -1
		for f, d := range x.reach() {
			if d >= 0 && x.is(f, bad) && (depth < 0 || d < depth) {
				depth = d
			}
		}
		r := tight(uint64(seed), func(o circuit.Options) *circuit.Result {
			r := circuit.Reach(context.Background(), c, bad, o)
			if r.Verdict == circuit.Safe && r.Invariant == nil {
				r.Reason = verdict.Memory // of the proof
			}
			return r
		})
		switch {
		case r.Verdict == circuit.Unknown || (r.Verdict == circuit.Unsafe) != (depth >= 0):
			t.Fatalf("circuit %d: %v (%v), want depth %d", seed, r.Verdict, r.Err, depth)
		case depth >= 0:
			unsafe++
			v, err := aig.Replay(c, r.Run)
			if err != nil {
				t.Fatalf("circuit %d: %v", seed, err)
			}
			if !v.Last(bad) || v.Len() != depth+1 || r.Depth != depth {
				t.Fatalf("circuit %d: a run of %d frames and depth %d, want %d", seed, v.Len(), r.Depth, depth)
			}
		default:
			safe++
			if why := x.invariant(r.Invariant, bad); why != "" {
				t.Fatalf("circuit %d: %v: %s", seed, r.Invariant, why)
			}
		}
	}
	if safe < unsafe/10 || unsafe < safe/10 {
		t.Errorf("%d safe and %d unsafe circuits", safe, unsafe)
	}
}

// invariant says why clauses are no proof, or "".
func (x *explicit) invariant(clauses [][]aig.Lit, bad aig.Lit) string {
	if clauses == nil {
		return "there is none"
	}
	in := func(frame int) bool {
		for _, c := range clauses {
			some := false
			for _, l := range c {
				some = some || x.is(frame, l)
			}
			if !some {
				return false
			}
		}
		return true
	}
	for f := range x.values {
		begins, holds := x.initial(f), in(f) && x.is(f, x.Constraints...)
		if (begins || holds) && x.is(f, bad) {
			return "a bad frame is not excluded"
		}
		if (begins || holds) && x.is(f, x.Steps...) {
			s := 0
			for i, l := range x.Latches {
				if x.is(f, l.Next) {
					s |= 1 << i
				}
			}
			if !in(s * x.inputs) {
				return "a step leads out of it"
			}
		}
	}
	return ""
}

// TestLimits asks that limits end a question with a reason.
func TestLimits(t *testing.T) {
	c := counter(20)
	bad := c.Bads[0].Lit
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if r := circuit.Reach(ctx, c, bad, circuit.Options{}); r.Verdict != circuit.Unknown || r.Reason != verdict.Interrupted {
		t.Errorf("%v (%v) in a context that has ended", r.Verdict, r.Err)
	}
	if r := circuit.Reach(context.Background(), c, bad, circuit.Options{MaxNodes: 30}); r.Verdict != circuit.Unknown || r.Reason != verdict.Memory {
		t.Errorf("%v (%v) with 30 nodes", r.Verdict, r.Err)
	}
	ctx, cancel = context.WithCancel(context.Background())
	events := 0
	r := circuit.Reach(ctx, c, bad, circuit.Options{Event: func(e circuit.Event) {
		if events++; e.Depth == 100 {
			cancel()
		}
	}})
	if r.Verdict != circuit.Unknown || !errors.Is(r.Err, context.Canceled) || r.Depth < 100 || r.Depth > 200 {
		t.Errorf("%v (%v) at depth %d after %d events", r.Verdict, r.Err, r.Depth, events)
	}
}
