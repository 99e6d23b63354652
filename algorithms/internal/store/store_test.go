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

// TestBatch adds configurations one by one to one store, and in batches to another, with stops in between: they are the same.
func TestBatch(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 2))
	one, many := New[uint32](), New[uint32]()
	batch := many.NewBatch()
	var news, told []uint32
	for i := range uint32(20_000) {
		c := tts.NewConfig(rng.Uint32N(40), rng.Uint32N(40), rng.Uint32N(40))
		pos, fresh, err := one.Add(c, i)
		if err != nil {
			t.Fatal(err)
		}
		if fresh {
			news = append(news, pos)
		}
		if batch.Put(c, i) != (len(batch.waiting) == together) {
			t.Fatalf("a batch of %d is full, or is not", len(batch.waiting))
		}
		if len(batch.waiting) < 1+rng.IntN(together) {
			continue
		}
		if err := batch.Add(func(pos, parent uint32) bool {
			told = append(told, pos)
			if many.Parent(pos) != parent {
				t.Errorf("configuration %d has parent %d, not %d", pos, many.Parent(pos), parent)
			}
			return true
		}); err != nil {
			t.Fatal(err)
		}
		if !batch.Empty() || one.Len() != many.Len() || one.Last() != many.Last() {
			t.Fatalf("%d configurations, not %d", many.Len(), one.Len())
		}
	}
	if !cmp.Equal(news, told) {
		t.Error("the batches tell of other configurations")
	}
	for pos := uint32(0); pos != NoPos; pos = one.Next(pos) {
		if !cmp.Equal(one.Get(pos, nil), many.Get(pos, nil)) || one.Parent(pos) != many.Parent(pos) {
			t.Fatalf("configuration %d is another one", pos)
		}
	}
	if many.Len() < 1000 || many.Len() > 19_000 {
		t.Errorf("%d configurations", many.Len())
	}
	for i := range uint32(5) { // what is behind a stop is not added
		batch.Put(tts.NewConfig(100+i, 0), NoPos)
	}
	if err := batch.Add(func(uint32, uint32) bool { return false }); err != nil || many.Len() != one.Len()+1 || !batch.Empty() {
		t.Errorf("%d configurations behind a stop, %v", many.Len()-one.Len(), err)
	}
}
