package store

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/tts"
)

// testStore fills a store with n random configurations, of which some come more
// than once, and checks it against a map.
func testStore[K tts.Key](t *testing.T, n int, key func(*rand.Rand) K) {
	rng := rand.New(rand.NewPCG(1, 2))
	s := New[K]()
	for round := range 2 {
		known := map[string]uint32{}
		var order []tts.Config[K]
		var parents []uint32
		parent := NoPos
		for range n {
			c := tts.Config[K]{Shared: key(rng)}
			for range rng.IntN(4) {
				counts := []uint32{1, 1, 1, 2, 300, tts.Omega}
				c.Locals = tts.AddLocal(c.Locals, key(rng), counts[rng.IntN(len(counts))])
			}
			pos, fresh, err := s.Add(c, parent)
			if err != nil {
				t.Fatal(err)
			}
			name := fmt.Sprint(c.Shared, len(fmt.Sprint(c.Shared)), c.Locals)
			if old, ok := known[name]; ok == fresh || ok && old != pos {
				t.Fatalf("round %d: %s at %d, fresh %v; known at %d %v", round, name, pos, fresh, old, ok)
			}
			if fresh {
				known[name] = pos
				order = append(order, c)
				parents = append(parents, parent)
				parent = pos
			}
		}
		pos := uint32(0)
		for i, c := range order {
			if got := s.Get(pos, nil); !cmp.Equal(got, c, cmpopts.EquateEmpty()) {
				t.Fatalf("round %d: configuration %d is %v, want %v", round, i, got, c)
			}
			if s.Parent(pos) != parents[i] {
				t.Fatalf("configuration %d has parent %d, want %d", i, s.Parent(pos), parents[i])
			}
			pos = s.Next(pos)
		}
		if pos != NoPos || s.n != len(order) {
			t.Fatalf("%d configurations and then position %d, want %d", s.n, pos, len(order))
		}
		s.Reset()
	}
}

func TestStore(t *testing.T) {
	t.Run("identifiers", func(t *testing.T) {
		testStore(t, campaign.Size(t, 1500, 20_000), func(r *rand.Rand) uint32 { return uint32(r.Uint64() >> (32 + r.IntN(32))) })
	})
	t.Run("words", func(t *testing.T) {
		testStore(t, campaign.Size(t, 1500, 20_000), func(r *rand.Rand) uint64 { return r.Uint64() >> r.IntN(64) })
	})
	t.Run("strings", func(t *testing.T) {
		testStore(t, campaign.Size(t, 1000, 5_000), func(r *rand.Rand) string { return strings.Repeat(string(rune('a'+r.IntN(3))), r.IntN(300)) })
	})
}

// TestStoreLongRecords: a record may be longer than a chunk.
func TestStoreLongRecords(t *testing.T) {
	s := New[string]()
	var want []tts.Config[string]
	for i, size := range []int{10, chunkBytes - 20, chunkBytes, 3 * chunkBytes, 1, firstChunkBytes, 5} {
		c := tts.NewConfig(strings.Repeat("x", size), string(rune('a'+i)))
		if _, fresh, err := s.Add(c, NoPos); err != nil || !fresh {
			t.Fatal(fresh, err)
		}
		want = append(want, c)
	}
	pos := uint32(0)
	for i, c := range want {
		if got := s.Get(pos, nil); got.Compare(c) != 0 {
			t.Errorf("record %d has %d bytes, want %d", i, len(got.Shared), len(c.Shared))
		}
		pos = s.Next(pos)
	}
	if pos != NoPos {
		t.Error("the store goes on behind its end")
	}
}
