// This file defines tests of the analysis by sets: against the judge on random programs, and
// against the known answers of the RERS challenge.

package reactive_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/systems/eca"
	"github.com/ijit/ijit/systems/eca/reactive"
	"github.com/ijit/ijit/systems/eca/reactive/sets"
)

func bySets(file *eca.File) *reactive.Result {
	return sets.Analyse(context.Background(), file, reactive.Options{Invariant: true})
}

func TestSetsRandom(t *testing.T) {
	safe, unsafe := 0, 0
	for seed := range uint64(campaign.Size(t, 150, 30000)) {
		text := randomProgram(seed, randomShape(rand.New(rand.NewPCG(seed, 1))))
		file := parse(t, "random.c", text)
		r := bySets(file)
		compare(t, file, r)
		if t.Failed() {
			t.Fatalf("seed %d:\n%s", seed, text)
		}
		for _, a := range r.Labels {
			if a.Verdict == verdict.Safe {
				safe++
			} else {
				unsafe++
			}
		}
	}
	if safe < 50 || unsafe < 10 {
		t.Errorf("%d labels are safe, %d are not: too few to say anything", safe, unsafe)
	}
}

func TestSetsSuite(t *testing.T) {
	campaign.Alone(t)
	for _, name := range []string{"Problem01.c", "Problem02.c", "Problem04.c", "Problem06.c"} {
		want := expected(t, name)
		text, err := os.ReadFile(filepath.Join(suite, name))
		if err != nil {
			t.Fatal(err)
		}
		file := parse(t, name, string(text))
		r := bySets(file)
		for i, a := range r.Labels {
			label := file.Labels[i].Name
			inputs, known := want[label]
			if !known || a.Verdict == verdict.Unknown || !(a.Shortest || inputs == 0) || len(a.Inputs) != inputs {
				t.Errorf("%s %s: %v by %d inputs, shortest %v, want %d", name, label, a.Verdict, len(a.Inputs), a.Shortest, inputs)
			}
		}
		reached(t, file, r)
		if name == "Problem01.c" {
			compare(t, file, r)
		}
	}
}

// Small members of the families, which have collections and splits by many values.
func TestSetsFamilies(t *testing.T) {
	campaign.Alone(t)
	for name, text := range map[string]string{
		"switches": switches(7),
		"machine":  machine(1, 200, 9, 3),
		"counter":  counter(7),
		"values":   steps(90),
	} {
		file := parse(t, name, text)
		compare(t, file, bySets(file))
	}
}

// steps returns a program with a variable of n values, more than there are bits in a word.
func steps(n int) string {
	var b strings.Builder
	b.WriteString("extern int __VERIFIER_nondet_int();\nint a = 0;\nint calculate_output(int input) {\n")
	for i := range n - 1 {
		fmt.Fprintf(&b, "    if(input == %d && a == %d) { a = %d; return 1; }\n", i%3+1, i, i+1)
		fmt.Fprintf(&b, "    if(input == 4 && a == %d) { error_%d: assert(0); }\n", i+i%2*n, i)
	}
	for i := range 9 {
		fmt.Fprintf(&b, "    if(input == 5 && a == %d && a != 63) { error_%d: assert(0); }\n", n-1-2*i, 1000+i)
	}
	b.WriteString("    if(input == 5 && a != 70 && a != 80) { a = 5; return 1; }\n    return -2;\n}\n")
	loop(&b, 5)
	return b.String()
}

// Sets of 2^21 states are small diagrams.
func TestSetsLarge(t *testing.T) {
	r := bySets(parse(t, "switches.c", switches(20)))
	if !r.Complete || len(r.Labels[0].Inputs) != 21 || r.Labels[1].Verdict != verdict.Safe || r.Stats.States != 1<<21-2 || r.Stats.Nodes > 100_000 {
		t.Errorf("%+v", r.Stats)
	}
	if r.Labels[1].Invariant == nil || len(r.Labels[1].Invariant.Boxes) > 100 {
		t.Errorf("no invariant, or a large one: %v", r.Warnings)
	}
}

const numbers = `extern int __VERIFIER_nondet_int();
int a = 0;
int n = 0;
int m = 5;
int calculate_output(int input) {
    n = n + m;
    if(input == 1 && a == 0) { a = 1; return 1; }
    if(input == 2 && a == 1) { %s error_0: assert(0); }
    if(input == 2 && a == 3) { error_1: assert(0); }
    if(n > 7) { m = m * 2; return 3; }
    return -2;
}
int main() {
    while(1) {
        int input = __VERIFIER_nondet_int();
        int output = calculate_output(input);
    }
}
`

// Numbers do not matter where labels do not depend on them.
func TestSetsNumbers(t *testing.T) {
	r := bySets(parse(t, "numbers.c", fmt.Sprintf(numbers, "")))
	if len(r.Labels) != 2 || len(r.Labels[0].Inputs) != 2 || r.Labels[1].Verdict != verdict.Safe {
		t.Errorf("%+v", r)
	}
	r = bySets(parse(t, "numbers.c", fmt.Sprintf(numbers, "if(n == 3)")))
	if r.Reason != verdict.Unsupported || !strings.HasSuffix(r.Detail, ": n, m") || r.Labels[1].Verdict != verdict.Unknown {
		t.Errorf("%+v", r)
	}
}

