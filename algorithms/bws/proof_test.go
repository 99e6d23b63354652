// This file tests that proofs which are too large are not made.

package bws

import (
	"context"
	"math"
	"testing"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/algorithms/internal/arcs"
	"github.com/ijit/ijit/tts"
)

// TestBWSLargeProof has many shared states and many places, and threads that can be in
// any two of them at once. A proof that lists these pairs would take gigabytes.
func TestBWSLargeProof(t *testing.T) {
	for _, x := range []struct {
		chain uint32
		large bool
	}{{100, false}, {500, true}} {
		const places = 100 // about 5,000 pairs
		b := tts.NewBuilder(x.chain+1, places+2)
		for l := uint32(1); l <= places; l++ {
			b.AddMove(0, 0, 0, l)
		}
		for s := range x.chain {
			b.AddMove(s, 0, s+1, 0)
			b.AddMove(s, 1, s+1, 1) // two ways: no shared state is passed
		}
		sys, err := b.Build()
		if err != nil {
			t.Fatal(err)
		}
		s := &bws[uint32]{
			Problem: tts.Problem[uint32]{
				System: sys,
				Initial: func(yield func(tts.Config[uint32]) bool) {
					yield(tts.Config[uint32]{Locals: []tts.Count[uint32]{{Local: 0, N: tts.Omega}}})
				},
				Target: tts.Target[uint32]{Cover: []tts.Config[uint32]{tts.NewConfig(x.chain, uint32(places+1))}},
			},
			meter: algorithms.NewMeter(context.Background(), 0, nil),
		}
		s.run()
		if s.back.Pairs = arcs.NewPairing(s.back, s.initial, s.meter); !s.back.Pairs.Run(math.MaxInt) {
			t.Fatal("no pairs")
		}
		r := s.result()
		if r.Verdict != algorithms.Safe {
			t.Fatalf("%v(%s)", r.Verdict, r.Reason)
		}
		if got := r.Invariant() == nil; got != x.large {
			t.Errorf("%d shared states: too large is %v", x.chain, got)
		}
	}
}
