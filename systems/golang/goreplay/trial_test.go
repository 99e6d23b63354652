// This file tests trials.

package goreplay_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/systems/golang/goreplay"
)

// TestTry compares what goes wrong in trials of a third of some tests, others each day, with what they say of themselves.
func TestTry(t *testing.T) {
	t.Parallel() // it mostly waits
	const file = "testdata/trials.go"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	type fault struct {
		kind string
		line int
	}
	var entries []string
	want := map[string][]fault{}
	for i, line := range strings.Split(string(text), "\n") {
		if m := regexp.MustCompile(`^func (Test\w+)`).FindStringSubmatch(line); m != nil {
			entries = append(entries, m[1])
		}
		if _, kind, found := strings.Cut(line, "// fault: "); found {
			entry := entries[len(entries)-1]
			want[entry] = append(want[entry], fault{kind, i + 1})
		}
	}
	p, err := goreplay.Build(t.Context(), file, entries...)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	for i, entry := range entries {
		if !campaign.Due(t, i%3, 3) {
			continue
		}
		trial, err := p.Try(t.Context(), entry)
		if err != nil {
			t.Fatal(err)
		}
		var found []fault
		for _, f := range trial.Faults {
			places := f.Places
			if f.Kind != "race" {
				places = places[:1]
			}
			for _, at := range places {
				found = append(found, fault{f.Kind, at.Line})
			}
			if n := len(f.Steps); entry == "TestLeak" && (!strings.HasPrefix(f.Steps[0].Text, "go func() {") || f.Steps[0].Starts != 1 || !f.Steps[n-1].Blocked) {
				t.Errorf("%s: %d steps, from %v to %v", entry, n, f.Steps[0], f.Steps[n-1])
			}
		}
		slices.SortFunc(found, func(a, b fault) int { return a.line - b.line })
		if !slices.Equal(slices.Compact(found), want[entry]) {
			t.Errorf("%s: %v, want %v", entry, found, want[entry])
		}
		if entry == "TestFine" && trial.Runs < 2 {
			t.Errorf("%s: %d runs", entry, trial.Runs)
		}
	}
}
