// This file tests backward search on nets of very many shared states, as Petri nets
// become when each transition is spelled out step by step.

package bws_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/algorithms/bws"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/cases"
	"github.com/ijit/ijit/internal/testing/referee"
	"github.com/ijit/ijit/tts"
)

// thin makes a system from a random Petri net with the given numbers of places and
// of transitions, of three steps each. Local state 0 is for threads that are no
// token.
func thin(places, transitions uint32, seed uint64) (*tts.TTS, error) {
	rng := rand.New(rand.NewPCG(seed, 1))
	b := tts.NewBuilder(1+2*transitions, 1+places)
	place := func() uint32 { return 1 + rng.Uint32N(places) }
	near := func(p uint32) uint32 { return 1 + (p+rng.Uint32N(8))%places }
	next := uint32(1)
	for range transitions {
		p, q := place(), place()
		b.AddMove(0, p, next, near(p))
		b.AddMove(next, q, next+1, near(q))
		b.AddMove(next+1, 0, 0, near(p))
		next += 2
	}
	for range places / 5 {
		b.AddMove(0, 0, 0, 1+rng.Uint32N(places/2))
	}
	return b.Build()
}

// TestBWSThinNets decides nets as large as those of real programs: chains of shared
// states cost next to nothing.
func TestBWSThinNets(t *testing.T) {
	for _, size := range []struct {
		places, transitions uint32
		verdict             algorithms.Verdict
	}{
		{755, 27_000, algorithms.Unsafe},
		{250, 9_000, algorithms.Unsafe},
		{100, 150, algorithms.Safe},
	} {
		if size.places > 500 && campaign.Size(t, 0, 1) == 0 {
			continue // four times as long as the other two
		}
		sys, err := thin(size.places, size.transitions, 1)
		if err != nil {
			t.Fatal(err)
		}
		many := tts.Config[uint32]{Locals: []tts.Count[uint32]{{Local: 0, N: tts.Omega}}}
		target := tts.NewConfig(0, size.places, size.places-3, size.places-3, size.places/2)
		p := tts.Problem[uint32]{
			System:  sys,
			Initial: func(yield func(tts.Config[uint32]) bool) { yield(many) },
			Target:  tts.Target[uint32]{Cover: []tts.Config[uint32]{target}},
		}
		m, cancel := cases.Meter(time.Minute)
		begin := time.Now()
		got := bws.Search(p, bws.EitherImages, m, nil)
		name := fmt.Sprintf("%d places, %d transitions", size.places, size.transitions)
		t.Logf("%s: %v in %.2fs, %d elements, %d fired", name, got.Verdict, time.Since(begin).Seconds(), got.Stats.States, got.Stats.Fired)
		cancel()
		if got.Verdict != size.verdict {
			t.Errorf("%s: %v(%s), want %v", name, got.Verdict, got.Reason, size.verdict)
		}
		if got.Stats.States > int(10*size.places) {
			t.Errorf("%s: %d elements, as if chains were stored", name, got.Stats.States)
		}
		if err := referee.Justified(sys, p, got); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