// Nothing is said of labels that nobody asks about, and the search ends when all others are
// reached.
func TestSetsWanted(t *testing.T) {
	file := parse(t, "steps.c", steps(20))
	wanted := make([]bool, len(file.Labels))
	wanted[2] = true
	r := sets.Analyse(context.Background(), file, reactive.Options{Wanted: wanted})
	if a := r.Labels[2]; r.Complete || r.Reason != verdict.NoReason || a.Verdict != verdict.Unsafe || len(a.Inputs) != 3 || r.Stats.Decided != 1 || r.Stats.Asked != 1 || r.Stats.Depth != 3 {
		t.Errorf("%+v", r)
	}
	if r.Labels[0].Verdict != verdict.Unknown || r.Labels[0].By != "" {
		t.Errorf("%+v", r.Labels[0])
	}
}

// Where turns read more or fewer inputs than one, the inputs are right, but not the fewest for
// sure.
func TestSetsReads(t *testing.T) {
	file := parse(t, "reads.c", `extern int __VERIFIER_nondet_int();
int a = 0;
int main() {
    int input;
    while(1) {
        if(a == 0) { input = __VERIFIER_nondet_int(); if(input == 7) { a = 1; } }
        else { a = 2; input = __VERIFIER_nondet_int(); input = __VERIFIER_nondet_int(); if(input == 9) { error_0: assert(0); } }
    }
}
`)
	r := bySets(file)
	reached(t, file, r)
	if a := r.Labels[0]; a.Verdict != verdict.Unsafe || a.Shortest || fmt.Sprint(a.Inputs[0], a.Inputs[2], len(a.Inputs)) != "7 9 3" {
		t.Errorf("%+v", a)
	}
}

func TestSetsLimits(t *testing.T) {
	campaign.Alone(t)
	file := parse(t, "machine.c", machine(2, 150, 9, 3))
	whole := bySets(file)
	bound := sets.Analyse(context.Background(), file, reactive.Options{MaxDepth: 4})
	for i, a := range bound.Labels {
		if found := a.Verdict == verdict.Unsafe; found != (0 < len(whole.Labels[i].Inputs) && len(whole.Labels[i].Inputs) <= 4) || a.Verdict == verdict.Safe {
			t.Errorf("within 4 turns label %d: %v", i, a.Verdict)
		}
	}
	if bound.Reason != verdict.Bound || bound.Complete || bound.Stats.Depth != 4 {
		t.Errorf("within 4 turns: %q, %+v", bound.Reason, bound.Stats)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if r := sets.Analyse(ctx, file, reactive.Options{}); r.Reason != verdict.Interrupted || r.Complete || r.Stats.Decided > 0 {
		t.Errorf("%+v", r.Stats)
	}
	// Without room for tapes turns are executed again, and where there is no room for that
	// either, labels are left open. All that is said is right.
	unsafe, full := 0, 0
	for limit := whole.Stats.Bytes / 8; limit < 2*whole.Stats.Bytes; limit += whole.Stats.Bytes / 8 {
		r := sets.Analyse(context.Background(), file, reactive.Options{MaxBytes: limit})
		if r.Stats.Decided < r.Stats.Asked && r.Reason != verdict.Memory || r.Stats.Bytes > limit {
			t.Errorf("limit %d: reason %q, %+v", limit, r.Reason, r.Stats)
		}
		if r.Reason == verdict.NoReason {
			full++
		}
		reached(t, file, r)
		for i, a := range r.Labels {
			want := whole.Labels[i]
			if a.Verdict != want.Verdict && (a.Verdict != verdict.Unknown || r.Reason == verdict.NoReason) || a.Verdict == verdict.Unsafe && len(a.Inputs) != len(want.Inputs) {
				t.Errorf("limit %d: label %d: %v by %d, want %v by %d", limit, i, a.Verdict, a.Inputs, want.Verdict, want.Inputs)
			}
			if a.Verdict == verdict.Unsafe && r.Reason != verdict.NoReason {
				unsafe++
			}
		}
	}
	if unsafe == 0 || full < 5 {
		t.Errorf("%d labels of searches that are not complete, %d complete searches", unsafe, full)
	}
}

func BenchmarkSets(b *testing.B) {
	texts := map[string]string{"machine": machine(1, 2421, 11, 5), "switches": switches(20), "counter": counter(12)}
	if text, err := os.ReadFile(filepath.Join(suite, "Problem06.c")); err == nil {
		texts["Problem06"] = string(text)
	}
	for name, text := range texts {
		file := parse(b, name, text)
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				sets.Analyse(context.Background(), file, reactive.Options{})
			}
		})
	}
}
