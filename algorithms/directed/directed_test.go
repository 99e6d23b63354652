// This file tests forward search directed by the state equation, and measures where it
// finds what other searches do not.

package directed_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/algorithms/bws"
	"github.com/ijit/ijit/algorithms/directed"
	"github.com/ijit/ijit/algorithms/ecut"
	"github.com/ijit/ijit/algorithms/km"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/cases"
	"github.com/ijit/ijit/internal/testing/referee"
	"github.com/ijit/ijit/tts"
)

// rare makes a net in which many threads have to meet in the right order: threads of so
// many places meet in pairs, each of a number of ways in two steps, and a random execution of so
// many meetings says where some of the threads are to be at the same time.
func rare(places, ways, threads uint32, meetings, asked int, seed uint64) (*tts.TTS, tts.Problem[uint32], error) {
	rng := rand.New(rand.NewPCG(seed, 9))
	near := func(p uint32) uint32 { return (p + rng.Uint32N(8)) % places }
	type way struct{ in, out [2]uint32 }
	list := make([]way, ways)
	b := tts.NewBuilder(1+ways, places)
	for i := range list {
		p, q := uint32(i)%places, rng.Uint32N(places)
		list[i] = way{[2]uint32{p, q}, [2]uint32{near(p), near(q)}}
		b.AddMove(0, p, uint32(i)+1, list[i].out[0])
		b.AddMove(uint32(i)+1, q, 0, list[i].out[1])
	}
	have := make([]uint32, places)
	for range threads {
		have[rng.Uint32N(places)]++
	}
	config := func(have []uint32, most int) tts.Config[uint32] {
		var all []uint32
		for l, n := range have {
			for range n {
				all = append(all, uint32(l))
			}
		}
		rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		return tts.NewConfig(0, all[:min(most, len(all))]...)
	}
	initial := config(have, int(threads))
	for range meetings {
		x := list[rng.IntN(len(list))]
		if have[x.in[0]]--; have[x.in[0]] == ^uint32(0) || have[x.in[1]] == 0 {
			have[x.in[0]]++
			continue
		}
		have[x.in[1]]--
		have[x.out[0]]++
		have[x.out[1]]++
	}
	sys, err := b.Build()
	return sys, tts.Problem[uint32]{
		System:  sys,
		Initial: func(yield func(tts.Config[uint32]) bool) { yield(initial) },
		Target:  tts.Target[uint32]{Cover: []tts.Config[uint32]{config(have, asked)}},
	}, err
}

// rareNets are sizes of such nets.
func rareNets() []rareNet {
	return []rareNet{
		{20, 100, 20, 400, 20},
		{40, 400, 100, 4000, 50},
		{100, 3000, 100, 20_000, 60},
	}
}

type rareNet struct {
	places, ways, threads uint32
	meetings, asked       int
}

func (n rareNet) String() string {
	return fmt.Sprintf("%d places, %d ways, %d of %d threads", n.places, n.ways, n.asked, n.threads)
}

func (n rareNet) problem(t testing.TB, seed uint64) (*tts.TTS, tts.Problem[uint32]) {
	sys, p, err := rare(n.places, n.ways, n.threads, n.meetings, n.asked, seed)
	if err != nil {
		t.Fatal(err)
	}
	return sys, p
}

func TestDirectedRare(t *testing.T) {
	campaign.Alone(t)
	for _, n := range rareNets() {
		for seed := range uint64(3) {
			sys, p := n.problem(t, seed)
			m, cancel := cases.Meter(time.Minute)
			begin := time.Now()
			got := directed.Search(p, m, nil)
			cancel()
			if got.Verdict != algorithms.Unsafe {
				t.Errorf("%v, seed %d: %v(%s)", n, seed, got.Verdict, got.Reason)
				continue
			}
			t.Logf("%v: depth %d, %d states, %.3fs", n, got.Findings[0].Depth, got.Stats.States, time.Since(begin).Seconds())
			if err := referee.Justified(sys, p, got); err != nil {
				t.Errorf("%v, seed %d: %v", n, seed, err)
			}
		}
	}
}

