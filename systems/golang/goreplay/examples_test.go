// This file tests rewriting, schedules and models on the programs in examples/goroutines.

package goreplay_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/systems/golang"
	"github.com/ijit/ijit/systems/golang/goreplay"
)

// An example is a program of which comments say what can go wrong.
type example struct {
	name    string
	entries []string
	wants   []goreplay.Want
}

func readExample(t *testing.T, name string) example {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	e := example{name: name}
	for _, m := range regexp.MustCompile(`(?m)^// entry: (\w+)`).FindAllSubmatch(text, -1) {
		e.entries = append(e.entries, string(m[1]))
	}
	if len(e.entries) == 0 {
		for _, m := range regexp.MustCompile(`(?m)^func (Test\w+|main)\(`).FindAllSubmatch(text, -1) {
			e.entries = append(e.entries, string(m[1]))
		}
	}
	n := 0
	for line := range strings.Lines(string(text)) {
		n++
		if _, kinds, ok := strings.Cut(strings.TrimSpace(line), "// want: "); ok {
			for kind := range strings.SplitSeq(kinds, ",") {
				place := goreplay.Place{File: name, Line: n}
				e.wants = append(e.wants, goreplay.Want{Kind: strings.TrimSpace(kind), Place: place})
			}
		}
	}
	return e
}

// TestExamples builds the programs, some each day. It looks for what they say without a schedule, and runs those that are
// without a fault: rewritten programs do what they did. What the runs do is an execution of the models. All findings of the
// models are replayed.
func TestExamples(t *testing.T) {
	campaign.Turn(t, 1, 4)
	t.Parallel()
	names, err := filepath.Glob("../../../examples/goroutines/*.go")
	if err != nil {
		t.Fatal(err)
	}
	names = slices.DeleteFunc(names, func(name string) bool {
		text, err := os.ReadFile(name)
		return err != nil || !strings.HasPrefix(string(text), "//go:build ignore")
	})
	step := campaign.Every(t, len(names), 1) // each is built
	var random, forced replayed
	var c inclusion
	for i := campaign.Today(step); i < len(names); i += step {
		e := readExample(t, names[i])
		t.Run(strings.TrimSuffix(filepath.Base(e.name), ".go"), func(t *testing.T) {
			code, err := golang.Load(t.Context(), filepath.Dir(e.name), filepath.Base(e.name))
			if err != nil {
				t.Fatal(err)
			}
			p, err := goreplay.Build(t.Context(), e.name, e.entries...)
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close()
			random.runs(t, p, e)
			c.includes(t, code, p, e.entries, 10)
			if len(e.wants) > 0 {
				forced.findings(t, p, findings(t, code, e.entries))
			}
		})
	}
	t.Logf("%d of %d found by random schedules", random.confirmed, random.all)
	t.Log(&c)
	t.Logf("%d of %d findings of models confirmed, %d by their schedule", forced.confirmed, forced.all, forced.forced)
	if forced.all >= 20 && forced.confirmed*10 < forced.all*9 {
		t.Errorf("%d of %d are confirmed", forced.confirmed, forced.all)
	}
}

// A replayed counts what was looked for in runs.
type replayed struct{ all, confirmed, forced int }

// runs looks for what an example says without a schedule. One that says nothing does nothing wrong.
func (r *replayed) runs(t *testing.T, p *goreplay.Program, e example) {
	for _, want := range e.wants {
		r.all++
		reasons := ""
		for _, entry := range e.entries {
			o, err := p.Replay(t.Context(), entry, goreplay.Schedule{Want: want})
			if err != nil {
				t.Fatal(err)
			}
			if o.Confirmed {
				r.confirmed++
				reasons = ""
				break
			}
			reasons += " " + o.Reason
		}
		if reasons != "" {
			t.Logf("%s at line %d:%s", want.Kind, want.Line, reasons)
		}
	}
	if len(e.wants) > 0 {
		return
	}
	for _, entry := range e.entries {
		recordings, err := p.Record(t.Context(), entry, 1, 20)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range recordings {
			if r.End == "crashed" || r.End == "cut" || r.End == "settled" && len(r.Blocked) > 0 {
				t.Errorf("%s, seed %d: %s %s %v", entry, r.Seed, r.End, r.Message, r.Blocked)
			}
		}
	}
}

// findings forces what a model has on the code.
func (r *replayed) findings(t *testing.T, p *goreplay.Program, found []finding) {
	for _, f := range found {
		o, err := p.Replay(t.Context(), f.entry, f.Schedule)
		if err != nil {
			t.Fatal(err)
		}
		r.all++
		if o.Confirmed {
			r.confirmed++
		}
		if o.Forced {
			r.forced++
		} else {
			t.Logf("%s at line %d: confirmed %v: %s", f.Want.Kind, f.Want.Line, o.Confirmed, o.Reason)
		}
	}
}
