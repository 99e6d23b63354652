// This file tests the check of C programs: labels of the suite and of a small program, by
// several algorithms.

package systems_test

import (
	"context"
	"encoding/csv"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/systems"
)

const rers = "../../shared/suites/rers"

// expectedLabels returns the rows of the suite by "file label".
func expectedLabels(t *testing.T) map[string][]string {
	f, err := os.Open(filepath.Join(rers, "expected.tsv"))
	if err != nil {
		t.Skip("the real programs, a folder of shared/suites, do not lie beside the checkout: " + rers)
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comma = '\t'
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	list := map[string][]string{}
	for _, row := range rows[1:] {
		list[row[0]+" "+row[1]] = row
	}
	return list
}

// TestLabels compares the verdicts of labels with those of the suite. One that is open is
// allowed only where intervals stand for values.
func TestLabels(t *testing.T) {
	campaign.Alone(t)
	want := expectedLabels(t)
	tests := []struct {
		file, algorithm, label string
		unknown                int // labels at most
	}{
		{"Problem01.c", "", "", 0},
		{"Problem02.c", "bebop", "", 0},
		{"Problem10.c", "bebop", "", 4},
		{"Problem02.c", "getafix", "error_47", 0},
		{"Problem02.c", "bfs", "", 0},
		{"Problem02.c", "symbolic", "globalError", 0},
		{"Problem01.c", "symbolic", "error_0", 0},
		{"Problem02.c", "km", "error_1", 0},
		// These take longer than all others together.
		{"Problem14.c", "bebop", "", 35},
		{"Problem10.c", "symbolic", "globalError", 0},
	}
	for i, test := range tests[:min(len(tests), campaign.Size(t, len(tests)-2, len(tests)))] {
		if !campaign.Due(t, i%4, 4) {
			continue
		}
		if testing.Short() && test.algorithm != "" { // the race detector has nothing to see there
			continue
		}
		m, err := systems.Open(filepath.Join(rers, test.file))
		if err != nil {
			t.Fatal(err)
		}
		r, err := m.Check(context.Background(), systems.Options{Algorithm: test.algorithm, Label: test.label})
		if err != nil {
			t.Fatal(err)
		}
		unknown, unsafe := 0, false
		for i := range r.Properties {
			p := &r.Properties[i]
			row := want[test.file+" "+p.Text]
			switch {
			case p.Verdict == systems.Unknown:
				unknown++
			case p.Verdict.String() != row[2]:
				t.Errorf("%v: %s is %v", test, p.Text, p.Verdict)
			case p.Verdict == systems.Unsafe:
				unsafe = true
			}
		}
		if test.label == "" && len(r.Properties) != 61 || test.label != "" && len(r.Properties) != 1 || unknown > test.unknown {
			t.Errorf("%v: %d labels, %d of them open", test, len(r.Properties), unknown)
		}
		if unsafe != (r.Verdict == systems.Unsafe) {
			t.Errorf("%v: the verdict is %v", test, r.Verdict)
		}
	}
}

// Intervals know that low is not reached. They do not know that 50 comes after 49, so both
// even and odd seem to be reached, by inputs that do not.
const counting = `extern int __VERIFIER_nondet_int();
int n = 0;
int on = 0;
int main() {
  while (1) {
    int input = __VERIFIER_nondet_int();
    if (input == 1) on = 1;
    if (input == 2 && on == 1 && n < 100) n = n + 2;
    if (n < 0) low: assert(0);
    if (n == 6) even: assert(0);
    if (n == 7) odd: assert(0);
  }
}
`

// TestAbstraction checks that what intervals prove is SAFE and says so, that what they find
// counts only if the C program does it, and that the written program gives the same answers.
func TestAbstraction(t *testing.T) {
	m, err := systems.Read("counter.c", strings.NewReader(counting))
	if err != nil {
		t.Fatal(err)
	}
	r, err := m.Check(context.Background(), systems.Options{Algorithm: "bebop"})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []struct {
		verdict systems.Verdict
		detail  string
	}{
		{systems.Safe, "of n only intervals are known"},
		{systems.Unknown, "the C program does not on the same inputs: of n only intervals are known"},
		{systems.Unknown, "the C program does not on the same inputs: of n only intervals are known"},
	} {
		p := &r.Properties[i]
		if p.Verdict != want.verdict || !strings.Contains(p.Found.Detail, want.detail) {
			t.Errorf("%s: %v, %q", p.Text, p.Verdict, p.Found.Detail)
		}
	}
	if r.Verdict != systems.Unknown || r.Reason != systems.Unsupported {
		t.Errorf("the verdict is %v (%v)", r.Verdict, r.Reason)
	}
	r, err = m.Check(context.Background(), systems.Options{Label: "low", Algorithm: "bebop"})
	if err != nil || r.Verdict != systems.Safe || r.Detail != "of n only intervals are known" {
		t.Errorf("%v, %v %q", err, r.Verdict, r.Detail)
	}
	written, err := systems.Read("counter.bp", strings.NewReader(string(m.Text)))
	if err != nil {
		t.Fatal(err)
	}
	for label, want := range map[string]systems.Verdict{"low": systems.Safe, "even": systems.Unsafe, "odd": systems.Unsafe} {
		if r, err := written.Check(context.Background(), systems.Options{Label: label}); err != nil || r.Verdict != want {
			t.Errorf("%s of the written program: %v, %v", label, err, r.Verdict)
		}
	}
}

// TestInputs checks the inputs that lead to a label, one by one and all in one run.
func TestInputs(t *testing.T) {
	text := strings.Replace(counting, "n = n + 2", "n = 6", 1)
	m, err := systems.Input{Name: "stdin", Reader: strings.NewReader(text), Kind: systems.ByContent}.Open(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, algorithm := range []string{"bebop", "getafix", "getafix-opt", "bfs", "symbolic", "bws", "ecut", "km", "bmc", "kind", "pdr"} {
		for _, label := range []string{"", "even"} {
			if label == "" && algorithm == "bmc" {
				continue // it does not prove that others are not reached
			}
			r, err := m.Check(context.Background(), systems.Options{Algorithm: algorithm, Label: label})
			if err != nil {
				t.Fatal(err)
			}
			p := r.Property
			if r.Verdict != systems.Unsafe || p.Text != "even" || len(p.Found.Inputs) != 2 || p.Found.Inputs[0] != 1 || p.Found.Inputs[1] != 2 {
				t.Errorf("%s: %v, %+v", algorithm, r.Verdict, p)
			}
			if r.Detail != "" || p.Found.Method != algorithm {
				t.Errorf("%s: %q, by %s", algorithm, r.Detail, p.Found.Method)
			}
		}
	}
}

// TestLabelsInTime checks that each label has its answer when the time is up.
func TestLabelsInTime(t *testing.T) {
	m, err := systems.Read("counter.c", strings.NewReader(counting))
	if err != nil {
		t.Fatal(err)
	}
	for _, algorithm := range []string{"bebop", "bfs", "pdr"} {
		r, err := m.Check(context.Background(), systems.Options{Algorithm: algorithm, Timeout: 1})
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict != systems.Unknown || r.Reason != systems.Timeout || len(r.Properties) != 3 {
			t.Errorf("%s: %v (%v), %d labels", algorithm, r.Verdict, r.Reason, len(r.Properties))
		}
		for i := range r.Properties {
			if p := &r.Properties[i]; p.Verdict != systems.Unknown || p.Found.Reason != systems.Timeout {
				t.Errorf("%s: %s is %v (%v)", algorithm, p.Text, p.Verdict, p.Found.Reason)
			}
		}
	}
}

// TestMisfitC checks what cannot be asked of a C program.
func TestMisfitC(t *testing.T) {
	m, err := systems.Read("counter.c", strings.NewReader(counting))
	if err != nil {
		t.Fatal(err)
	}
	one := 1
	for want, o := range map[string]systems.Options{
		"--label no: the program has no such label":               {Label: "no"},
		"--threads is about threads":                              {Threads: 2, Algorithm: "bfs"},
		"--deadlock is about threads":                             {Deadlock: true},
		"--target is about threads":                               {Target: "0|0"},
		"--ltl is about Boolean programs":                         {LTL: "G true"},
		"has one thread, so there are no context switches":        {ContextSwitches: &one},
		"--property is about the properties of finite state mach": {Property: "1"},
	} {
		_, err := m.Check(context.Background(), o)
		if wrong, ok := errors.AsType[*systems.UsageError](err); !ok || !strings.Contains(wrong.Message, want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	_, err = systems.Read("wrong.c", strings.NewReader(strings.Replace(counting, "n = n + 2", "n = m", 1)))
	if list := systems.Diagnostics(err); len(list) != 1 || list[0].Pos.Line != 8 || list[0].Hint == "" {
		t.Errorf("%v", err)
	}
}

// TestBoundOfInputs checks that a bound on a C program is one on the inputs that lead to a label.
func TestBoundOfInputs(t *testing.T) {
	m, err := systems.Read("stairs.c", strings.NewReader(`extern int __VERIFIER_nondet_int();
int a = 1;
int main() {
  while (1) {
    int input = __VERIFIER_nondet_int();
    if (input == 1 && a == 3) { error_2: assert(0); }
    if (input == 1 && a == 2) a = 3;
    else if (input == 2 && a == 1) a = 2;
    if (a == 4) { error_3: assert(0); }
  }
}
`))
	if err != nil {
		t.Fatal(err)
	}
	for _, analysis := range []string{"", "bdd", "states"} {
		for bound := range 5 {
			r, err := m.Check(context.Background(), systems.Options{Label: "error_2", Bound: bound, Analysis: analysis})
			if err != nil {
				t.Fatal(err)
			}
			want, reason := systems.Unsafe, systems.Reason("")
			if bound == 1 || bound == 2 {
				want, reason = systems.Unknown, systems.Bound
			}
			if r.Verdict != want || r.Reason != reason {
				t.Errorf("%s, at most %d inputs: %v (%v), want %v (%v)", analysis, bound, r.Verdict, r.Reason, want, reason)
			}
		}
	}
}