// TestDirectedPetriNets finds the errors of nets of the literature, also by unboundedly many
// threads, and nothing in those that have none.
func TestDirectedPetriNets(t *testing.T) {
	for _, p := range cases.PetriNets() {
		sys, q := p.System(t)
		got := directed.Search(q, cases.Looks(1_000_000), nil)
		if p.Safe && got.Verdict != algorithms.Unknown {
			t.Errorf("%s: %v", p.Name, got.Verdict)
		}
		if p.Safe {
			continue
		}
		if got.Verdict != algorithms.Unsafe {
			t.Errorf("%s: %v(%s)", p.Name, got.Verdict, got.Reason)
		} else if err := referee.Justified(sys, q, got); err != nil {
			t.Errorf("%s: %v", p.Name, err)
		}
	}
}

// TestDirectedLimits checks that a limit ends the search, and that a bound on threads is refused.
func TestDirectedLimits(t *testing.T) {
	_, p := rareNets()[2].problem(t, 0)
	if got := directed.Search(p, cases.Looks(100), nil); got.Verdict != algorithms.Unknown || got.Reason != algorithms.Timeout {
		t.Errorf("%v(%s), want UNKNOWN(timeout)", got.Verdict, got.Reason)
	}
	p.Threads = 3
	m, stop := cases.Meter(time.Minute)
	defer stop()
	if got := directed.Search(p, m, nil); got.Reason != algorithms.Unsupported {
		t.Errorf("with a bound on threads: %v(%s)", got.Verdict, got.Reason)
	}
}

// BenchmarkRare runs searches for a few seconds each; undecided counts nets.
func BenchmarkRare(b *testing.B) {
	searches := []struct {
		name string
		run  func(tts.Problem[uint32], *algorithms.Meter) algorithms.Result[uint32]
	}{
		{"directed", func(p tts.Problem[uint32], m *algorithms.Meter) algorithms.Result[uint32] {
			return directed.Search(p, m, nil)
		}},
		{"km", func(p tts.Problem[uint32], m *algorithms.Meter) algorithms.Result[uint32] {
			return km.KM(p, km.DepthFirst, m, nil)
		}},
		{"bws", func(p tts.Problem[uint32], m *algorithms.Meter) algorithms.Result[uint32] {
			return bws.Search(p, bws.EitherImages, m, nil)
		}},
		{"ecut", func(p tts.Problem[uint32], m *algorithms.Meter) algorithms.Result[uint32] {
			return ecut.Search(p, m, nil)
		}},
	}
	for _, n := range rareNets() {
		for _, s := range searches {
			b.Run(fmt.Sprintf("%v/%s", n, s.name), func(b *testing.B) {
				undecided := 0
				for i := range b.N {
					_, p := n.problem(b, uint64(i%3))
					m, cancel := cases.Meter(3 * time.Second)
					if got := s.run(p, m); got.Verdict == algorithms.Unknown {
						undecided++
					}
					cancel()
				}
				b.ReportMetric(float64(undecided)/float64(b.N), "undecided/op")
			})
		}
	}
}

// TestDirectedStays checks that the same search visits the same configurations.
func TestDirectedStays(t *testing.T) {
	_, p := rareNets()[1].problem(t, 1)
	var runs []algorithms.Result[uint32]
	for range 2 {
		m, cancel := cases.Meter(time.Minute)
		runs = append(runs, directed.Search(p, m, nil))
		cancel()
	}
	steps := func(r algorithms.Result[uint32]) (list []tts.Edge[uint32]) {
		for _, s := range r.Trace.Steps {
			list = append(list, s.Edge)
		}
		return list
	}
	if runs[0].Stats.States != runs[1].Stats.States || !slices.Equal(steps(runs[0]), steps(runs[1])) {
		t.Error("two runs differ")
	}
}
