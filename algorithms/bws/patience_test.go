// This file tests how long a backward search goes on before it looks at pairs.

package bws_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/algorithms/bws"
	"github.com/ijit/ijit/internal/testing/cases"
	"github.com/ijit/ijit/internal/testing/referee"
	"github.com/ijit/ijit/tts"
)

// guarded makes a system from a random Petri net with the given numbers of places and of
// transitions, each of three steps. Each transition moves the token of a control from one
// place to another and a token beside it. There is one control; it takes two at once to
// make another, which never happens, but no weighting of places shows that. Local state 0
// is for threads that are no token, 1 to control are the places of the control.
func guarded(control, places, transitions uint32, seed uint64) (*tts.TTS, error) {
	rng := rand.New(rand.NewPCG(seed, 2))
	b := tts.NewBuilder(1+3*transitions, 1+control+places)
	at := func() uint32 { return 1 + rng.Uint32N(control) }
	place := func() uint32 { return 1 + control + rng.Uint32N(places) }
	next := uint32(1)
	step := func(steps ...[2]uint32) {
		for i, x := range steps {
			from, to := next+uint32(i)-1, next+uint32(i)
			if i == 0 {
				from = 0
			}
			if i == len(steps)-1 {
				to = 0
			}
			b.AddMove(from, x[0], to, x[1])
		}
		next += uint32(len(steps)) - 1
	}
	for i := range transitions {
		if i%8 == 0 {
			step([2]uint32{at(), 0}, [2]uint32{at(), 0}, [2]uint32{0, at()}, [2]uint32{0, at()})
			step([2]uint32{at(), 0}, [2]uint32{at(), at()}, [2]uint32{0, at()}, [2]uint32{0, at()})
		} else {
			step([2]uint32{at(), 0}, [2]uint32{place(), place()}, [2]uint32{0, at()})
		}
	}
	b.AddMove(0, 0, 0, 1+control)
	return b.Build()
}

// guardedProblem asks whether there can be two in control.
func guardedProblem(control, places, transitions uint32, seed uint64) (*tts.TTS, tts.Problem[uint32], error) {
	sys, err := guarded(control, places, transitions, seed)
	begin := tts.Config[uint32]{Locals: []tts.Count[uint32]{{Local: 0, N: tts.Omega}, {Local: 1, N: 1}}}
	return sys, tts.Problem[uint32]{
		System:  sys,
		Initial: func(yield func(tts.Config[uint32]) bool) { yield(begin) },
		Target:  tts.Target[uint32]{Cover: []tts.Config[uint32]{tts.NewConfig(0, control-1, control)}},
	}, err
}

// TestBWSPatience checks that a search looks at pairs when it has compared much, though it
// has fired little; before, 24,000 transitions took longer than a minute.
func TestBWSPatience(t *testing.T) {
	for _, n := range []uint32{1000, 24_000} {
		sys, p, err := guardedProblem(55, 700, n, 1)
		if err != nil {
			t.Fatal(err)
		}
		m, cancel := cases.Meter(time.Minute)
		got := bws.Search(p, bws.EitherImages, m, nil)
		cancel()
		if got.Verdict != algorithms.Safe || got.Stats.Fired > 20_000 {
			t.Fatalf("%d transitions: %v %s, %d fired", n, got.Verdict, got.Reason, got.Stats.Fired)
		}
		if n == 1000 {
			if err := referee.Justified(sys, p, got); err != nil {
				t.Error(err)
			}
		}
	}
}

// BenchmarkBWSPatience measures the same.
func BenchmarkBWSPatience(b *testing.B) {
	for _, n := range []uint32{6_000, 24_000} {
		_, p, err := guardedProblem(55, 700, n, 1)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				m, cancel := cases.Meter(time.Minute)
				bws.Search(p, bws.EitherImages, m, nil)
				cancel()
			}
		})
	}
}
