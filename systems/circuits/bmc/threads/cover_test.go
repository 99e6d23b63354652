// This file tests questions about configurations against a search of configurations.

package threads_test

import (
	"math/rand/v2"
	"testing"

	"github.com/bits-and-blooms/bitset"

	"github.com/ijit/ijit/bdd/reach"
	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/circuits/bmc"
	"github.com/ijit/ijit/systems/circuits/bmc/threads"
)

// levels returns the configurations with at most n threads by their distance, up to a few.
func levels(p *parser.Program, n int) [][]reach.State {
	e := image.New(p, image.Small, nil)
	read := func(c image.Config) reach.State {
		bits := func(b *bitset.BitSet, n int) []bool {
			values := make([]bool, n)
			for i := range values {
				values[i] = b.Test(uint(i))
			}
			return values
		}
		s := reach.State{Globals: bits(c.Shared, p.Layout.Shared)}
		for _, t := range c.Threads {
			s.Threads = append(s.Threads, reach.Thread{PC: t.PC, Locals: bits(t.Local, len(p.Nodes[t.PC].Proc.Locals))})
		}
		return s
	}
	seen := map[string]bool{}
	var out [][]reach.State
	var level []image.Config
	for c := range e.Initial(1) {
		level = append(level, image.Config{Shared: c.Shared.Clone(), Threads: c.Threads})
	}
	for len(out) < 6 && len(level) > 0 && len(level) < 500 {
		var states []reach.State
		var next []image.Config
		for _, c := range level {
			states = append(states, read(c))
			for d := range e.PostConfig(c) {
				key := image.Config{Shared: d.Shared.Clone(), Threads: d.Threads}
				text := dump(read(key), key.Shared)
				if len(d.Threads) <= n && !seen[text] {
					seen[text] = true
					next = append(next, key)
				}
			}
		}
		out = append(out, states)
		level = next
	}
	return out
}

func dump(s reach.State, shared *bitset.BitSet) string {
	b := shared.DumpAsBits() // the atomic bit is in it
	for _, t := range s.Threads {
		b += " " + string(rune(t.PC))
		for _, v := range t.Locals {
			b += map[bool]string{false: "0", true: "1"}[v]
		}
	}
	return b
}

// covers reports whether x has at least the threads of y, and its shared variables.
func covers(x, y *reach.State) bool {
	same := func(a, b []bool) bool {
		for i := range a {
			if a[i] != b[i] {
				return false
			}
		}
		return true
	}
	used := map[int]bool{}
	for i := range y.Threads {
		found := false
		for j := range x.Threads {
			if !found && !used[j] && x.Threads[j].PC == y.Threads[i].PC && same(x.Threads[j].Locals, y.Threads[i].Locals) {
				used[j], found = true, true
			}
		}
		if !found {
			return false
		}
	}
	return same(x.Globals, y.Globals)
}

// TestCovers asks about configurations that are reached, with some of their threads, and about
// such with other values.
func TestCovers(t *testing.T) {
	asked, unreached := 0, 0
	for seed := range uint64(campaign.Size(t, 60, 3000)) {
		r := rand.New(rand.NewPCG(seed, 12))
		cfg := randprog.Default()
		cfg.Statement.Atomic, cfg.Statement.AtomicBlock = 0, 0 // a state inside is covered by nothing
		text := randprog.Generate(r, cfg)
		p, err := parser.Parse("random.bp", []byte(text), parser.Post)
		if err != nil {
			t.Fatal(err)
		}
		n := 1 + r.IntN(3)
		all := levels(p, n)
		if len(all) == 0 {
			continue // it cannot begin, or in too many states
		}
		s, err := threads.New(p, threads.Options{Threads: n, Small: true, Reduce: r.IntN(2) == 0})
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			last := all[r.IntN(len(all))]
			x := last[r.IntN(len(last))]
			x.Threads = x.Threads[r.IntN(len(x.Threads)+1):]
			if len(x.Threads) > 0 && r.IntN(3) == 0 {
				x.Threads = append(x.Threads[:len(x.Threads):len(x.Threads)], x.Threads[0])
			}
			want := -1
			for depth := len(all) - 1; depth >= 0; depth-- {
				for i := range all[depth] {
					if covers(&all[depth][i], &x) {
						want = depth
					}
				}
			}
			found := bmc.CheckBad(t.Context(), s.Circuit, s.Covers(&x, false), bmc.Options{Bound: max(want, len(all)-1, 1)})
			asked++
			switch {
			case want < 0:
				unreached++
				if found.Run != nil && len(found.Run.Inputs) <= len(all) {
					t.Fatalf("%v is reached by a run of %d frames\n%s", x, len(found.Run.Inputs), text)
				}
			case found.Run == nil || len(found.Run.Inputs) != want+1:
				t.Fatalf("%v: run %v, want %d steps\n%s", x, found.Run, want, text)
			case s.Execution(found.Run).Depth != want || !covers(lastState(s.Execution(found.Run).Trace), &x):
				t.Fatalf("%v: the execution ends in another state\n%s", x, text)
			}
		}
	}
	t.Log(asked, unreached)
	if unreached == 0 || unreached == asked {
		t.Error("not all answers occur")
	}
}

// lastState returns the last state of a trace.
func lastState(t *reach.Trace) *reach.State {
	if n := len(t.Steps); n > 0 {
		return &t.Steps[n-1].State
	}
	return &t.Initial
}
