// This file tests images: that Post and Pre are each other's inverse, and that
// backward search finds the errors that forward search does.

package reach_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/bdd/reach"
	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/parser"
)

// forward returns all states that can be reached from one copy of main.
func forward(t *testing.T, m *bdd.Manager, s *reach.System) bdd.Node {
	t.Helper()
	reached, err := s.Initial(1)
	if err != nil {
		t.Fatal(err)
	}
	for last := bdd.False; last != reached; {
		last, reached = reached, m.Or(reached, s.Post(reached))
	}
	return reached
}

// TestPostPre compares successors and predecessors on random programs.
func TestPostPre(t *testing.T) {
	programs := 120
	if testing.Short() {
		programs = 30
	}
	steps, unsafe := 0, 0
	for seed := range uint64(programs) {
		cfg := randprog.Default()
		cfg.Shared, cfg.Locals, cfg.Statements = 2, 1, 8
		text := randprog.Generate(rand.New(rand.NewPCG(seed, 3)), cfg)
		p, err := parser.Parse("random.bp", []byte(text), 0)
		if err != nil {
			t.Fatal(err)
		}
		m := bdd.New(bdd.Options{})
		s, err := reach.NewSystem(m, p, 2)
		if err != nil {
			t.Fatal(err)
		}
		reached := forward(t, m, s)
		rest := reached
		for range 20 {
			one := m.PickNode(rest, s.Vars())
			if one == bdd.False {
				break
			}
			rest = m.Diff(rest, one)
			post := s.Post(one)
			if !m.Leq(post, reached) {
				t.Fatalf("seed %d: a successor is not reached\n%s", seed, text)
			}
			if !m.Disjoint(one, s.Pre(m.Diff(reached, post))) {
				t.Fatalf("seed %d: a predecessor of what is no successor\n%s", seed, text)
			}
			for next := post; next != bdd.False; steps++ {
				b := m.PickNode(next, s.Vars())
				next = m.Diff(next, b)
				if !m.Leq(one, s.Pre(b)) {
					t.Fatalf("seed %d: not a predecessor of its successor\n%s", seed, text)
				}
			}
		}

		// Backwards from the errors, through states that can be reached or not.
		bad := s.Errors()
		for last := bdd.False; last != bad; {
			last, bad = bad, m.Or(bad, s.Pre(bad))
		}
		initial, err := s.Initial(1)
		if err != nil {
			t.Fatal(err)
		}
		r, err := reach.Check(context.Background(), p, reach.Options{Threads: 2})
		if err != nil {
			t.Fatal(err)
		}
		if back := !m.Disjoint(bad, initial); back != (r.Verdict == reach.Unsafe) {
			t.Fatalf("seed %d: an error can be reached backwards: %v, forwards: %v\n%s", seed, back, r.Verdict, text)
		}
		if r.Verdict == reach.Unsafe {
			unsafe++
		}
		if err := m.Err(); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d steps, %d of %d programs err", steps, unsafe, programs)
}
