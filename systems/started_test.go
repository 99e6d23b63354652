// This file tests context switches of programs that start threads while they run.

package systems_test

import (
	"context"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/internal/proof/judge"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems"
)

// TestStarted compares random programs with the search of the interpreter: with bounds
// on the threads that are started, and for any number of them.
func TestStarted(t *testing.T) {
	programs := campaign.Size(t, 12, 60)
	numbers := map[int]int{}
	cut, open, sizes, safe := 0, 0, map[int]int{}, 0
	for seed := int(*first); seed < int(*first)+programs; seed++ {
		r := rand.New(rand.NewPCG(uint64(seed), 21))
		text := randprog.Generate(r, randprog.Starting())
		m, err := systems.Read("random.bp", strings.NewReader(text))
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if !starts(m.Program) {
			continue
		}
		j, err := judge.New(m.Program.File, judge.Small)
		if err != nil {
			t.Fatal(err)
		}
		most := 1 + seed%3
		for _, threads := range []int{0, 1, 2, 3} {
			idle := threads == 0
			o := systems.Options{Algorithm: "getafix", ContextSwitches: &most, Threads: threads, SelfCheck: true, Timeout: time.Minute}
			result, err := m.Check(context.Background(), o)
			if err != nil {
				t.Fatalf("seed %d, %d threads: %v\n%s", seed, threads, err, text)
			}
			got := -1
			switch {
			case result.Verdict == systems.Unsafe:
				got = result.Extent.N
				if !result.Stats.Replayed {
					t.Fatalf("seed %d, %d threads: not replayed: %+v\n%s", seed, threads, result, text)
				}
				sizes[result.MaxThreads]++
			case result.Verdict == systems.Safe:
				safe++
			case result.Reason == systems.Unsupported && strings.Contains(result.Detail, "start_thread goto"):
				continue
			case result.Reason != systems.Bound:
				t.Fatalf("seed %d, %d threads: %+v\n%s", seed, threads, result, text)
			}
			if idle {
				threads = min(most+1, systems.DefaultThreads)
			}
			ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
			want, err := j.WithDepth(5).Started(ctx, "", threads, idle, most, 100_000)
			cancel()
			if err != nil {
				t.Fatal(err)
			}
			numbers[got]++
			switch {
			case !want.Complete:
				open++
			case got == want.Least:
			case want.Cut && got >= 0 && (want.Least < 0 || got < want.Least):
				cut++ // with higher stacks than the interpreter tried
			default:
				t.Fatalf("seed %d, %d threads, idle %v, %d switches: %d, %+v, want %+v\n%s", seed, threads, idle, most, got, result, want, text)
			}
		}
	}
	t.Logf("least numbers: %v; threads of errors: %v; %d safe, %d beyond the stacks of the interpreter, %d without its verdict", numbers, sizes, safe, cut, open)
	if programs >= 40 && (numbers[1] == 0 || sizes[3] == 0 || safe == 0) {
		t.Error("the test has lost its point")
	}
}

// TestStartedSuite checks the programs with threads of the shared suite.
func TestStartedSuite(t *testing.T) {
	dir := filepath.Join(suites(t), "boppo")
	n := 0
	for _, row := range rows(t, filepath.Join(dir, "expected.tsv")) {
		m, err := systems.Open(filepath.Join(dir, row["program"]))
		if err != nil {
			t.Fatal(err)
		}
		if !starts(m.Program) {
			continue
		}
		if n++; !campaign.Due(t, n%2, 2) {
			continue
		}
		label, _ := strings.CutPrefix(row["options"], "label ")
		r, err := m.Check(context.Background(), systems.Options{Algorithm: "getafix", Threads: 5, Label: label, SelfCheck: true})
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict.String() != row["verdict"] || r.Verdict == systems.Unsafe && !r.Stats.Replayed {
			t.Errorf("%s: %+v, want %s", row["program"], r, row["verdict"])
		}
	}
	if n < 5 {
		t.Errorf("only %d programs", n)
	}
}

// starts reports whether some statement starts a thread.
func starts(p *parser.Program) bool {
	for _, n := range p.Nodes {
		if n.Stmt == nil {
			continue
		}
		if _, ok := n.Stmt.Op.(*parser.StartThread); ok {
			return true
		}
	}
	return false
}
