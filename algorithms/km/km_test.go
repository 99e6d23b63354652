// This file tests the searches with omegas on the suites.

package km_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/algorithms/bws"
	"github.com/ijit/ijit/algorithms/ecut"
	"github.com/ijit/ijit/algorithms/km"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/cases"
	"github.com/ijit/ijit/internal/testing/referee"
	"github.com/ijit/ijit/tts"
)

// A karpMiller is one way to search with omegas.
type karpMiller[K tts.Key] struct {
	name   string
	search func(tts.Problem[K], *algorithms.Meter) algorithms.Result[K]
}

func karpMillers[K tts.Key]() []karpMiller[K] {
	var list []karpMiller[K]
	for _, o := range []km.Order{km.DepthFirst, km.BreadthFirst} {
		list = append(list,
			karpMiller[K]{"km " + o.String(), func(p tts.Problem[K], m *algorithms.Meter) algorithms.Result[K] {
				return km.KM(p, o, m, nil)
			}},
			karpMiller[K]{"akm " + o.String(), func(p tts.Problem[K], m *algorithms.Meter) algorithms.Result[K] {
				return km.AKM(p, o, m, nil)
			}})
	}
	return list
}

func TestKMSuites(t *testing.T) {
	campaign.Alone(t)
	for _, k := range karpMillers[uint32]() {
		t.Run(k.name, func(t *testing.T) {
			var total time.Duration
			// Breadth-first, all that is finite comes before what has omegas, and the tree
			// may grow very large: then only wrong answers count.
			must := !strings.HasSuffix(k.name, "breadth-first")
			decided, asked := 0, 0
			all := cases.Rows(t)
			every := campaign.Every(t, len(all), len(all)/19)
			for i, r := range all {
				if i%every != 0 {
					continue
				}
				asked++
				_, p := r.Open(t)
				m, cancel := cases.Meter(time.Minute)
				if !must {
					m = cases.Looks(200)
				}
				begin := time.Now()
				got := k.search(p, m)
				took := time.Since(begin)
				cancel()
				total += took
				t.Logf("%-70s %-7v %-8s %8.3fs bfc %6s  %7d nodes %8d fired", r.Name, got.Verdict, got.Reason, took.Seconds(), r.Seconds, got.Stats.States, got.Stats.Fired)
				if got.Verdict == algorithms.Unknown {
					if got.Reason != algorithms.Unsupported && (must || got.Reason != algorithms.Timeout) {
						t.Errorf("%s: %s", r.Name, got.Reason)
					}
					continue
				}
				decided++
				if got.Verdict.String() != r.Verdict {
					t.Errorf("%s: %v, want %s", r.Name, got.Verdict, r.Verdict)
					continue
				}
				if got.Verdict == algorithms.Unsafe {
					if err := referee.Executes(p, got.Trace); err != nil {
						t.Errorf("%s: %v", r.Name, err)
					}
				} else if err := referee.CoverProves(p, got.Invariant().Cover, true); err != nil {
					t.Errorf("%s: %v", r.Name, err)
				}
			}
			t.Logf("%d of %d decided, total %.2fs", decided, asked, total.Seconds())
			if must && decided < asked*2/3 || decided < asked/3 {
				t.Errorf("only %d of %d decided", decided, asked)
			}
		})
	}
}

// toggles makes the system of n threads that go back and forth, each between two
// local states of its own.
func toggles(n uint32) tts.Problem[uint32] {
	b := tts.NewBuilder(1, 2*n)
	initial := tts.Config[uint32]{}
	for i := range n {
		b.AddMove(0, 2*i, 0, 2*i+1)
		b.AddMove(0, 2*i+1, 0, 2*i)
		initial.Locals = append(initial.Locals, tts.Count[uint32]{Local: 2 * i, N: 1})
	}
	sys, err := b.Build()
	if err != nil {
		panic(err)
	}
	return tts.Problem[uint32]{
		System:  sys,
		Initial: func(yield func(tts.Config[uint32]) bool) { yield(initial) },
		Target:  tts.Target[uint32]{Cover: []tts.Config[uint32]{tts.NewConfig[uint32](0, 0, 0)}},
	}
}

