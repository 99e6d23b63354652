// This file defines the test of formulas of linear temporal logic: what a program says is
// expected of them.

package examples_test

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/systems"
)

// A formulaWant is what is expected of a formula: a line
// "// want: ltl VERDICT threads=N [fair] FORMULA".
type formulaWant struct {
	verdict string
	threads int
	fair    bool
	formula string
}

const formulaMark = "ltl "

// formulaWants returns the expectations of formulas in a program.
func formulaWants(t *testing.T, path string) (all []formulaWant) {
	t.Helper()
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(src)) {
		text, ok := strings.CutPrefix(line, wantMark+formulaMark)
		if !ok {
			continue
		}
		w, err := parseFormulaWant(strings.TrimSpace(text))
		if err != nil {
			t.Fatalf("%s: %s%v", path, line, err)
		}
		all = append(all, w)
	}
	return all
}

func parseFormulaWant(text string) (w formulaWant, err error) {
	w.verdict, text, _ = strings.Cut(text, " ")
	if w.verdict != systems.Safe.String() && w.verdict != systems.Unsafe.String() && w.verdict != systems.Unknown.String() {
		return w, fmt.Errorf("no such verdict: %s", w.verdict)
	}
	threads, text, _ := strings.Cut(text, " ")
	if w.threads, err = strconv.Atoi(strings.TrimPrefix(threads, "threads=")); err != nil {
		return w, err
	}
	w.formula, w.fair = strings.CutPrefix(text, "fair ")
	return w, nil
}

// TestFormulas checks formulas by search of all states, and those that are false also by
// bounded model checking. Executions are replayed.
func TestFormulas(t *testing.T) {
	kinds := map[string]int{}
	for _, path := range programs(t) {
		for _, w := range formulaWants(t, path) {
			kinds[fmt.Sprint(w.verdict, w.fair)]++
			m, err := systems.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			algorithms := []string{"ndfs"}
			if w.verdict == systems.Unsafe.String() && (!w.fair || campaign.Size(t, 0, 1) > 0) { // a fair execution is long, and takes most of the time
				algorithms = append(algorithms, "bmc")
			}
			for _, a := range algorithms {
				o := systems.Options{Algorithm: a, LTL: w.formula, Threads: w.threads, Fair: w.fair, SelfCheck: true, Timeout: time.Minute}
				r, err := m.Check(context.Background(), o)
				if err != nil {
					t.Fatalf("%s: %s: %s: %v", path, w.formula, a, err)
				}
				if r.Verdict.String() != w.verdict || r.Verdict == systems.Unsafe && !r.Stats.Replayed || r.Verdict == systems.Unknown && r.Reason != systems.Bound {
					t.Errorf("%s: %s, fair %v: %s: %v, replayed %v, want %s", path, w.formula, w.fair, a, r.Verdict, r.Stats.Replayed, w.verdict)
				}
			}
		}
	}
	for _, kind := range []string{"SAFEtrue", "UNSAFEtrue", "UNSAFEfalse"} {
		if kinds[kind] == 0 {
			t.Errorf("no formula is %s", kind)
		}
	}
}
