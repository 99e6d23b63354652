// This file defines Petri nets for tests, how they become systems, a hub from which each
// transition is a chain of shared states, and tests of what is found in them.

package algorithms_test

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/algorithms/bws"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/tts"
)

// A petri is a Petri net with an initial marking and a target marking to be covered.
// Markings are lists of places, with repetitions.
type petri struct {
	name        string
	places      map[string]uint32
	transitions [][2][]uint32
	initial     []uint32
	many        []uint32 // places with unboundedly many tokens at first
	target      []uint32
	safe        bool
}

func newPetri(format string, args ...any) *petri {
	return &petri{name: fmt.Sprintf(format, args...), places: map[string]uint32{}}
}

// place returns the number of a place. Numbers begin at 1: 0 is for threads that are
// no token.
func (p *petri) place(name string) uint32 {
	if _, ok := p.places[name]; !ok {
		p.places[name] = uint32(len(p.places) + 1)
	}
	return p.places[name]
}

// tokens reads a marking such as "a 2*b c".
func (p *petri) tokens(text string) (list []uint32) {
	for _, x := range strings.Fields(text) {
		n := 1
		if k, name, ok := strings.Cut(x, "*"); ok {
			n, _ = strconv.Atoi(k)
			x = name
		}
		for range n {
			list = append(list, p.place(x))
		}
	}
	return list
}

// rules adds transitions, one in a line, such as "a 2*b -> c"; "a <-> b" is two.
func (p *petri) rules(format string, args ...any) {
	for _, line := range strings.Split(fmt.Sprintf(format, args...), "\n") {
		if in, out, ok := strings.Cut(line, "<->"); ok {
			p.transitions = append(p.transitions, [2][]uint32{p.tokens(in), p.tokens(out)}, [2][]uint32{p.tokens(out), p.tokens(in)})
		} else if in, out, ok := strings.Cut(line, "->"); ok {
			p.transitions = append(p.transitions, [2][]uint32{p.tokens(in), p.tokens(out)})
		}
	}
}

func (p *petri) begin(format string, args ...any) {
	p.initial = append(p.initial, p.tokens(fmt.Sprintf(format, args...))...)
}

func (p *petri) unbounded(format string, args ...any) {
	p.many = append(p.many, p.tokens(fmt.Sprintf(format, args...))...)
}

// wants sets the target.
func (p *petri) wants(safe bool, format string, args ...any) *petri {
	p.safe, p.target = safe, p.tokens(fmt.Sprintf(format, args...))
	return p
}

// system spells the net out. There are unboundedly many threads in local state 0 at
// first; a token that is made is one of them, one that is consumed goes back there.
func (p *petri) system(t testing.TB) (*tts.TTS, algorithms.Problem[uint32]) {
	t.Helper()
	steps := uint32(2 + len(p.initial))
	for _, x := range p.transitions {
		steps += uint32(max(len(x[0]), len(x[1])))
	}
	b := tts.NewBuilder(steps, uint32(1+len(p.places)))
	const hub = 0
	fresh := uint32(1)
	chain := func(from uint32, in, out []uint32) {
		in, out = slices.Clone(in), slices.Clone(out)
		n := max(len(in), len(out), 1)
		for len(in) < n {
			in = append(in, 0)
		}
		for len(out) < n {
			out = append(out, 0)
		}
		for i := range in {
			to := uint32(hub)
			if i < n-1 {
				to = fresh
				fresh++
			}
			b.AddMove(from, in[i], to, out[i])
			from = to
		}
	}
	start := fresh
	fresh++
	for _, l := range p.many {
		b.AddMove(start, 0, start, l)
	}
	chain(start, nil, p.initial)
	for _, x := range p.transitions {
		chain(hub, x[0], x[1])
	}
	sys, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	initial := tts.Config[uint32]{Shared: start, Locals: []tts.Count[uint32]{{Local: 0, N: tts.Omega}}}
	return sys, algorithms.Problem[uint32]{
		System:  sys,
		Initial: func(yield func(tts.Config[uint32]) bool) { yield(initial) },
		Target:  algorithms.Target[uint32]{Cover: []tts.Config[uint32]{tts.NewConfig(hub, p.target...)}},
	}
}

