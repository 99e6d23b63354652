// This file tests backward search: what it proves and refutes is checked by code
// that shares nothing with it.

package bws_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/algorithms/bws"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/cases"
	"github.com/ijit/ijit/internal/testing/referee"
	"github.com/ijit/ijit/tts"
)

func TestBWSSuites(t *testing.T) {
	var total time.Duration
	list := cases.Rows(t)
	every := campaign.Every(t, len(list), len(list)/3)
	for i, r := range list {
		if i%every != 0 {
			continue
		}
		sys, p := r.Open(t)
		m, cancel := cases.Meter(time.Minute)
		begin := time.Now()
		got := bws.Search(p, bws.EitherImages, m, nil)
		took := time.Since(begin)
		cancel()
		total += took
		t.Logf("%-70s %-7v %8.3fs bfc %6s  %7d elements %8d fired", r.Name, got.Verdict, took.Seconds(), r.Seconds, got.Stats.States, got.Stats.Fired)
		if got.Verdict.String() != r.Verdict {
			t.Errorf("%s: %v(%s), want %s", r.Name, got.Verdict, got.Reason, r.Verdict)
			continue
		}
		if err := referee.Justified(sys, p, got); err != nil {
			t.Errorf("%s: %v", r.Name, err)
		}
	}
	t.Logf("total %.2fs", total.Seconds())
}

// TestBWSLimits checks that a search ends when it is told to, and refuses what is
// not its question.
func TestBWSLimits(t *testing.T) {
	for _, r := range cases.Rows(t) {
		if r.Verdict != "SAFE" || r.Name != "16_QRCU-2/satabs.16.tts 0|0" {
			continue
		}
		_, p := r.Open(t)
		for _, n := range []int64{0, 1, 10, 100} {
			got := bws.Search(p, bws.EitherImages, cases.Looks(n), func(algorithms.Stats) {})
			if got.Verdict != algorithms.Unknown || got.Reason != algorithms.Timeout || got.Invariant != nil {
				t.Errorf("after %d looks: %v(%s)", n, got.Verdict, got.Reason)
			}
		}
		p.Threads = 3
		m, cancel := cases.Meter(time.Minute)
		defer cancel()
		if got := bws.Search(p, bws.EitherImages, m, nil); got.Reason != algorithms.Unsupported || got.Detail == "" {
			t.Errorf("with a bound: %v(%s) %q", got.Verdict, got.Reason, got.Detail)
		}
	}
}

// TestBWSAllStates checks that a search for all errors says how many states it stored, although
// the search after the last error stores none.
func TestBWSAllStates(t *testing.T) {
	sys, err := tts.Read(strings.NewReader("2 2\n0 0 -> 1 1\n1 1 -> 0 0\n"), "net.tts")
	if err != nil {
		t.Fatal(err)
	}
	p := tts.Problem[uint32]{
		System:  sys,
		Initial: slices.Values([]tts.Config[uint32]{tts.NewConfig[uint32](0, 0)}),
		Target:  tts.Target[uint32]{Cover: []tts.Config[uint32]{tts.NewConfig[uint32](1, 1)}},
	}
	one := bws.Search(p, bws.EitherImages, algorithms.NewMeter(context.Background(), 0, nil), nil)
	p.All = true
	all := bws.Search(p, bws.EitherImages, algorithms.NewMeter(context.Background(), 0, nil), nil)
	if one.Stats.States == 0 || all.Stats.States < one.Stats.States {
		t.Errorf("%d states up to the first error, %d for all", one.Stats.States, all.Stats.States)
	}
}
