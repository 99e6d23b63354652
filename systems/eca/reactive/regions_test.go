// This file defines tests of regions: against the interpreter on random programs, against the
// known answers of the RERS challenge, and of the invariants by brute force.

package reactive_test

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/systems/eca"
	"github.com/ijit/ijit/systems/eca/reactive"
)

// regionsOf analyses a program that is given as text.
func regionsOf(t testing.TB, text string) (*eca.File, *reactive.Result) {
	t.Helper()
	file := parse(t, "test.c", text)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	return file, reactive.Regions(ctx, file, reactive.Options{Invariant: true, Progress: func(s reactive.Stats) {
		if s.Depth == 30 { // refinements; there may be no end to them
			cancel()
		}
	}})
}

func TestRegionsRandom(t *testing.T) {
	safe, unsafe, open, refined := 0, 0, 0, 0
	for seed := range uint64(max(60, campaign.Size(t, 60, 20000))) { // few programs are refined
		rng := rand.New(rand.NewPCG(seed, 3))
		s := randomShape(rng)
		s.Arithmetic = rng.IntN(5) > 0
		text := randomProgram(seed, s)
		file, r := regionsOf(t, text)
		inputs, _ := least(file, 0)
		for i, a := range r.Labels {
			switch {
			case a.Verdict == verdict.Unsafe:
				unsafe++
				if !a.Shortest || len(a.Inputs) != inputs[i] {
					t.Errorf("%s: %d inputs, want %d", file.Labels[i].Name, len(a.Inputs), inputs[i])
				}
			case a.Verdict == verdict.Unknown:
				open++
			case inputs[i] >= 0:
				t.Errorf("%s is safe, but reached by %d inputs", file.Labels[i].Name, inputs[i])
			default:
				safe++
				if rng.IntN(4) == 0 {
					preserved(t, file, a.Invariant, i)
				}
			}
		}
		if r.Stats.Depth > 0 && r.Stats.Decided == r.Stats.Asked {
			refined++
		}
		reached(t, file, r)
		if t.Failed() {
			t.Fatalf("seed %d:\n%s", seed, text)
		}
	}
	if safe < 100 || unsafe < 20 || open*100 > safe+unsafe || refined < 2 {
		t.Errorf("%d labels safe, %d unsafe, %d open, %d programs refined", safe, unsafe, open, refined)
	}
}

// preserved checks that an invariant holds at first, that turns from states in it stay there, and
// that they do not reach the label. Intervals are sampled.
func preserved(t *testing.T, file *eca.File, inv *reactive.Invariant, label int) {
	t.Helper()
	m := eca.NewMachine(file)
	check := func(s *eca.Step, from []int32) {
		for _, r := range s.Reached {
			if r.Label.ID == label {
				t.Errorf("%s is reached from %v", r.Label.Name, from)
			}
		}
		if s.Status == eca.Running && !within(inv, m.Values) {
			t.Errorf("%v leads out of the invariant: %v", from, m.Values)
		}
	}
	check(m.Start(func() (int32, bool) { return 0, false }), nil)
	start := slices.Clone(m.Values)
	for _, box := range inv.Boxes {
		state := slices.Clone(start)
		var choose func(v int)
		choose = func(v int) {
			if v < len(box) {
				for _, in := range box[v] {
					for k := int64(0); k < 7; k++ {
						if lo, hi := int64(in.Lo)+k, int64(in.Hi)-k; lo <= hi {
							state[inv.Vars[v].ID] = int32(lo)
							choose(v + 1)
							if state[inv.Vars[v].ID] = int32(hi); hi != lo {
								choose(v + 1)
							}
						}
					}
				}
				return
			}
			for _, input := range file.Alphabet {
				copy(m.Values, state)
				check(m.Turn(func() (int32, bool) { return input, true }), state)
			}
		}
		choose(0)
		if t.Failed() {
			return
		}
	}
}

// within reports whether an invariant holds in a state.
func within(inv *reactive.Invariant, state []int32) bool {
	return slices.ContainsFunc(inv.Boxes, func(box []reactive.Set) bool {
		for i, set := range box {
			c := state[inv.Vars[i].ID]
			if !slices.ContainsFunc(set, func(in reactive.Interval) bool { return in.Lo <= c && c <= in.Hi }) {
				return false
			}
		}
		return true
	})
}

// Regions decide the programs of the suite that multiply, as the table of its answers does.
func TestRegionsSuite(t *testing.T) {
	for _, name := range []string{"Problem01.c", "Problem10.c", "Problem14.c"} {
		want := expected(t, name)
		text, err := os.ReadFile(filepath.Join(suite, name))
		if err != nil {
			t.Fatal(err)
		}
		file, r := regionsOf(t, string(text))
		for i, a := range r.Labels {
			inputs, decided := want[file.Labels[i].Name]
			if safe := a.Verdict == verdict.Safe; !decided || a.Verdict == verdict.Unknown || safe != (inputs == 0) || !safe && (!a.Shortest || len(a.Inputs) != inputs) {
				t.Errorf("%s %s: %v by %d, want %d inputs", name, file.Labels[i].Name, a.Verdict, a.Inputs, inputs)
			}
		}
		reached(t, file, r)
	}
}

// Arithmetic wraps around, and nothing is proved of numbers that do not.
func TestRegionsOverflow(t *testing.T) {
	for _, x := range []struct {
		name, text, want string
		warnings         int
	}{
		{"a number wraps around", program("int x = 2147483000;", "if(input == 1 && x > 0) { x = x + 100; }\n if(x == -2147483596) { error_1: assert(0); } if(x == -2147483595) { error_2: assert(0); }"), "error_1 7, error_2 SAFE", 1},
		{"division of the least", program("int x = -2147483647;", "if(input == 1 && x < 0) { x = (x - 1) / -1; }\n if(x == 5) { error_1: assert(0); } if(x == -2147483648) { error_2: assert(0); }"), "error_1 SAFE, error_2 1", 1},
		{"any number wraps around", program("int x = 1; int y = 7;", "if(input == 1) { x = x * y; y = y + 2; }\n if(x == 6) { error_1: assert(0); } if(x == 7) { error_2: }"), "error_1 UNKNOWN, error_2 1", 1},
		{"no overflow", program("int x = 2147483647;", "if(input == 1 && x > 0) { x = x - 1; }\n if(input == 2 && x < 2147483647) { x = x + 1; }\n if(x < 0) { error_1: assert(0); } if(x == 2147483640) { error_2: assert(0); }"), "error_1 SAFE, error_2 7", 0},
	} {
		t.Run(x.name, func(t *testing.T) {
			file, r := regionsOf(t, x.text)
			if got := outcomes(file, r); got != x.want || len(r.Warnings) != x.warnings {
				t.Errorf("%s, want %s; warnings %q", got, x.want, r.Warnings)
			}
			reached(t, file, r)
		})
	}
}
