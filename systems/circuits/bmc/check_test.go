package bmc_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randcircuit"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/parser/ltl"
	"github.com/ijit/ijit/systems/circuits/bmc"
)

// TestEncodings compares both encodings with all runs of tiny circuits: the verdict and the
// least bound, and each counterexample is judged.
func TestEncodings(t *testing.T) {
	const limit = 4
	found, lassos, proved := 0, 0, 0
	for seed := range uint64(campaign.Size(t, 500, 50000)) {
		c := tiny(seed)
		r := rand.New(rand.NewPCG(seed, 1))
		f := formula(r, c, 1+r.IntN(4))
		want := least(c, f, limit)
		for _, encoding := range []bmc.Encoding{bmc.Linear, bmc.Recursive} {
			res := bmc.Check(t.Context(), c, f, bmc.Options{Bound: limit, Encoding: encoding})
			switch res.Verdict {
			case verdict.Unsafe:
				if res.Bound != want || len(res.Run.Inputs) != want+1 {
					t.Fatalf("seed %d, encoding %d: %v: a counterexample of bound %d, want %d", seed, encoding, f, res.Bound, want)
				}
				if !refutes(c, f, res.Run) {
					t.Fatalf("seed %d, encoding %d: %v: the run is no counterexample: %v", seed, encoding, f, res.Run)
				}
				if found++; res.Run.Loop >= 0 {
					lassos++
				}
			default:
				if want >= 0 {
					t.Fatalf("seed %d, encoding %d: %v: %v, want a counterexample of bound %d", seed, encoding, f, res.Verdict, want)
				}
				if res.Verdict == verdict.Safe {
					proved++
				}
			}
		}
	}
	t.Log(found, "counterexamples,", lassos, "of them lassos;", proved, "proved")
}

// TestFewerRuns checks that fairness and constraints only take counterexamples away: without
// them there is one as well, and none that is longer.
func TestFewerRuns(t *testing.T) {
	const limit = 5
	fewer := 0
	for seed := range uint64(campaign.Size(t, 500, 50000)) {
		c := tiny(seed)
		r := rand.New(rand.NewPCG(seed, 5))
		f := formula(r, c, 1+r.IntN(4))
		all := *c
		restricted := *c
		some := func() aig.Lit { return c.Latches[r.IntN(len(c.Latches))].Lit.NotIf(r.IntN(2) == 0) }
		if seed%2 == 0 {
			restricted.Fairness = append(slices.Clone(c.Fairness), some())
		} else {
			restricted.Constraints = append(slices.Clone(c.Constraints), some())
		}
		less := bmc.Check(t.Context(), &restricted, f, bmc.Options{Bound: limit})
		more := bmc.Check(t.Context(), &all, f, bmc.Options{Bound: limit})
		if less.Verdict == verdict.Unsafe && (more.Verdict != verdict.Unsafe || more.Bound > less.Bound) {
			t.Fatalf("seed %d: %v: %v at bound %d of fewer runs, %v at %d of all", seed, f, less.Verdict, less.Bound, more.Verdict, more.Bound)
		}
		if more.Verdict == verdict.Unsafe && less.Verdict != verdict.Unsafe {
			fewer++
		}
	}
	if fewer == 0 {
		t.Error("no counterexample was taken away")
	}
}

// TestLinear checks that the number of clauses for each frame is the same for small and for large
// bounds, within a tenth.
// The formulas are those that hold whatever the circuit does, so that all bounds are asked about.
func TestLinear(t *testing.T) {
	campaign.Alone(t)
	asked := 0
	for seed := range uint64(campaign.Size(t, 15, 1000)) {
		r := rand.New(rand.NewPCG(seed, 3))
		c := randcircuit.New(seed, randcircuit.Config{Inputs: 4, Latches: 10, Gates: 60})
		f := formula(r, c, 4)
		var clauses [101]float64
		res := bmc.Check(t.Context(), c, ltl.Or(f, ltl.Not(f)), bmc.Options{Bound: 100, Event: func(e bmc.Event) {
			clauses[e.Bound] = float64(e.Clauses)
		}})
		if res.Verdict == verdict.Safe {
			continue
		}
		asked++
		if early, late := clauses[55]-clauses[10], clauses[100]-clauses[55]; res.Reason != verdict.Bound || late > 1.1*early || late < early/1.1 {
			t.Errorf("seed %d: %v: %v, %.0f clauses from bound 10 to 55, %.0f to 100", seed, f, res.Verdict, early, late)
		}
	}
	t.Log(asked, "formulas")
}

// TestOneLoop checks that there is no counterexample if two frames have the state after the last
// one, and the past is different in both.
func TestOneLoop(t *testing.T) {
	c := aig.New()
	p := ltl.Atom(int(c.Input("p")))
	never := ltl.And(p, ltl.Next(ltl.Yesterday(ltl.Not(p))))
	r := bmc.Check(t.Context(), c, ltl.Not(ltl.Globally(ltl.Finally(never))), bmc.Options{Bound: 5})
	if r.Verdict == verdict.Unsafe {
		t.Errorf("a counterexample: %v", r.Run)
	}
}
