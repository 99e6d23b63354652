// This file defines Petri nets for tests, how they become systems, a hub from which each
// transition is a chain of shared states, and tests of what is found in them.

package bws_test

import (
	"maps"
	"testing"
	"time"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/algorithms/bws"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/cases"
	"github.com/ijit/ijit/internal/testing/referee"
	"github.com/ijit/ijit/tts"
)

// TestBWSPetriNets decides the nets and checks each proof and execution.
func TestBWSPetriNets(t *testing.T) {
	linear := 0
	nets := cases.PetriNets()
	every := campaign.Every(t, len(nets), len(nets)/4)
	for i, p := range nets {
		if i%every != 0 {
			continue
		}
		sys, q := p.System(t)
		m, cancel := cases.Meter(time.Minute)
		begin := time.Now()
		got := bws.Search(q, bws.EitherImages, m, nil)
		t.Logf("%s: %v in %.3fs, %d fired", p.Name, got.Verdict, time.Since(begin).Seconds(), got.Stats.Fired)
		cancel()
		want := algorithms.Unsafe
		if p.Safe {
			want = algorithms.Safe
		}
		if got.Verdict != want {
			t.Errorf("%s: %v(%s), want %v", p.Name, got.Verdict, got.Reason, want)
			continue
		}
		if err := referee.Justified(sys, q, got); err != nil {
			t.Errorf("%s: %v", p.Name, err)
		}
		if got.Verdict == algorithms.Safe {
			linear += len(got.Invariant().Linear)
		}
	}
	if linear == 0 {
		t.Error("no proof has a linear constraint")
	}
}

// TestLinearTampered checks that linear constraints that are none are no proof.
func TestLinearTampered(t *testing.T) {
	p := cases.Mesh(2, 2, 3).Wants(true, "3*request0_1 serve0_2 serve1_0")
	sys, q := p.System(t)
	m, cancel := cases.Meter(time.Minute)
	defer cancel()
	inv := bws.Search(q, bws.EitherImages, m, nil).Invariant()
	if len(inv.Linear) != 1 || len(inv.Excluded) > 0 {
		t.Fatalf("the proof is not one constraint but %d, and %d are excluded", len(inv.Linear), len(inv.Excluded))
	}
	tampered := func(change func(*tts.Linear[uint32])) error {
		c := inv.Linear[0]
		c.Local, c.Shared = maps.Clone(c.Local), maps.Clone(c.Shared)
		change(&c)
		changed := *inv
		changed.Linear = []tts.Linear[uint32]{c}
		return referee.Proves(sys, q, &changed)
	}
	if err := tampered(func(c *tts.Linear[uint32]) {}); err != nil {
		t.Fatal(err)
	}
	if tampered(func(c *tts.Linear[uint32]) { c.Most += 1 << 20 }) == nil {
		t.Error("a higher bound is taken for a proof")
	}
	if tampered(func(c *tts.Linear[uint32]) { c.Most = -1 << 20 }) == nil {
		t.Error("a bound below the initial configuration is taken for a proof")
	}
	for l := range inv.Linear[0].Local {
		if tampered(func(c *tts.Linear[uint32]) { c.Local[l] += 5 }) == nil {
			t.Errorf("a greater weight of %d is taken for a proof", l)
		}
	}
	if tampered(func(c *tts.Linear[uint32]) { c.Local[0] = 1 }) == nil {
		t.Error("a weight of unboundedly many threads is taken for a proof")
	}
}

// BenchmarkBWSPetriNets decides all nets in each iteration.
func BenchmarkBWSPetriNets(b *testing.B) {
	for _, p := range cases.PetriNets() {
		b.Run(p.Name, func(b *testing.B) {
			_, q := p.System(b)
			for b.Loop() {
				m, cancel := cases.Meter(time.Minute)
				bws.Search(q, bws.EitherImages, m, nil)
				cancel()
			}
		})
	}
}
