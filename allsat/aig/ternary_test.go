// This file defines tests of simulation with unknown values.

package aig_test

import (
	"math/rand/v2"
	"testing"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/internal/randcircuit"
)

// TestTernary compares runs with unknown values with 64 runs that have values in their place,
// over two frames, and without unknown values it wants the same values.
func TestTernary(t *testing.T) {
	known := 0
	for seed := range uint64(300) {
		c := randcircuit.New(seed, randcircuit.Config{Inputs: 4, Latches: 6, Gates: 40})
		rng := rand.New(rand.NewPCG(seed, 5))
		s, u := aig.NewSimulator(c), aig.NewTernary(c)
		set := func(l aig.Lit) {
			value, unknown := rng.Uint64(), rng.Uint64()&-uint64(seed%2)
			s.Set(l, value)
			u.Set(l, ^value|unknown, value|unknown)
		}
		for _, l := range c.Latches {
			set(l.Lit)
		}
		for range 2 {
			for _, x := range c.Inputs {
				set(x.Lit)
			}
			s.Eval()
			u.Eval()
			for l := range aig.Lit(2 * c.Len()) {
				zero, one := u.Value(l)
				if v := s.Value(l); v&^one != 0 || ^v&^zero != 0 || seed%2 == 0 && zero&one != 0 {
					t.Fatalf("seed %d: literal %d is %x, can be false in %x and true in %x", seed, l, v, zero, one)
				}
				if zero != ^uint64(0) || one != ^uint64(0) {
					known++
				}
			}
			s.Step()
			u.Step()
		}
	}
	if known < 1000 {
		t.Error("nearly all is unknown")
	}
}
