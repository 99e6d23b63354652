// This file defines the test of the families: the answers they promise, by the
// judge for small parameters and by just-in-time translation for large ones.

package family_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/examples/family"
	"github.com/ijit/ijit/internal/proof/judge"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems"
)

// explore returns what the judge finds, in big steps.
func explore(t *testing.T, program string, mode judge.Mode, threads int) judge.Result {
	t.Helper()
	file, err := parser.ParseFile("family.bp", []byte(program))
	if err != nil {
		t.Fatalf("%v\n%s", err, program)
	}
	for _, w := range file.Warnings {
		t.Errorf("%v\n%s", w, program)
	}
	j, err := judge.New(file, mode)
	if err != nil {
		t.Fatal(err)
	}
	const limit = 1_000_000
	r := j.Explore(context.Background(), 1, threads, limit)
	if !r.Complete {
		t.Fatalf("more than %d states", limit)
	}
	return r
}

// depth returns the depth of the nearest error, 0 if there is none.
func depth(r judge.Result) int {
	nearest := 0
	for _, d := range r.Properties {
		if nearest == 0 || d < nearest {
			nearest = d
		}
	}
	return nearest
}

func TestDepth(t *testing.T) {
	for _, f := range family.All() {
		for k := 1; k <= 4; k++ {
			for n := 1; n <= min(f.Threads(k)+1, 4); n++ {
				t.Run(fmt.Sprintf("%s/k=%d/n=%d", f.Name, k, n), func(t *testing.T) {
					want := f.Depth(k, n)
					if got := depth(explore(t, f.Program(k), judge.Big, n)); got != want {
						t.Errorf("big steps: depth %d, want %d", got, want)
					}
					if got := depth(explore(t, f.Program(k), judge.Small, n)); (got > 0) != (want > 0) {
						t.Errorf("small steps: depth %d, want %d in big steps", got, want)
					}
				})
			}
		}
	}
}

// flagStates is the number of states that Flags promises.
func flagStates(k, n int) int { return (k + 3) * n * (n + 1) / 2 }

func TestFlagStates(t *testing.T) {
	for k := 1; k <= 8; k++ {
		for n := 1; n <= 4; n++ {
			r := explore(t, family.Flags(k), judge.Big, n)
			if want := flagStates(k, n); r.States != want {
				t.Errorf("k=%d, n=%d: %d states, want %d", k, n, r.States, want)
			}
		}
	}
}

// TestRingHasOneToken checks what makes the ring a family of few reachable
// valuations.
func TestRingHasOneToken(t *testing.T) {
	const k = 4
	file, err := parser.ParseFile("ring.bp", []byte(family.Ring(k)))
	if err != nil {
		t.Fatal(err)
	}
	j, err := judge.New(file, judge.Big)
	if err != nil {
		t.Fatal(err)
	}
	valuations := map[string]bool{}
	j.Walk(context.Background(), 1, k, 0, func(c judge.Config, _ int) {
		tokens := 0
		for i, v := range c.Shared {
			if strings.HasPrefix(file.Globals[i].Name, "token") && v {
				tokens++
			}
		}
		if tokens != 1 {
			t.Errorf("%v: %d tokens", c, tokens)
		}
		valuations[fmt.Sprint(c.Shared)] = true
	})
	if len(valuations) != 2*k { // somebody is busy or not
		t.Errorf("%d valuations, want %d", len(valuations), 2*k)
	}
}

// TestJustInTime checks large members, which a translation of the whole program
// could never finish.
func TestJustInTime(t *testing.T) {
	tests := []struct {
		name    string
		program string
		threads int
		states  int // -1: not known
	}{
		{"flags", family.Flags(200), 3, flagStates(200, 3)},
		{"locals", family.Locals(60), 2, -1},
		{"ring", family.Ring(8), 8, -1},
		{"diamonds", family.Diamonds(200), 2, -1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			m, err := systems.Read(test.name+".bp", strings.NewReader(test.program))
			if err != nil {
				t.Fatal(err)
			}
			r, err := m.Check(context.Background(), systems.Options{Threads: test.threads, Timeout: time.Minute})
			if err != nil {
				t.Fatal(err)
			}
			if r.Verdict != systems.Safe {
				t.Errorf("%v (%s), want %v", r.Verdict, r.Reason, systems.Safe)
			}
			if test.states >= 0 && r.States != test.states {
				t.Errorf("%d states, want %d", r.States, test.states)
			}
		})
	}
}

// TestSequential checks that the label of the families with procedures is reached, or is not, by
// summaries and, where the calls are few, by the judge.
func TestSequential(t *testing.T) {
	campaign.Turn(t, 1, 2)
	for _, f := range family.Sequential() {
		for k := 1; k <= 9; k++ {
			if k > 3 && strings.HasSuffix(f.Name, "large") {
				continue
			}
			m, err := systems.Read("family.bp", strings.NewReader(f.File(k)))
			if err != nil {
				t.Fatal(err)
			}
			o := systems.Options{Algorithm: "bebop", Label: f.Label, SelfCheck: k < 6}
			r, err := m.Check(context.Background(), o)
			if err != nil {
				t.Fatal(err)
			}
			if (r.Verdict == systems.Unsafe) != (f.Switches >= 0) || (r.Stats.Replayed || r.Stats.Validated) != o.SelfCheck {
				t.Errorf("%s, k = %d: %v, replayed %v, validated %v", f.Name, k, r.Verdict, r.Stats.Replayed, r.Stats.Validated)
			}
		}
	}
}

// TestRecursive checks how many context switches lead to the label of the families with
// recursive threads; executions are replayed.
func TestRecursive(t *testing.T) {
	for _, f := range family.Recursive() {
		for i, k := range []int{3, 4} {
			if !campaign.Due(t, i, 2) {
				continue
			}
			m, err := systems.Read("family.bp", strings.NewReader(f.File(k)))
			if err != nil {
				t.Fatal(err)
			}
			most := f.Switches
			if f.Switches < 0 {
				most = 2
			}
			o := systems.Options{Algorithm: "getafix", Label: f.Label, ContextSwitches: &most}
			r, err := m.Check(context.Background(), o)
			if err != nil {
				t.Fatal(err)
			}
			if (r.Verdict == systems.Unsafe) != (f.Switches >= 0) {
				t.Errorf("%s, k = %d: %v", f.Name, k, r.Verdict)
			}
		}
	}
}