// TestKarpMillerDiverges shows what a search that goes forward is not made for: a
// cover of exponential size, where a search backward has two elements.
func TestKarpMillerDiverges(t *testing.T) {
	for _, k := range karpMillers[uint32]() {
		m, cancel := cases.Meter(time.Minute)
		got := k.search(toggles(8), m)
		cancel()
		if got.Verdict != algorithms.Safe || len(got.Invariant().Cover) != 1<<8 {
			t.Errorf("%s: %v(%s) for 8 threads", k.name, got.Verdict, got.Reason)
		}
		m, cancel = cases.Meter(20 * time.Millisecond) // years would not do
		got = k.search(toggles(40), m)
		cancel()
		if got.Verdict != algorithms.Unknown || got.Reason != algorithms.Timeout {
			t.Errorf("%s: %v(%s) for 40 threads", k.name, got.Verdict, got.Reason)
		}
	}
	m, cancel := cases.Meter(time.Minute)
	defer cancel()
	if got := bws.Search(toggles(40), bws.EitherImages, m, nil); got.Verdict != algorithms.Safe || got.Stats.States > 4 {
		t.Errorf("backward: %v(%s), %d elements", got.Verdict, got.Reason, got.Stats.States)
	}
}

// crowd asks, with a bound on threads, whether there can be four, started one by one.
func crowd(t *testing.T, bound uint32) tts.Problem[uint32] {
	t.Helper()
	b := tts.NewBuilder(1, 2)
	b.Add(tts.Edge[uint32]{Effect: &tts.Effect[uint32]{Kind: tts.Spawn, Child: 1}})
	sys, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	return tts.Problem[uint32]{
		System:  sys,
		Initial: func(yield func(tts.Config[uint32]) bool) { yield(tts.NewConfig[uint32](0, 0)) },
		Target:  tts.Target[uint32]{Cover: []tts.Config[uint32]{tts.NewConfig[uint32](0, 0, 1, 1, 1)}},
		Threads: bound,
	}
}

// TestUnboundedLimits interrupts each search, and asks it for what it refuses.
func TestUnboundedLimits(t *testing.T) {
	searches := append(karpMillers[uint32](), karpMiller[uint32]{"ecut", func(p tts.Problem[uint32], m *algorithms.Meter) algorithms.Result[uint32] {
		return ecut.Search(p, m, nil)
	}})
	for _, k := range searches {
		ctx, cancel := context.WithCancel(context.Background())
		time.AfterFunc(10*time.Millisecond, cancel) // this search does not end by itself
		got := k.search(toggles(40), algorithms.NewMeter(ctx, 0, nil))
		cancel()
		if got.Verdict != algorithms.Unknown || got.Reason != algorithms.Interrupted {
			t.Errorf("%s, interrupted: %v(%s)", k.name, got.Verdict, got.Reason)
		}
		got = k.search(toggles(40), algorithms.NewMeter(context.Background(), 1, nil))
		if got.Verdict != algorithms.Unknown || got.Reason != algorithms.Memory {
			t.Errorf("%s, without memory: %v(%s)", k.name, got.Verdict, got.Reason)
		}
		want := algorithms.Unsupported
		if k.name == "ecut" {
			want = algorithms.Bound
		}
		got = k.search(crowd(t, 2), algorithms.NewMeter(context.Background(), 0, nil))
		if got.Verdict != algorithms.Unknown || got.Reason != want || got.Detail == "" {
			t.Errorf("%s, bounded: %v(%s) %s", k.name, got.Verdict, got.Reason, got.Detail)
		}
	}
	for _, kind := range []tts.EffectKind{tts.All, tts.One} {
		for _, edge := range []tts.EdgeKind{tts.Move, tts.Environment} {
			b := tts.NewBuilder(1, 3)
			b.Add(tts.Edge[uint32]{Kind: edge, Effect: &tts.Effect[uint32]{Kind: kind}}, tts.Transfer{From: 1, To: 2})
			sys, err := b.Build()
			if err != nil {
				t.Fatal(err)
			}
			p := toggles(1)
			p.System = sys
			for _, k := range karpMillers[uint32]() {
				got := k.search(p, algorithms.NewMeter(context.Background(), 0, nil))
				if got.Reason != algorithms.Unsupported || !strings.Contains(got.Detail, "bws") {
					t.Errorf("%s, with an effect: %v(%s) %s", k.name, got.Verdict, got.Reason, got.Detail)
				}
			}
		}
	}
}
