// This file defines the judge of the tests: systems as plain lists of edges, and
// a step semantics in which each thread is an individual, which shares nothing
// with the code under test.

package tts

import (
	"fmt"
	"slices"
	"strings"

	"pgregory.net/rapid"
)

// A tester is what helpers need of a test, a benchmark or a property.
type tester interface {
	Helper()
	Fatal(args ...any)
}

// A rawEdge is an edge as it would be explained to a child.
type rawEdge struct {
	kind     EdgeKind
	s, l     uint32
	s1, l1   uint32
	effect   string // "", "spawn", "all" or "one"
	child    uint32
	transfer []Transfer
}

type rawSystem struct {
	numShared, numLocal uint32
	edges               []rawEdge
	transient           []uint32
}

// A world is a shared state and a list of individuals.
type world struct {
	shared  uint32
	threads []uint32
}

func (w world) config() Config[uint32] { return NewConfig(w.shared, w.threads...) }

// targets returns where a bystander in l may go and whether the list mentions l.
func (e rawEdge) targets(l uint32) (to []uint32, listed bool) {
	for _, x := range e.transfer {
		if x.From == l {
			listed = true
			if x.To != Blocked && !slices.Contains(to, x.To) {
				to = append(to, x.To)
			}
		}
	}
	return to, listed
}

// post returns all results of firing e in w.
func (e rawEdge) post(w world) []world {
	if w.shared != e.s {
		return nil
	}
	if e.kind == Environment {
		return e.after(w.threads)
	}
	var out []world
	for i, l := range w.threads {
		if l != e.l {
			continue
		}
		others := slices.Delete(slices.Clone(w.threads), i, i+1)
		out = append(out, e.after(others)...)
	}
	return out
}

func (e rawEdge) after(others []uint32) []world {
	var results [][]uint32
	switch e.effect {
	case "":
		results = [][]uint32{others}
	case "spawn":
		results = [][]uint32{append(slices.Clone(others), e.child)}
	case "all":
		results = [][]uint32{{}}
		for _, l := range others {
			to, listed := e.targets(l)
			if !listed {
				to = []uint32{l}
			}
			var longer [][]uint32
			for _, r := range results {
				for _, m := range to {
					longer = append(longer, append(slices.Clone(r), m))
				}
			}
			results = longer
		}
	case "one":
		for i, l := range others {
			to, _ := e.targets(l)
			for _, m := range to {
				r := slices.Clone(others)
				r[i] = m
				results = append(results, r)
			}
		}
		if results == nil {
			results = [][]uint32{others}
		}
	}
	var out []world
	for _, r := range results {
		if e.kind == Move {
			r = append(slices.Clone(r), e.l1)
		}
		out = append(out, world{e.s1, r})
	}
	return out
}

// post returns the successors of c by name.
func (y rawSystem) post(c Config[uint32]) map[string]Config[uint32] {
	w := world{shared: c.Shared}
	for _, x := range c.Locals {
		for range x.N {
			w.threads = append(w.threads, x.Local)
		}
	}
	out := map[string]Config[uint32]{}
	for _, e := range y.edges {
		for _, v := range e.post(w) {
			out[v.config().String()] = v.config()
		}
	}
	return out
}

// table makes the table under test.
func (y rawSystem) table(t tester) *TTS {
	t.Helper()
	b := NewBuilder(y.numShared, y.numLocal)
	for i, e := range y.edges {
		edge := Edge[uint32]{
			From: ThreadState[uint32]{e.s, e.l}, To: ThreadState[uint32]{e.s1, e.l1},
			Kind: e.kind, Label: uint32(i),
		}
		switch e.effect {
		case "spawn":
			edge.Effect = &Effect[uint32]{Kind: Spawn, Child: e.child}
		case "all":
			edge.Effect = &Effect[uint32]{Kind: All}
		case "one":
			edge.Effect = &Effect[uint32]{Kind: One}
		}
		b.Add(edge, e.transfer...)
	}
	b.SetTransient(y.transient...)
	sys, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	if err := sys.Check(); err != nil {
		t.Fatal(err)
	}
	return sys
}

// String renders the system for failures.
func (y rawSystem) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d %d\n", y.numShared, y.numLocal)
	for _, e := range y.edges {
		fmt.Fprintf(&b, "kind %d: %d %d -> %d %d %s child %d %v\n", e.kind, e.s, e.l, e.s1, e.l1, e.effect, e.child, e.transfer)
	}
	return b.String()
}

// drawSystem draws a system with all kinds of edges and effects.
func drawSystem(t *rapid.T, maxShared, maxLocal uint32, maxEdges int) rawSystem {
	y := rawSystem{
		numShared: rapid.Uint32Range(1, maxShared).Draw(t, "shared states"),
		numLocal:  rapid.Uint32Range(1, maxLocal).Draw(t, "local states"),
	}
	shared, local := rapid.Uint32Range(0, y.numShared-1), rapid.Uint32Range(0, y.numLocal-1)
	for range rapid.IntRange(1, maxEdges).Draw(t, "edges") {
		e := rawEdge{
			kind: rapid.SampledFrom([]EdgeKind{Move, Move, End, Environment}).Draw(t, "kind"),
			s:    shared.Draw(t, "s"), s1: shared.Draw(t, "s'"),
			effect: rapid.SampledFrom([]string{"", "spawn", "all", "one"}).Draw(t, "effect"),
		}
		if e.kind != Environment {
			e.l = local.Draw(t, "l")
		}
		if e.kind == Move {
			e.l1 = local.Draw(t, "l'")
		}
		switch e.effect {
		case "spawn":
			e.child = local.Draw(t, "child")
		case "all", "one":
			for range rapid.IntRange(0, 4).Draw(t, "transfers") {
				x := Transfer{local.Draw(t, "from"), local.Draw(t, "to")}
				if e.effect == "all" && rapid.IntRange(0, 5).Draw(t, "blocked") == 0 {
					x.To = Blocked
				}
				e.transfer = append(e.transfer, x)
			}
		}
		y.edges = append(y.edges, e)
	}
	if rapid.Bool().Draw(t, "transient") {
		y.transient = rapid.SliceOfN(shared, 1, 3).Draw(t, "transient states")
	}
	return y
}

// configs returns all configurations with at most n threads.
func (y rawSystem) configs(n int) []Config[uint32] {
	var out []Config[uint32]
	var extend func(threads []uint32, from uint32)
	extend = func(threads []uint32, from uint32) {
		for s := range y.numShared {
			out = append(out, NewConfig(s, threads...))
		}
		if len(threads) == n {
			return
		}
		for l := from; l < y.numLocal; l++ {
			extend(append(slices.Clone(threads), l), l)
		}
	}
	extend(nil, 0)
	return out
}
