// This file defines Petri nets, and how they become systems: a hub from which each transition is a chain of shared
// states.

package cases

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ijit/ijit/tts"
)

// A Petri is a Petri net with an initial marking and a target marking to be covered.
// Markings are lists of places, with repetitions.
type Petri struct {
	Name        string
	places      map[string]uint32
	transitions [][2][]uint32
	initial     []uint32
	many        []uint32 // places with unboundedly many tokens at first
	target      []uint32
	Safe        bool
}

func newPetri(format string, args ...any) *Petri {
	return &Petri{Name: fmt.Sprintf(format, args...), places: map[string]uint32{}}
}

// place returns the number of a place. Numbers begin at 1: 0 is for threads that are
// no token.
func (p *Petri) place(name string) uint32 {
	if _, ok := p.places[name]; !ok {
		p.places[name] = uint32(len(p.places) + 1)
	}
	return p.places[name]
}

// tokens reads a marking such as "a 2*b c".
func (p *Petri) tokens(text string) (list []uint32) {
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
func (p *Petri) rules(format string, args ...any) {
	for _, line := range strings.Split(fmt.Sprintf(format, args...), "\n") {
		if in, out, ok := strings.Cut(line, "<->"); ok {
			p.transitions = append(p.transitions, [2][]uint32{p.tokens(in), p.tokens(out)}, [2][]uint32{p.tokens(out), p.tokens(in)})
		} else if in, out, ok := strings.Cut(line, "->"); ok {
			p.transitions = append(p.transitions, [2][]uint32{p.tokens(in), p.tokens(out)})
		}
	}
}

func (p *Petri) begin(format string, args ...any) {
	p.initial = append(p.initial, p.tokens(fmt.Sprintf(format, args...))...)
}

func (p *Petri) unbounded(format string, args ...any) {
	p.many = append(p.many, p.tokens(fmt.Sprintf(format, args...))...)
}

// Wants sets the target.
func (p *Petri) Wants(safe bool, format string, args ...any) *Petri {
	p.Safe, p.target = safe, p.tokens(fmt.Sprintf(format, args...))
	return p
}

// System spells the net out. There are unboundedly many threads in local state 0 at
// first; a token that is made is one of them, one that is consumed goes back there.
func (p *Petri) System(t testing.TB) (*tts.TTS, tts.Problem[uint32]) {
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
	return sys, tts.Problem[uint32]{
		System:  sys,
		Initial: func(yield func(tts.Config[uint32]) bool) { yield(initial) },
		Target:  tts.Target[uint32]{Cover: []tts.Config[uint32]{tts.NewConfig(hub, p.target...)}},
	}
}

// PetriNets are questions that a backward search does not decide in many seconds if it
// knows no linear constraints, or only by luck.
func PetriNets() []*Petri {
	forks := ""
	for i := range 20 {
		forks += fmt.Sprintf(" left%d", i)
	}
	return []*Petri{
		kanban(10).Wants(true, "6*b2 3*m3 8*k2"),
		kanban(10).Wants(false, "3*b1 3*m2 6*k3 6*o4 4*m4"),
		fms(0).Wants(true, "3*P1M1 M1 3*P12s"),
		fms(0).Wants(false, "3*P1M1 P2M2 2*P12M3 3*P3s 2*P1d"),
		fms(10).Wants(true, "4*P1d 2*P12 5*P1s 2*P3s 2*P2s"),
		fms(10).Wants(false, "4*P1d 2*P12 2*P12M3 5*P3s 3*P2s"),
		Mesh(2, 2, 0).Wants(true, "3*request0_1 2*request0_2 2*request1_0 serve0_1 free1"),
		Mesh(3, 2, 0).Wants(true, "3*request0_1 2*request0_2 2*request1_0 serve0_1 free1"),
		Mesh(3, 2, 3).Wants(true, "3*request0_1 serve0_2 serve1_0"),
		Mesh(3, 2, 3).Wants(false, "serve0_1 serve1_0"),
		Mesh(4, 4, 3).Wants(true, "3*request0_1 request0_4"),
		multipool(10, 5).Wants(true, "2*one0 3*three0 two0 part0"),
		multipool(10, 5).Wants(false, "5*one0 4*one1"),
		readWrite(30).Wants(true, "31*read"),
		readWrite(30).Wants(false, "30*read 5*want"),
		philosophers(20).Wants(true, "eat0 eat1"),
		philosophers(20).Wants(false, "%s", forks),
		leader(12).Wants(true, "leader0 leader1"),
		leader(5).Wants(false, "leader4"),
		server(16, 6).Wants(true, "3*answer0 work1 6*parse0"),
		server(16, 6).Wants(false, "3*answer0 work1 5*parse0"),
		messages(10, 20, 100, 1000, 4).Wants(true, "c0_19 c1_19 c1_1"),
		actors(8, 20, 5, 3).Wants(true, "c0_1 c0_19"),
		provenance(8, 8, 40, 6, 300, 3).Wants(true, "c1_1 c1_2 ch0_1 ch1_2"),
	}
}
