package tts

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestMoveLocal: moving a thread is removing it and adding it again.
func TestMoveLocal(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 5000 {
		var c []Count[uint32]
		for range 1 + rng.IntN(4) {
			c = AddLocal(c, rng.Uint32N(6), []uint32{1, 1, 2, Omega}[rng.IntN(4)])
		}
		from, to := c[rng.IntN(len(c))].Local, rng.Uint32N(6)
		want := AddLocal(RemoveLocal(slices.Clone(c), from), to, 1)
		if got := MoveLocal(nil, c, from, to); !slices.Equal(got, want) {
			t.Fatalf("%v from %d to %d: %v, want %v", c, from, to, got, want)
		}
	}
}
