// This file compares the analyses of C programs with a search by the interpreter.

package cpa_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/systems/eca"
	"github.com/ijit/ijit/systems/eca/cpa"
	"github.com/ijit/ijit/systems/eca/reactive"
)

// randomFile writes a program of some rules and labels; with numbers it calculates, too.
func randomFile(rng *rand.Rand, numbers bool) string {
	var b strings.Builder
	value := func() int { return rng.IntN(3) }
	variable := func() string { return string("abc"[rng.IntN(3)]) }
	atom := func() string {
		switch k := rng.IntN(8); {
		case k < 3:
			return fmt.Sprintf("input %s %d", []string{"==", "!="}[k%2], 1+value())
		case k == 3:
			return fmt.Sprintf("%s == %s", variable(), variable())
		case k == 4 && numbers:
			return []string{"n > %d", "%d >= n", "n %% 3 == %d", "n + 2 < %d", "n == %d"}[rng.IntN(5)]
		}
		return fmt.Sprintf("%s == %d", variable(), value())
	}
	cond := func() string {
		var atoms [3]string
		for i := range atoms {
			if atoms[i] = atom(); strings.Contains(atoms[i], "%d") {
				atoms[i] = fmt.Sprintf(atoms[i], rng.IntN(20)-5)
			}
		}
		return fmt.Sprintf([]string{"%[1]s && %[2]s", "%[1]s && !(%[2]s && %[3]s)", "(%[1]s || %[2]s) && %[3]s"}[rng.IntN(3)], atoms[0], atoms[1], atoms[2])
	}
	action := func() string {
		switch k := rng.IntN(6); {
		case k == 0:
			return fmt.Sprintf("%s = %s;", variable(), variable())
		case k < 3 && numbers:
			return []string{"n = (n + 7) % 19;", "n = n / 2 - 3;", "n = -(n * 3) % 11;", "n = 4;"}[rng.IntN(4)]
		}
		return fmt.Sprintf("%s = %d;", variable(), value())
	}
	b.WriteString("extern int __VERIFIER_nondet_int();\nint a = 0; int b = 1; int c = 2; int n = 3;\nint step(int input) {\n")
	label := 0
	for range 4 + rng.IntN(5) {
		fmt.Fprintf(&b, "if (%s) {\n", cond())
		switch rng.IntN(4) {
		case 0:
			fmt.Fprintf(&b, "error_%d: assert(0);\n", label)
			label++
		case 1:
			fmt.Fprintf(&b, "%s return %d;\n", action(), value())
		default:
			fmt.Fprintf(&b, "%s %s\n", action(), action())
		}
		b.WriteString("}\n")
	}
	fmt.Fprintf(&b, "if (a == 2 && b == %d) { error_%d: assert(0); }\nreturn 0;\n}\n", value(), label)
	b.WriteString("int main() { while (1) { int input = __VERIFIER_nondet_int(); if (input != 1 && input != 2 && input != 3) return 0; a = step(input); } }\n")
	return b.String()
}

// least returns with how many inputs each label is reached, by trying all.
func least(f *eca.File) map[string]int {
	out := map[string]int{}
	key := func(m *eca.Machine) string {
		var b strings.Builder
		for _, v := range f.Vars {
			if v.State {
				fmt.Fprint(&b, m.Values[v.ID], " ")
			}
		}
		return b.String()
	}
	start := eca.NewMachine(f)
	start.Start(func() (int32, bool) { return 0, false })
	met := map[string]bool{key(start): true}
	for depth, layer := 1, []*eca.Machine{start}; len(layer) > 0; depth++ {
		var next []*eca.Machine
		for _, from := range layer {
			for _, input := range f.Alphabet {
				m := eca.NewMachine(f)
				copy(m.Values, from.Values)
				s := m.Turn(func() (int32, bool) { return input, true })
				for _, x := range s.Reached {
					if _, ok := out[x.Label.Name]; !ok {
						out[x.Label.Name] = depth
					}
				}
				if k := key(m); s.Status == eca.Running && !met[k] {
					met[k] = true
					next = append(next, m)
				}
			}
		}
		layer = next
	}
	return out
}

func TestRandomFiles(t *testing.T) {
	counts := map[string]int{}
	for seed := range uint64(campaign.Size(t, 400, 10000)) {
		rng := rand.New(rand.NewPCG(seed, 7))
		numbers := rng.IntN(2) == 0
		text := randomFile(rng, numbers)
		f, err := eca.Parse("random.c", []byte(text))
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		want := least(f)
		for _, analysis := range cpa.Names() {
			r := cpa.CheckC(context.Background(), f, analysis, reactive.Options{})
			if r.Reason == verdict.Unsupported && analysis == "bdd" && numbers {
				continue
			}
			for i, got := range r.Labels {
				n, reached := want[f.Labels[i].Name]
				counts[analysis+got.Verdict.String()]++
				switch {
				case got.Verdict == verdict.Unknown && analysis == "region" && r.Reason == verdict.Bound:
				case got.Verdict == verdict.Unknown, (got.Verdict == verdict.Unsafe) != reached,
					reached && (len(got.Inputs) < n || got.Shortest && len(got.Inputs) != n || !got.Shortest && analysis != "region"):
					t.Fatalf("seed %d, %s, %s: %v %v %s %s, want %d inputs (0: not reached)\n%s", seed, analysis, f.Labels[i].Name, got.Verdict, got.Inputs, r.Reason, r.Detail, n, text)
				}
			}
		}
	}
	for _, analysis := range cpa.Names() {
		if counts[analysis+"SAFE"] < 10 || counts[analysis+"UNSAFE"] < 10 {
			t.Errorf("%v", counts)
		}
	}
	if counts["regionUNKNOWN"] == 0 {
		t.Error("no program is too hard for regions")
	}
}
