package simulate_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/internal/show/simulate"
	"github.com/ijit/ijit/internal/show/trace"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems"
)

func read(t *testing.T, src string) *systems.Model {
	t.Helper()
	m, err := systems.Read("x.bp", strings.NewReader(src))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestWalks makes random walks of random programs. What a walk says, with threads and
// undone steps in between, is an execution for the judge.
func TestWalks(t *testing.T) {
	ctx := context.Background()
	steps, created, ended, failed := 0, 0, 0, 0
	for seed := range uint64(campaign.Size(t, 100, 2000)) {
		src := randprog.Generate(rand.New(rand.NewPCG(seed, 3)), randprog.Default())
		m := read(t, src)
		s, err := simulate.New(m.Program, simulate.Options{Copies: 2, Threads: 4, Seed: seed})
		if errors.Is(err, simulate.ErrNoBeginning) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		for i := range 60 {
			moved, err := s.Random(ctx)
			if err != nil {
				t.Fatal(err)
			}
			if i%7 == 6 || !moved {
				s.Undo(2)
			}
		}
		run := s.Trace()
		claim := trace.Claim{Fails: -1, Copies: 2, Threads: 4, Atomicity: image.Small}
		for _, x := range run.Steps {
			steps++
			if x.Created > 0 {
				created++
			}
			if x.Ended {
				ended++
			}
			if x.Fails {
				failed++
				claim.Fails = x.PC
			}
		}
		if err := run.Replay(ctx, m.Program.File, claim); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, src)
		}
		if err := s.Load(run); err != nil {
			t.Fatal(err)
		}
		if again := s.Trace(); len(again.Steps) != len(run.Steps) || again.Final().Text() != run.Final().Text() {
			t.Fatalf("seed %d: a walk that is loaded is another one", seed)
		}
	}
	t.Logf("%d steps, %d threads created, %d ended, %d failures", steps, created, ended, failed)
	if steps == 0 || created == 0 || ended == 0 || failed == 0 {
		t.Error("the walks are all alike")
	}
}

// TestReach compares the length of the way to a statement with the depth that breadth-first
// search finds for a label there.
func TestReach(t *testing.T) {
	ctx := context.Background()
	ways, none := 0, 0
	for seed := range uint64(campaign.Size(t, 60, 1000)) {
		m := read(t, randprog.Generate(rand.New(rand.NewPCG(seed, 4)), randprog.Default()))
		for _, n := range m.Program.Nodes {
			if n == nil || n.Stmt == nil || len(n.Stmt.Labels) == 0 || n.Stmt.PC != n.PC {
				continue
			}
			label := n.Stmt.Labels[0].Name
			r, err := m.Check(ctx, systems.Options{Algorithm: "bfs", Label: label, Threads: 2, Atomicity: systems.Small})
			if err != nil {
				t.Fatal(err)
			}
			if r.Verdict == systems.Unsafe && r.Depth == 0 {
				continue // a way goes there once more
			}
			pcs, _ := m.Program.Labelled(label)
			best := -1 // over the initial values of variables, of which a simulation has one
			s, err := simulate.New(m.Program, simulate.Options{Copies: 1, Threads: 2})
			if errors.Is(err, simulate.ErrNoBeginning) {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			found, complete, err := s.Reach(ctx, pcs)
			if err != nil || !complete {
				t.Fatalf("seed %d: %v", seed, err)
			}
			if found {
				best = len(s.States()) - 1
				ways++
			} else {
				none++
			}
			free := false
			for _, v := range append(m.Program.File.Globals, m.Program.File.Main.Locals...) {
				free = free || v.Init == parser.InitAny
			}
			switch {
			case best >= 0 && (r.Verdict != systems.Unsafe || best < r.Depth),
				!free && best != r.Depth && r.Verdict == systems.Unsafe,
				!free && best < 0 && r.Verdict == systems.Unsafe:
				t.Errorf("seed %d, label %s: the way has %d steps, bfs says %v at depth %d", seed, label, best, r.Verdict, r.Depth)
			}
		}
	}
	t.Logf("%d ways, %d places that are not reached", ways, none)
	if ways == 0 || none == 0 {
		t.Error("the places are all alike")
	}
}

func TestChoices(t *testing.T) {
	ctx := context.Background()
	m := read(t, `decl a, b, c, d, e, f, g;
		void main() begin
			a, b, c, d, e, f, g := *, *, *, *, *, *, *;
			assert(a);
		end`)
	s, err := simulate.New(m.Program, simulate.Options{Copies: 1})
	if err != nil {
		t.Fatal(err)
	}
	moves, more, err := s.Moves(ctx, 1)
	if err != nil || len(moves) != simulate.MaxMoves || !more {
		t.Fatalf("%d moves, more: %v, %v", len(moves), more, err)
	}
	if err := s.Set(ctx, "g", 1); err != nil || !s.Now().Config.Shared[6] {
		t.Fatalf("g is %v, %v", s.Now().Config.Shared[6], err)
	}
	s.Take(moves[0])
	if err := s.Set(ctx, "g", 1); err == nil {
		t.Error("an initial value was set behind the first step")
	}
	fails, _, err := s.Moves(ctx, 1)
	if err != nil || len(fails) != 1 || !fails[0].Fails {
		t.Fatalf("%v, %v", fails, err)
	}
	s.Take(fails[0])
	if ids, err := s.Enabled(ctx); err != nil || len(ids) > 0 {
		t.Errorf("%v can move behind a failure, %v", ids, err)
	}
	if n := s.Undo(5); n != 2 {
		t.Errorf("%d steps undone", n)
	}
}
