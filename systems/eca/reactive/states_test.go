// This file defines tests of explicit search: against the interpreter on random programs,
// against the known answers of the RERS challenge, and at its limits.

package reactive_test

import (
	"context"
	"encoding/csv"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/systems/eca"
	"github.com/ijit/ijit/systems/eca/reactive"
)

const suite = "../../../../shared/suites/rers"

// explicit searches a program that is given as text.
func explicit(t testing.TB, text string, options reactive.Options) (*eca.File, *reactive.Result) {
	t.Helper()
	file, err := eca.Parse("test.c", []byte(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return file, reactive.States(context.Background(), file, options)
}

// reached checks that the interpreter reaches labels with the inputs that lead there.
func reached(t testing.TB, file *eca.File, r *reactive.Result) {
	t.Helper()
	for i, a := range r.Labels {
		if a.Verdict != verdict.Unsafe {
			continue
		}
		hit := false
		for _, step := range eca.Run(file, a.Inputs) {
			for _, l := range step.Reached {
				hit = hit || l.Label.ID == i && l.Inputs == len(a.Inputs)
			}
		}
		if !hit {
			t.Errorf("%s is not reached by %d", file.Labels[i].Name, a.Inputs)
		}
	}
}

// least searches by the interpreter: the least number of inputs to each label, -1 for those that
// are not reached, within a number of turns, 0 for all; and the states at the head of the loop, as
// values by Var.ID. Every turn reads one input.
func least(file *eca.File, turns int) (inputs []int, states [][]int32) {
	inputs = slices.Repeat([]int{-1}, len(file.Labels))
	m := eca.NewMachine(file)
	note := func(s *eca.Step) bool {
		for _, r := range s.Reached {
			if inputs[r.Label.ID] < 0 || inputs[r.Label.ID] > r.Inputs {
				inputs[r.Label.ID] = r.Inputs
			}
		}
		return s.Status == eca.Running
	}
	seen := map[string]bool{}
	add := func() {
		var key []int32
		for _, v := range file.Vars {
			if v.State {
				key = append(key, m.Values[v.ID])
			}
		}
		if !seen[fmt.Sprint(key)] {
			seen[fmt.Sprint(key)] = true
			states = append(states, slices.Clone(m.Values))
		}
	}
	if note(m.Start(func() (int32, bool) { return 0, false })) {
		add()
	}
	for depth, done := 0, 0; done < len(states) && (turns == 0 || depth < turns); depth++ {
		frontier := states[done:]
		done = len(states)
		for _, state := range frontier {
			for _, input := range file.Alphabet {
				copy(m.Values, state)
				m.Read = depth
				if note(m.Turn(func() (int32, bool) { return input, true })) {
					add()
				}
			}
		}
	}
	return inputs, states
}

func TestStatesRandom(t *testing.T) {
	deep, safe, numbers := 0, 0, 0
	for seed := range uint64(campaign.Size(t, 125, 20000)) {
		rng := rand.New(rand.NewPCG(seed, 2))
		s := randomShape(rng)
		s.Arithmetic = rng.IntN(3) > 0
		text := randomProgram(seed, s)
		turns := max(0, rng.IntN(8)-4)
		file, r := explicit(t, text, reactive.Options{MaxDepth: turns})
		inputs, states := least(file, turns)
		if r.Complete && r.Stats.States > int64(len(states)) {
			t.Errorf("%d states, want %d", r.Stats.States, len(states))
		}
		for i, a := range r.Labels {
			got := -1
			if a.Verdict == verdict.Unsafe {
				got = len(a.Inputs)
				deep = max(deep, got)
			} else if r.Complete {
				safe++
			}
			if got != inputs[i] || got >= 0 && !a.Shortest || (a.Verdict == verdict.Safe) != (got < 0 && r.Complete) {
				t.Errorf("%s: %v by %d inputs, want %d", file.Labels[i].Name, a.Verdict, got, inputs[i])
			}
		}
		if !r.Complete && r.Stats.Decided < r.Stats.Asked && (turns == 0 || r.Reason != verdict.Bound) {
			t.Errorf("not complete: %q", r.Reason)
		}
		if s.Arithmetic {
			numbers = max(numbers, len(states))
		}
		reached(t, file, r)
		if t.Failed() {
			t.Fatalf("seed %d, %d turns:\n%s", seed, turns, text)
		}
	}
	if deep < 3 || safe < 50 || numbers < 30 {
		t.Errorf("too easy: %d inputs at most, %d labels safe, %d states at most", deep, safe, numbers)
	}
}

// TestStatesSuite compares with what a search by compiled C found.
func TestStatesSuite(t *testing.T) {
	campaign.Alone(t)
	list, err := os.Open(filepath.Join(suite, "expected.tsv"))
	if err != nil {
		t.Skip("the real programs, a folder of shared/suites, do not lie beside the checkout: " + suite)
	}
	defer list.Close()
	rows := csv.NewReader(list)
	rows.Comma = '\t'
	all, err := rows.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for _, row := range all {
		want[row[0]+" "+row[1]] = strings.TrimSpace(row[2] + " " + row[3])
	}
	programs := []struct {
		name   string
		states int64
	}{{"01", 29}, {"02", 18}, {"04", 169}, {"06", 166}, {"14", 3184283}, {"10", 2395878}}
	for _, p := range programs[:min(len(programs), campaign.Size(t, 4, len(programs)))] {
		name := "Problem" + p.name + ".c"
		text, err := os.ReadFile(filepath.Join(suite, name))
		if err != nil {
			t.Fatal(err)
		}
		file, r := explicit(t, string(text), reactive.Options{})
		if !r.Complete || r.Stats.States != p.states || len(r.Warnings) > 0 {
			t.Errorf("%s: complete %v, %d states, want %d, warnings %q", name, r.Complete, r.Stats.States, p.states, r.Warnings)
		}
		for i, a := range r.Labels {
			got := a.Verdict.String()
			if a.Verdict == verdict.Unsafe {
				got = fmt.Sprint(got, " ", len(a.Inputs))
			}
			if w := want[name+" "+file.Labels[i].Name]; got != w || !a.Shortest && a.Verdict == verdict.Unsafe {
				t.Errorf("%s %s: %s, want %s", name, file.Labels[i].Name, got, w)
			}
		}
		reached(t, file, r)
	}
}

// program returns one of style A: variables, and what the loop does with the input.
func program(vars, turn string) string {
	return "extern int __VERIFIER_nondet_int();\n" + vars + "\nint main() {\n while(1) {\n int input = __VERIFIER_nondet_int();\n" + turn + "\n}\n}\n"
}

// outcomes returns the answers by label, as "5" for five inputs, and whether no fewer do.
func outcomes(file *eca.File, r *reactive.Result) string {
	var list []string
	for i, a := range r.Labels {
		word := a.Verdict.String()
		if a.Verdict == verdict.Unsafe {
			if word = fmt.Sprint(len(a.Inputs)); !a.Shortest {
				word += " or fewer"
			}
		}
		list = append(list, file.Labels[i].Name+" "+word)
	}
	return strings.Join(list, ", ")
}

func TestStates(t *testing.T) {
	var bits, shift strings.Builder // a bit that moves on with each input 1
	for i := range 130 {
		fmt.Fprintf(&bits, "int b%d = %d;\n", i, (130-i)/130)
		if i > 0 {
			fmt.Fprintf(&shift, "if(input == 1 && b%d == 1) { b%d = 0; b%d = 1; } else ", i-1, i-1, i)
		}
	}
	shift.WriteString("if(input == 2 && b129 == 1) { error_1: assert(0); } else if(b0 == 1 && b129 == 1) { error_2: assert(0); }")
	for _, x := range []struct {
		name, text, want string
		complete         bool
	}{
		{"a long chain", program("int x = 0;", "if(input == 1 && x < 20000) x = x + 1; else if(input == 2 && x == 20000) { error_1: assert(0); }\n if(x > 20000) { error_2: assert(0); }"),
			"error_1 20001, error_2 SAFE", true},
		{"down to a negative number", program("int x = 0;", "if(input == 1 && x > -100) x = x - 1;\n if(x == -100) { error_1: assert(0); } if(x < -100) { error_2: assert(0); }"),
			"error_1 100, error_2 SAFE", true},
		{"two numbers and a control", program("int x = 0; int y = 0; int c = 1;", "if(input == 1 && c == 1 && x < 40) { x = x + 1; c = 2; } else if(input == 2 && c == 2) { c = 1; y = y + 3 - y % 2; }\n if(x - y == -20) { error_1: assert(0); } if(x * y == 29) { error_2: assert(0); }"),
			"error_1 38, error_2 SAFE", true},
		{"inputs as values", program("int x = 7; int y = 0; int z = 3;", "if(x == z && (input == 1 || input == 2 || input == 3)) { y = y + 1; z = x; x = input; } else if(x == input) { z = input; }\n if(y > 3) { y = 4; } if(x == 2 && y == 3) { error_1: assert(0); } if(x == 5) { error_2: assert(0); } if(input == 3) { x = z; }"),
			"error_1 4, error_2 SAFE", true},
		{"a label before the loop", "extern int __VERIFIER_nondet_int();\nint main() { error_1: while(1) { int input = __VERIFIER_nondet_int(); if(input == 3) { error_2: assert(0); } } }",
			"error_1 0, error_2 1", false},
		{"two inputs in a turn", program("int x = 0;", "if(input == 1) { error_1: x = 1; }\n input = __VERIFIER_nondet_int(); if(x == 1 && input == 2) { error_2: assert(0); } if(x == 0 && input == 3) { x = 2; } if(x == 2 && input == 4) { error_3: assert(0); }"),
			"error_1 1, error_2 2, error_3 4", false},
		{"turns with different inputs", program("int x = 0;", "if(input == 1 && x < 9) { x = x + 1; input = __VERIFIER_nondet_int(); }\n if(x == 3 && input == 2) { error_1: assert(0); } if(x == 10) { error_2: assert(0); }"),
			"error_1 6 or fewer, error_2 SAFE", true},
	} {
		t.Run(x.name, func(t *testing.T) {
			file, r := explicit(t, x.text, reactive.Options{})
			if got := outcomes(file, r); got != x.want || r.Complete != x.complete && r.Stats.Decided != r.Stats.Asked {
				t.Errorf("%s, complete %v; want %s, complete %v", got, r.Complete, x.want, x.complete)
			}
			reached(t, file, r)
			if strings.Count(x.text, "_int()") > 2 || !x.complete {
				return // the interpreter's search is for one input in each turn
			}
			inputs, _ := least(file, 0)
			for i, n := range inputs {
				if a := r.Labels[i]; (n >= 0) != (a.Verdict == verdict.Unsafe) || n >= 0 && n != len(a.Inputs) {
					t.Errorf("%s: %v by %d inputs, want %d", file.Labels[i].Name, a.Verdict, len(a.Inputs), n)
				}
			}
		})
	}
	t.Run("more inputs than fit in a word", func(t *testing.T) {
		var turn strings.Builder
		for i := range 150 {
			fmt.Fprintf(&turn, "if(x == %d && input == %d) { x = %d; }\n else ", i, i, i+1)
		}
		file, r := explicit(t, program("int x = 0;", turn.String()+"if(x == 150) { error_1: assert(0); } else if (x == 151) { error_2: assert(0); }"), reactive.Options{})
		if got, want := outcomes(file, r), "error_1 151, error_2 SAFE"; got != want {
			t.Errorf("%s, want %s", got, want)
		}
		reached(t, file, r)
	})
	t.Run("more variables than fit in a word", func(t *testing.T) {
		file, r := explicit(t, program(bits.String(), shift.String()), reactive.Options{})
		if got, want := outcomes(file, r), "error_1 130, error_2 SAFE"; got != want || r.Stats.States != 130 {
			t.Errorf("%s, %d states; want %s", got, r.Stats.States, want)
		}
		reached(t, file, r)
	})
}

// Variables that labels do not depend on are no part of states.
func TestStatesCone(t *testing.T) {
	text := program("int x = 0; int y = 0; int z = 0;", "if(input == 1 && x < 50) x = x + 1;\n if(input == 2 && y < 50) y = y + 1;\n if(x == 50) { error_1: } if(y == 50) { error_2: } if(x == 51) { error_3: assert(0); } if(y == 51) { error_4: }")
	file, all := explicit(t, text, reactive.Options{})
	_, one := explicit(t, text, reactive.Options{Wanted: []bool{true, false, true, false}})
	if got, want := outcomes(file, one), "error_1 50, error_2 UNKNOWN, error_3 SAFE, error_4 UNKNOWN"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if all.Stats.States != 51*51 || one.Stats.States >= all.Stats.States {
		t.Errorf("%d states, and %d with less to look for", all.Stats.States, one.Stats.States)
	}
}

// What was found up to a limit is kept.
func TestStatesLimits(t *testing.T) {
	endless := program("int x = 0;", "if(input == 1) x = x + 3; if(input == 2) x = x - 7;\n if(x == 6) { error_1: } if(x == 600000000) { error_2: assert(0); }")
	for _, x := range []struct {
		name    string
		options reactive.Options
		reason  verdict.Reason
	}{
		{"bound", reactive.Options{MaxDepth: 20}, verdict.Bound},
		{"memory", reactive.Options{MaxBytes: 1 << 18}, verdict.Memory},
	} {
		file, r := explicit(t, endless, x.options)
		if got, want := outcomes(file, r), "error_1 2, error_2 UNKNOWN"; got != want || r.Reason != x.reason || r.Complete || r.Detail == "" {
			t.Errorf("%s: %s, reason %q, complete %v; want %s", x.name, got, r.Reason, r.Complete, want)
		}
		if x.options.MaxDepth > 0 && r.Stats.Depth != x.options.MaxDepth {
			t.Errorf("%d turns", r.Stats.Depth)
		}
		reached(t, file, r)
	}
	ctx, cancel := context.WithCancel(context.Background())
	file, err := eca.Parse("test.c", []byte(endless))
	if err != nil {
		t.Fatal(err)
	}
	r := reactive.States(ctx, file, reactive.Options{Progress: func(s reactive.Stats) {
		if s.States > 100 {
			cancel()
		}
	}})
	if got, want := outcomes(file, r), "error_1 2, error_2 UNKNOWN"; got != want || r.Reason != verdict.Interrupted {
		t.Errorf("interrupted: %s, reason %q", got, r.Reason)
	}
}

// Overflows wrap around, and are told once for each line.
func TestStatesOverflow(t *testing.T) {
	file, r := explicit(t, program("int x = 2147483000;", "if(input == 1 && x > 0) { x =\n x + 100; } if(x < -2000000000) { error_1: assert(0); }"), reactive.Options{})
	if got, want := outcomes(file, r), "error_1 7"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if len(r.Warnings) != 1 || !strings.HasPrefix(r.Warnings[0], "test.c:7:") {
		t.Errorf("warnings %q", r.Warnings)
	}
	reached(t, file, r)
}
