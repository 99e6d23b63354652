// This file tests the question whether all threads can be blocked at once.

package systems_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/internal/proof/judge"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems"
)

// TestDeadlocks compares the nearest deadlocks of random programs with those that the judge
// comes to.
func TestDeadlocks(t *testing.T) {
	programs := campaign.Size(t, 15, 1000)
	var count [3]int
	for seed := range uint64(programs) {
		src := randprog.Generate(rand.New(rand.NewPCG(seed, 7)), randprog.Default())
		kinds, err := deadlocks(src)
		if err != nil {
			small := randprog.Shrink(src, func(s string) bool { _, err := deadlocks(s); return err != nil })
			_, err = deadlocks(small)
			t.Fatalf("seed %d: %v\n%s", seed, err, small)
		}
		for i, n := range kinds {
			count[i] += n
		}
	}
	t.Logf("%d programs: %d questions with a deadlock, %d without, %d that the bound decides", programs, count[0], count[1], count[2])
	if programs >= 50 && (count[0] == 0 || count[1] == 0) {
		t.Error("the programs are all alike")
	}
}

// deadlocks compares the answers about a program, and counts those with a deadlock, those
// without, and those where only the bound on threads keeps a section from being run.
func deadlocks(src string) (kinds [3]int, err error) {
	ctx := context.Background()
	m, err := systems.Read("random.bp", strings.NewReader(src))
	if err != nil {
		return kinds, err
	}
	spawns := false // inside an atomic section
	for _, n := range m.Program.Nodes {
		spawns = spawns || n.Section != nil && len(n.Out) > 0 && n.Out[0].Kind == parser.SpawnEdge
	}
	for n := 1; n <= 3; n++ {
		for mode, atomicity := range map[judge.Mode]systems.Atomicity{judge.Big: systems.Big, judge.Small: systems.Small} {
			j, err := judge.New(m.Program.File, mode)
			if err != nil {
				return kinds, err
			}
			nearest := -1
			known := true // sections can be too large for the judge
			want := j.Walk(ctx, 1, n, 5000, func(c judge.Config, depth int) {
				stuck, err := j.Deadlocked(ctx, c)
				known = known && err == nil
				if stuck && nearest < 0 {
					nearest = depth
				}
			})
			if !want.Complete || !known {
				continue
			}
			for _, algorithm := range []string{"bfs", "symbolic"} {
				r, err := m.Check(ctx, systems.Options{Algorithm: algorithm, Deadlock: true, Threads: n, Atomicity: atomicity, SelfCheck: true})
				if err != nil {
					return kinds, err
				}
				switch {
				case r.Verdict == systems.Unsafe && r.Stats.Replayed && r.Depth == nearest:
					kinds[0]++
				case (r.Verdict == systems.Safe && !r.Cut || hides(r)) && nearest < 0:
					kinds[1]++
				case spawns && r.Cut && nearest >= 0 && (hides(r) || r.Depth > nearest):
					kinds[2]++
				default:
					return kinds, fmt.Errorf("%s, %d threads, steps %d: %v(%s) at depth %d, the judge's nearest deadlock is at %d",
						algorithm, n, mode, r.Verdict, r.Reason, r.Depth, nearest)
				}
			}
		}
	}
	return kinds, nil
}

// TestDeadlockOfManyStates asks about more initial states than can be stored.
func TestDeadlockOfManyStates(t *testing.T) {
	names := make([]string, 70)
	for i := range names {
		names[i] = fmt.Sprint("v", i)
	}
	m, err := systems.Read("many.bp", strings.NewReader("decl "+strings.Join(names, ",")+"; void main() begin v1 := v0; assume(v69); end"))
	if err != nil {
		t.Fatal(err)
	}
	r, err := m.Check(context.Background(), systems.Options{Deadlock: true, SelfCheck: true, Timeout: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	if r.Verdict != systems.Unsafe || r.Depth != 1 || !r.Stats.Replayed {
		t.Errorf("%v(%s) at depth %d by %s, replayed %v", r.Verdict, r.Reason, r.Depth, r.Algorithm, r.Stats.Replayed)
	}
}

// TestDeadlockOfSystem has a transition system in which the last edge leads nowhere.
func TestDeadlockOfSystem(t *testing.T) {
	m, err := systems.Read("net.tts", strings.NewReader("3 2\n0 0 -> 1 1\n1 1 -> 2 0\n"))
	if err != nil {
		t.Fatal(err)
	}
	r, err := m.Check(context.Background(), systems.Options{Deadlock: true, SelfCheck: true})
	if err != nil {
		t.Fatal(err)
	}
	if r.Verdict != systems.Unsafe || r.Depth != 2 || r.Property.Kind != "deadlock" {
		t.Errorf("%v at depth %d, %v", r.Verdict, r.Depth, r.Property)
	}
}

// TestDeadlockRecursive: what runs recursive procedures looks for no deadlocks, so that it is
// not recommended.
func TestDeadlockRecursive(t *testing.T) {
	m := read(t, "void main() begin f(); end void f() begin if * then f(); fi end")
	r, err := m.Check(context.Background(), systems.Options{Deadlock: true})
	if err != nil || r.Reason != systems.Unsupported || !strings.HasSuffix(r.Detail, "no algorithm that does looks for deadlocks") {
		t.Errorf("%+v, %v", r, err)
	}
}
