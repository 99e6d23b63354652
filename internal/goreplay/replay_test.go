// This file tests that schedules are forced on programs whose comments say what comes of them.

package goreplay_test

import (
	"context"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/ijit/ijit/internal/goreplay"
)

const samples = "testdata/samples.go"

// A sample is an entry with its schedules.
type sample struct {
	entry     string
	schedules []goreplay.Schedule
}

// readSamples reads the comments of the file of samples.
func readSamples(t *testing.T) []sample {
	t.Helper()
	text, err := os.ReadFile(samples)
	if err != nil {
		t.Fatal(err)
	}
	marks := map[string]int{}
	lines := strings.Split(string(text), "\n")
	for i, line := range lines {
		if j := strings.LastIndex(line, "// @"); j >= 0 {
			marks[line[j+len("// @"):]] = i + 1
		}
	}
	place := func(mark string) goreplay.Place {
		if marks[mark] == 0 {
			t.Fatalf("no line has the mark %q", mark)
		}
		return goreplay.Place{File: samples, Line: marks[mark]}
	}
	var all []sample
	var s sample
	function := regexp.MustCompile(`^func (Test\w+|Serve)\(`)
	for _, line := range lines {
		if rest, ok := strings.CutPrefix(line, "// schedule:"); ok {
			var steps []goreplay.Step
			for word := range strings.FieldsSeq(rest) {
				g, at, _ := strings.Cut(word, "@")
				var step goreplay.Step
				step.Goroutine, _ = strconv.Atoi(g)
				at, step.Access = strings.CutSuffix(at, "!")
				at, k, _ := strings.Cut(at, "/")
				step.Case, _ = strconv.Atoi(k)
				step.File, step.Line = samples, place(at).Line
				steps = append(steps, step)
			}
			s.schedules = append(s.schedules, goreplay.Schedule{Steps: steps})
		}
		if rest, ok := strings.CutPrefix(line, "// want: "); ok {
			f := strings.Fields(rest)
			want := &s.schedules[len(s.schedules)-1].Want
			want.Kind, want.Place = f[0], place(f[1][1:])
			if len(f) > 2 {
				want.Other = place(f[2][1:])
			}
		}
		if m := function.FindStringSubmatch(line); m != nil {
			s.entry = m[1]
			all = append(all, s)
			s = sample{}
		}
	}
	return all
}

func TestSamples(t *testing.T) {
	all := readSamples(t)
	var entries []string
	for _, s := range all {
		entries = append(entries, s.entry)
	}
	before, err := os.ReadFile(samples)
	if err != nil {
		t.Fatal(err)
	}
	p, err := goreplay.Build(t.Context(), samples, entries...)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	for _, s := range all {
		t.Run(s.entry, func(t *testing.T) {
			for _, schedule := range s.schedules {
				o, err := p.Replay(context.Background(), s.entry, schedule)
				if err != nil {
					t.Fatal(err)
				}
				if !o.Confirmed || !o.Forced {
					t.Errorf("%s at line %d: confirmed %v, forced %v, runs %d: %s", schedule.Want.Kind, schedule.Want.Line, o.Confirmed, o.Forced, o.Runs, o.Reason)
				}
				if o.Runs > 1 {
					t.Log("runs:", o.Runs)
				}
			}
		})
	}
	if after, err := os.ReadFile(samples); err != nil || string(after) != string(before) {
		t.Error("the file was changed", err)
	}
}
