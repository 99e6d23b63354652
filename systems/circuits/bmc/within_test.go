// This file tests questions for several bounds at once.

package bmc_test

import (
	"testing"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/systems/circuits/bmc"
)

// stairs returns a circuit that counts steps. Bad holds at the top if an input says so, and
// then no step is possible. If it does not say so, bad holds later with again, and without
// there is no next state.
func stairs(top int, again bool) (*aig.Circuit, aig.Lit) {
	c := aig.New()
	var bits []aig.Lit
	for range 6 {
		bits = append(bits, c.Latch("", aig.Zero))
	}
	is := func(n int) aig.Lit {
		var all []aig.Lit
		for i, l := range bits {
			all = append(all, l.NotIf(n>>i&1 == 0))
		}
		return c.All(all...)
	}
	carry := aig.True
	for i, l := range bits {
		c.SetNext(i, c.Xor(l, carry))
		carry = c.And(l, carry)
	}
	bad := c.And(is(top), c.Input("end"))
	c.Steps = append(c.Steps, bad.Not())
	if again {
		return c, c.Any(bad, is(top+2), is(top+9))
	}
	c.Constraints = append(c.Constraints, is(top+1).Not())
	return c, bad
}

// TestWithin checks that counterexamples are shortest wherever a leap ends, and that limits
// do not hide what was found.
func TestWithin(t *testing.T) {
	campaign.Alone(t)
	limited := 0
	for top := range 40 {
		for _, again := range []bool{false, true} {
			c, bad := stairs(top, again)
			r := bmc.CheckBad(t.Context(), c, bad, bmc.Options{})
			if r.Verdict != verdict.Unsafe || r.Bound != top || len(r.Run.Inputs) != top+1 || r.Longer != verdict.NoReason {
				t.Fatalf("top %d: %v, bound %d, longer %q", top, r.Verdict, r.Bound, r.Longer)
			}
			for bound := max(1, top-2); bound <= top+1; bound++ {
				if r := bmc.CheckBad(t.Context(), c, bad, bmc.Options{Bound: bound}); (r.Verdict == verdict.Unsafe) != (bound >= top) || r.Bound != min(bound, top) {
					t.Fatalf("top %d, up to %d: %v, bound %d", top, bound, r.Verdict, r.Bound)
				}
			}
			if r := bmc.CheckBad(t.Context(), c, aig.False, bmc.Options{Bound: 60}); !again && r.Verdict != verdict.Safe {
				t.Fatalf("top %d: %v, but no run goes on", top, r.Verdict)
			}
			for looks := range int64(2 * top) {
				r := bmc.CheckBad(campaign.Looks(looks), c, bad, bmc.Options{})
				switch {
				case r.Verdict == verdict.Unsafe && r.Bound != top && r.Longer != verdict.Timeout:
					t.Fatalf("top %d: bound %d, longer %q", top, r.Bound, r.Longer)
				case r.Longer != verdict.NoReason:
					limited++
				}
				if r.Run == nil {
					continue
				}
				if v, err := aig.Replay(c, r.Run); err != nil || !v.At(bad, r.Bound) {
					t.Fatalf("top %d: no run: %v", top, err)
				}
			}
		}
	}
	if limited == 0 {
		t.Error("no limit is reached while shorter counterexamples are looked for")
	}
}
