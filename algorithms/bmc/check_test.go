package bmc_test

import (
	"math/rand/v2"
	"testing"

	"github.com/ijit/ijit/algorithms/bmc"
	"github.com/ijit/ijit/internal/verdict"
)

// TestEncodings compares both encodings with all runs of tiny circuits: the verdict and the
// least bound, and each counterexample is judged.
func TestEncodings(t *testing.T) {
	const limit = 4
	found, lassos, proved := 0, 0, 0
	for seed := range uint64(cases(3000)) {
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
