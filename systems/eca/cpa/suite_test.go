// This file tests the analyses on the programs of a challenge.

package cpa_test

import (
	"context"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/systems/eca"
	"github.com/ijit/ijit/systems/eca/cpa"
	"github.com/ijit/ijit/systems/eca/reactive"
)

const suite = "../../../../shared/suites/rers"

type expectation struct {
	verdict string
	inputs  int
}

// expectations returns what is known of the labels of a program.
func expectations(t testing.TB, name string) map[string]expectation {
	f, err := os.Open(filepath.Join(suite, "expected.tsv"))
	if err != nil {
		t.Skip("the real programs, a folder of shared/suites, do not lie beside the checkout: ", err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comma = '\t'
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]expectation{}
	for _, row := range rows {
		if row[0] == name {
			n, _ := strconv.Atoi(row[3])
			out[row[1]] = expectation{row[2], n}
		}
	}
	return out
}

func open(t testing.TB, name string) *eca.File {
	src, err := os.ReadFile(filepath.Join(suite, name))
	if err != nil {
		t.Skip("the real programs, a folder of shared/suites, do not lie beside the checkout: ", err)
	}
	f, err := eca.Parse(name, src)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestSuite(t *testing.T) {
	for _, name := range []string{"Problem01.c", "Problem02.c"} {
		want := expectations(t, name)
		f := open(t, name)
		for _, analysis := range cpa.Names() {
			r := cpa.CheckC(context.Background(), f, analysis, reactive.Options{})
			for i, got := range r.Labels {
				w := want[f.Labels[i].Name]
				if got.Verdict == verdict.Unknown {
					t.Errorf("%s %s %s: UNKNOWN", name, analysis, f.Labels[i].Name)
				} else if got.Verdict.String() != w.verdict || got.Verdict == verdict.Unsafe && (len(got.Inputs) != w.inputs || !got.Shortest) {
					t.Errorf("%s %s %s: %v by %d inputs, want %v by %d", name, analysis, f.Labels[i].Name, got.Verdict, len(got.Inputs), w.verdict, w.inputs)
				}
			}
		}
	}
}

// Regions prove nearly all labels of a program that calculates, and never one that can be
// reached.
func TestRegionsOfSuite(t *testing.T) {
	want := expectations(t, "Problem10.c")
	f := open(t, "Problem10.c")
	r := cpa.CheckC(context.Background(), f, "", reactive.Options{})
	counts := map[verdict.Verdict]int{}
	for i, got := range r.Labels {
		counts[got.Verdict]++
		if w := want[f.Labels[i].Name]; got.Verdict != verdict.Unknown && got.Verdict.String() != w.verdict || len(got.Inputs) < w.inputs && got.Verdict == verdict.Unsafe {
			t.Errorf("%s: %v %v, want %v", f.Labels[i].Name, got.Verdict, got.Inputs, w)
		}
	}
	if counts[verdict.Safe] < 43 || counts[verdict.Unsafe] < 10 {
		t.Errorf("the verdicts are %v", counts)
	}
}

// Decision diagrams and explicit values on programs without calculations.
func BenchmarkAnalyses(b *testing.B) {
	for _, name := range []string{"Problem01.c", "Problem02.c", "Problem04.c", "Problem06.c"} {
		for _, analysis := range []string{"bdd", "value"} {
			b.Run(name+"/"+analysis, func(b *testing.B) {
				f := open(b, name)
				for b.Loop() {
					if r := cpa.CheckC(context.Background(), f, analysis, reactive.Options{}); r.Stats.Decided != len(f.Labels) {
						b.Fatal(r.Reason, r.Detail)
					}
				}
			})
		}
	}
	// Independent switches: 2^n states, of which sets know nothing but that all are reached.
	for _, n := range []int{4, 8, 12} {
		text := "extern int __VERIFIER_nondet_int();\n"
		for i := range n {
			text += fmt.Sprintf("int a%d = 0;\n", i)
		}
		text += "int main() { while (1) { int input = __VERIFIER_nondet_int();\n"
		for i := range n {
			text += fmt.Sprintf("if (input == %d && a%d == 0) a%d = 1; else if (input == %d) a%d = 0;\n", i, i, i, i, i)
		}
		text += "if (a0 == 2) error: assert(0); } }\n"
		for _, analysis := range []string{"bdd", "value"} {
			b.Run(fmt.Sprintf("switches%d/%s", n, analysis), func(b *testing.B) {
				f, err := eca.Parse("switches.c", []byte(text))
				if err != nil {
					b.Fatal(err)
				}
				for b.Loop() {
					if r := cpa.CheckC(context.Background(), f, analysis, reactive.Options{}); r.Labels[0].Verdict != verdict.Safe {
						b.Fatal(r.Reason, r.Detail)
					}
				}
			})
		}
	}
}
