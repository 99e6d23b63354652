// This file tests counterexamples of circuits whose frames have weights.

package bmc_test

import (
	"math/rand/v2"
	"testing"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randcircuit"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/systems/circuits/bmc"
)

// number reads a number in a frame.
func number(v *aig.Values, bits []aig.Lit, frame int) int {
	n := 0
	for i, l := range bits {
		if v.At(l, frame) {
			n |= 1 << i
		}
	}
	return n
}

// lightest returns the length of a shortest run to bad, -1 for none: that of the runs to each
// state, improved until no run is shorter.
func lightest(c *aig.Circuit, bad aig.Lit, weight []aig.Lit) int {
	type start struct {
		run    *aig.Run // all frames before the state
		length int
	}
	var state []aig.Lit
	for _, l := range c.Latches {
		state = append(state, l.Lit)
	}
	best := map[int]start{}
	for x := range 1 << len(state) {
		best[x] = start{run: &aig.Run{First: bits(x, len(state)), Loop: -1}}
		for in := range 1 << len(c.Inputs) {
			if _, err := aig.Replay(c, longer(best[x].run, c, in)); err == nil {
				break
			} else if in == 1<<len(c.Inputs)-1 {
				delete(best, x) // no first state
			}
		}
	}
	least := -1
	for again := true; again; {
		again = false
		for _, s := range best {
			for in := range 1 << len(c.Inputs) {
				r := longer(s.run, c, in)
				k := len(r.Inputs) - 1
				v, err := aig.Replay(c, r)
				if err != nil {
					continue
				}
				length := s.length + number(v, weight, k)
				if v.At(bad, k) && (least < 0 || length < least) {
					least = length
				}
				for in := range 1 << len(c.Inputs) {
					v, err := aig.Replay(c, longer(r, c, in))
					if err != nil {
						continue
					}
					to := number(v, state, k+1)
					if old, ok := best[to]; !ok || length+1 < old.length {
						best[to], again = start{r, length + 1}, true
					}
				}
			}
		}
	}
	return least
}

// longer returns a run with one more frame.
func longer(r *aig.Run, c *aig.Circuit, in int) *aig.Run {
	return &aig.Run{First: r.First, Inputs: append(r.Inputs[:len(r.Inputs):len(r.Inputs)], bits(in, len(c.Inputs))), Loop: -1}
}

// TestWeight compares with a search of all runs, with and without a bound, and under limits.
func TestWeight(t *testing.T) {
	found, more, limited := 0, 0, 0
	for seed := range uint64(campaign.Size(t, 60, 3000)) {
		rnd := rand.New(rand.NewPCG(seed, 3))
		c := randcircuit.New(seed, randcircuit.Config{Inputs: 2, Latches: 3, Gates: 16, Constraints: true, Steps: true})
		any := func() aig.Lit { return aig.Lit(rnd.IntN(2 * c.Len())) }
		bad := c.All(any(), any(), any())
		weight := []aig.Lit{any(), any(), c.And(any(), any())}
		want := lightest(c, bad, weight)
		for _, bound := range []int{0, max(1, want-1), max(1, want), 2 * want} {
			if bound <= 0 && want < 0 {
				bound = 12
			}
			r := bmc.CheckBad(t.Context(), c, bad, bmc.Options{Bound: bound, Weight: weight})
			switch {
			case (r.Run != nil) != (want >= 0 && (bound == 0 || want <= bound)):
				t.Fatalf("seed %d: bound %d, run %v, want %d", seed, bound, r.Run, want)
			case r.Run == nil && want >= 0 && (r.Verdict == verdict.Safe || r.Bound != bound):
				t.Fatalf("seed %d: bound %d, %v up to %d, want %d", seed, bound, r.Verdict, r.Bound, want)
			case r.Run == nil:
				continue
			}
			v, err := aig.Replay(c, r.Run)
			if err != nil || !v.Last(bad) {
				t.Fatalf("seed %d: no run to bad: %v", seed, err)
			}
			length := len(r.Run.Inputs) - 1
			if want > length {
				more++
			}
			for k := range r.Run.Inputs {
				length += number(v, weight, k)
			}
			if length != want || r.Bound != want || r.Longer != verdict.NoReason {
				t.Fatalf("seed %d: length %d, bound %d, longer %v, want %d", seed, length, r.Bound, r.Longer, want)
			}
			found++
		}
		for looks := range int64(12) {
			switch r := bmc.CheckBad(campaign.Looks(looks), c, bad, bmc.Options{Weight: weight, Bound: 12}); {
			case r.Run != nil && r.Bound != want && r.Longer != verdict.Timeout:
				t.Fatalf("seed %d: length %d, but %d is least", seed, r.Bound, want)
			case r.Run == nil && want >= 0 && r.Bound >= want:
				t.Fatalf("seed %d: none up to %d, but %d is least", seed, r.Bound, want)
			case r.Longer != verdict.NoReason:
				limited++
			}
		}
	}
	t.Log(found, more, limited)
	if more == 0 || limited == 0 {
		t.Error("weights make no difference, or no limit is reached")
	}
}