// petriNets are questions that a backward search does not decide in many seconds if it
// knows no linear constraints, or only by luck.
func petriNets() []*petri {
	forks := ""
	for i := range 20 {
		forks += fmt.Sprintf(" left%d", i)
	}
	return []*petri{
		kanban(10).wants(true, "6*b2 3*m3 8*k2"),
		kanban(10).wants(false, "3*b1 3*m2 6*k3 6*o4 4*m4"),
		fms(0).wants(true, "3*P1M1 M1 3*P12s"),
		fms(0).wants(false, "3*P1M1 P2M2 2*P12M3 3*P3s 2*P1d"),
		fms(10).wants(true, "4*P1d 2*P12 5*P1s 2*P3s 2*P2s"),
		fms(10).wants(false, "4*P1d 2*P12 2*P12M3 5*P3s 3*P2s"),
		mesh(2, 2, 0).wants(true, "3*request0_1 2*request0_2 2*request1_0 serve0_1 free1"),
		mesh(3, 2, 0).wants(true, "3*request0_1 2*request0_2 2*request1_0 serve0_1 free1"),
		mesh(3, 2, 3).wants(true, "3*request0_1 serve0_2 serve1_0"),
		mesh(3, 2, 3).wants(false, "serve0_1 serve1_0"),
		mesh(4, 4, 3).wants(true, "3*request0_1 request0_4"),
		multipool(10, 5).wants(true, "2*one0 3*three0 two0 part0"),
		multipool(10, 5).wants(false, "5*one0 4*one1"),
		readWrite(30).wants(true, "31*read"),
		readWrite(30).wants(false, "30*read 5*want"),
		philosophers(20).wants(true, "eat0 eat1"),
		philosophers(20).wants(false, "%s", forks),
		leader(12).wants(true, "leader0 leader1"),
		leader(5).wants(false, "leader4"),
		server(16, 6).wants(true, "3*answer0 work1 6*parse0"),
		server(16, 6).wants(false, "3*answer0 work1 5*parse0"),
		messages(10, 20, 100, 1000, 4).wants(true, "c0_19 c1_19 c1_1"),
		actors(8, 20, 5, 3).wants(true, "c0_1 c0_19"),
		provenance(8, 8, 40, 6, 300, 3).wants(true, "c1_1 c1_2 ch0_1 ch1_2"),
	}
}

// TestBWSPetriNets decides the nets and checks each proof and execution.
func TestBWSPetriNets(t *testing.T) {
	linear := 0
	nets := petriNets()
	every := campaign.Every(t, len(nets), len(nets)/4)
	for i, p := range nets {
		if i%every != 0 {
			continue
		}
		sys, q := p.system(t)
		m, cancel := meter(time.Minute)
		begin := time.Now()
		got := bws.Search(q, bws.EitherImages, m, nil)
		t.Logf("%s: %v in %.3fs, %d fired", p.name, got.Verdict, time.Since(begin).Seconds(), got.Stats.Fired)
		cancel()
		want := algorithms.Unsafe
		if p.safe {
			want = algorithms.Safe
		}
		if got.Verdict != want {
			t.Errorf("%s: %v(%s), want %v", p.name, got.Verdict, got.Reason, want)
			continue
		}
		if err := justified(sys, q, got); err != nil {
			t.Errorf("%s: %v", p.name, err)
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
	p := mesh(2, 2, 3).wants(true, "3*request0_1 serve0_2 serve1_0")
	sys, q := p.system(t)
	m, cancel := meter(time.Minute)
	defer cancel()
	inv := bws.Search(q, bws.EitherImages, m, nil).Invariant()
	if len(inv.Linear) != 1 || len(inv.Excluded) > 0 {
		t.Fatalf("the proof is not one constraint but %d, and %d are excluded", len(inv.Linear), len(inv.Excluded))
	}
	tampered := func(change func(*algorithms.Linear[uint32])) error {
		c := inv.Linear[0]
		c.Local, c.Shared = maps.Clone(c.Local), maps.Clone(c.Shared)
		change(&c)
		changed := *inv
		changed.Linear = []algorithms.Linear[uint32]{c}
		return proves(sys, q, &changed)
	}
	if err := tampered(func(c *algorithms.Linear[uint32]) {}); err != nil {
		t.Fatal(err)
	}
	if tampered(func(c *algorithms.Linear[uint32]) { c.Most += 1 << 20 }) == nil {
		t.Error("a higher bound is taken for a proof")
	}
	if tampered(func(c *algorithms.Linear[uint32]) { c.Most = -1 << 20 }) == nil {
		t.Error("a bound below the initial configuration is taken for a proof")
	}
	for l := range inv.Linear[0].Local {
		if tampered(func(c *algorithms.Linear[uint32]) { c.Local[l] += 5 }) == nil {
			t.Errorf("a greater weight of %d is taken for a proof", l)
		}
	}
	if tampered(func(c *algorithms.Linear[uint32]) { c.Local[0] = 1 }) == nil {
		t.Error("a weight of unboundedly many threads is taken for a proof")
	}
}

// BenchmarkBWSPetriNets decides all nets in each iteration.
func BenchmarkBWSPetriNets(b *testing.B) {
	for _, p := range petriNets() {
		b.Run(p.name, func(b *testing.B) {
			_, q := p.system(b)
			for b.Loop() {
				m, cancel := meter(time.Minute)
				bws.Search(q, bws.EitherImages, m, nil)
				cancel()
			}
		})
	}
}
