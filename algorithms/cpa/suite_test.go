// This file tests the analyses on the programs of a challenge.

package cpa_test

import (
	"context"
	"encoding/csv"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/ijit/ijit/algorithms/cpa"
	"github.com/ijit/ijit/algorithms/reactive"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/parser/eca"
)

const suite = "../../../shared/suites/rers"

type expectation struct {
	verdict  string
	inputs   int
	complete bool
}

// expectations returns what is known of the labels of a program.
func expectations(t testing.TB, name string) map[string]expectation {
	f, err := os.Open(filepath.Join(suite, "expected.tsv"))
	if err != nil {
		t.Skip("the suite is not there: ", err)
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
			out[row[1]] = expectation{row[2], n, row[4] == "yes"}
		}
	}
	return out
}

func open(t testing.TB, name string) *eca.File {
	src, err := os.ReadFile(filepath.Join(suite, name))
	if err != nil {
		t.Skip("the suite is not there: ", err)
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
			begin := time.Now()
			r := cpa.CheckC(context.Background(), f, analysis, reactive.Options{})
			t.Logf("%s %s: %v, reached %d, depth %d, decided %d, %s %s", name, analysis, time.Since(begin), r.Stats.States, r.Stats.Depth, r.Stats.Decided, r.Reason, r.Detail)
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
