// This file tests that pairs are the same whether they are worked out at once or bit by
// bit.

package arcs

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/tts"
)

func TestPairingInParts(t *testing.T) {
	passed := 0
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 4))
		const places = 6
		numShared := uint32(2 + rng.IntN(12))
		b := tts.NewBuilder(numShared, places)
		for range 4 + rng.IntN(20) {
			from, to := rng.Uint32N(numShared), rng.Uint32N(numShared)
			e := tts.Edge[uint32]{
				From: tts.ThreadState[uint32]{Shared: from, Local: rng.Uint32N(places)},
				To:   tts.ThreadState[uint32]{Shared: to, Local: rng.Uint32N(places)},
			}
			var list []tts.Transfer
			switch rng.IntN(6) {
			case 0:
				e.Effect = &tts.Effect[uint32]{Kind: tts.Spawn, Child: rng.Uint32N(places)}
			case 1:
				e.Effect = &tts.Effect[uint32]{Kind: tts.All}
				list = append(list, tts.Transfer{From: rng.Uint32N(places), To: rng.Uint32N(places)})
			}
			b.Add(e, list...)
		}
		sys, err := b.Build()
		if err != nil {
			t.Fatal(err)
		}
		m := algorithms.NewMeter(context.Background(), 0, nil)
		f := NewForward(sys, nil, m, nil)
		initial, back := f.Arrivals(func(yield func(tts.Config[uint32]) bool) { yield(tts.NewConfig(0, uint32(0), 1, 2)) })
		whole, parts := NewPairing(back, initial, m), NewPairing(back, initial, m)
		if !whole.Run(math.MaxInt) {
			t.Fatal("the pairing is not complete")
		}
		for work := 1; !parts.Run(work); work++ {
		}
		for i := range whole.at {
			if back.Pass[i] != NoArc {
				passed++
				continue
			}
			if !slices.Equal(whole.at[i].bits, parts.at[i].bits) {
				t.Fatalf("seed %d: the pairs of shared state %d differ", seed, i)
			}
		}
	}
	if passed == 0 {
		t.Error("no shared state is passed by")
	}
}
