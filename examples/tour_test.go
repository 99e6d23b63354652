// This file tests the formulas of the tour.

package examples_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/systems"
	"github.com/ijit/ijit/systems/recursion/mu"
)

// formula runs a formula of the tour and returns what it prints.
func formula(t *testing.T, name, program string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("tour", name))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	err = mu.Run(context.Background(), &out, mu.Formula{Name: name, Text: string(text)},
		"program.bp", strings.NewReader(program), mu.Options{})
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, program)
	}
	return out.String()
}

// says reports whether a line of output is word.
func says(output, word string) bool {
	return strings.Contains("\n"+output, "\n"+word+"\n")
}

// errs returns whether an assertion of a sequential program can fail, as summaries
// of its procedures say.
func errs(t *testing.T, program string) bool {
	t.Helper()
	m, err := systems.Read("program.bp", strings.NewReader(program))
	if err != nil {
		t.Fatal(err)
	}
	r, err := m.Check(context.Background(), systems.Options{Algorithm: "bebop"})
	if err != nil {
		t.Fatal(err)
	}
	if r.Verdict == systems.Unknown {
		t.Fatalf("%s: %s", r.Reason, r.Detail)
	}
	return r.Verdict == systems.Unsafe
}

// TestTour checks what the tour says: backward, the program's beginning is to blame
// exactly if an assertion can fail; the first try finds all errors, and one that cannot
// happen in lock.bp.
func TestTour(t *testing.T) {
	programs := map[string]string{}
	files, err := filepath.Glob("recursive/*.bp")
	if err != nil || len(files) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		programs[file] = string(text)
	}
	for seed := range uint64(campaign.Size(t, 30, 300)) {
		text := randprog.Generate(rand.New(rand.NewPCG(seed, 31)), randprog.Sequential())
		programs[fmt.Sprintf("random program %d:\n%s", seed, text)] = text
	}
	unsafe, imprecise := 0, 0
	for name, text := range programs {
		want := errs(t, text)
		if blame := formula(t, "blame.mu", text); says(blame, "true") != want || says(blame, "false") == want {
			t.Errorf("%s errs: %v; blame.mu says\n%s", name, want, blame)
		}
		reach := says(formula(t, "reach.mu", text), "true")
		if want && !reach {
			t.Errorf("reach.mu does not find the error of %s", name)
		}
		if want {
			unsafe++
		} else if reach {
			imprecise++
		}
	}
	t.Logf("%d programs, %d unsafe, the first try is wrong about %d", len(programs), unsafe, imprecise)
	if unsafe == 0 || imprecise == 0 {
		t.Error("the programs are all alike")
	}
	if !says(formula(t, "reach.mu", programs["recursive/lock.bp"]), "true") || errs(t, programs["recursive/lock.bp"]) {
		t.Error("lock.bp does not show that the first try is wrong")
	}
}

func TestRiver(t *testing.T) {
	text, err := os.ReadFile("tour/river.mu")
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	err = mu.Run(context.Background(), &out, mu.Formula{Name: "river.mu", Text: string(text)}, "", nil, mu.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := out.String(); !says(got, "true") || !says(got, "no witness") || !strings.Contains(got, "10 tuples") {
		t.Errorf("got\n%s", got)
	}
}
