// This file tests that schedules are forced on programs whose comments say what comes of them.

package goreplay_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/systems/golang/goreplay"
)

const samples = "testdata/samples.go"

var function = regexp.MustCompile(`(?m)^func (Test\w+|Serve)\(`)

// A sample is an entry with its schedules.
type sample struct {
	entry     string
	schedules []goreplay.Schedule
	never     bool // what the last one wants does not come of it
}

// readSamples reads the comments of a file of samples.
func readSamples(t *testing.T, file string) []sample {
	t.Helper()
	text, err := os.ReadFile(file)
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
		return goreplay.Place{File: file, Line: marks[mark]}
	}
	var all []sample
	var s sample
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
				at, step.Op, _ = strings.Cut(at, ":")
				step.File, step.Line = file, place(at).Line
				steps = append(steps, step)
			}
			s.schedules = append(s.schedules, goreplay.Schedule{Steps: steps})
		}
		rest, ok := strings.CutPrefix(line, "// want: ")
		if never, found := strings.CutPrefix(line, "// never: "); found {
			rest, ok, s.never = never, true, true
		}
		if ok {
			f := strings.Fields(rest)
			want := &s.schedules[len(s.schedules)-1].Want
			want.Kind, want.Place = f[0], place(f[1][1:])
			switch {
			case len(f) > 2 && f[2] == "polls":
				want.Polls = true
			case len(f) > 2 && f[2] == "ended":
				want.Ended = true
			case len(f) > 2:
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

// build builds the samples once for all tests.
var build = sync.OnceValues(func() (*goreplay.Program, error) {
	text, err := os.ReadFile(samples)
	if err != nil {
		return nil, err
	}
	var entries []string
	for _, m := range function.FindAllStringSubmatch(string(text), -1) {
		entries = append(entries, m[1])
	}
	p, err := goreplay.Build(context.Background(), samples, entries...)
	if err != nil {
		return nil, err
	}
	if after, err := os.ReadFile(samples); err != nil || string(after) != string(text) {
		return nil, fmt.Errorf("the file was changed: %v", err)
	}
	return p, nil
})

func TestMain(m *testing.M) {
	code := campaign.Run(m)
	if p, err := build(); err == nil {
		p.Close()
	}
	os.Exit(code)
}

func program(t *testing.T) *goreplay.Program {
	t.Helper()
	p, err := build()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestReplay forces a fourth of the samples each day, and on one day in six those with races: they are built once more, with the
// race detector.
func TestReplay(t *testing.T) {
	t.Parallel() // some run until they have to be ended
	p := program(t)
	for i, s := range readSamples(t, samples) {
		k, days := i%4, 4
		if slices.ContainsFunc(s.schedules, func(s goreplay.Schedule) bool { return s.Want.Kind == "race" }) {
			k, days = 0, 6
		}
		if s.never || !campaign.Due(t, k, days) {
			continue
		}
		t.Run(s.entry, func(t *testing.T) {
			for _, schedule := range s.schedules {
				o, err := p.Replay(t.Context(), s.entry, schedule)
				if err != nil {
					t.Fatal(err)
				}
				if !o.Confirmed || !o.Forced {
					t.Errorf("%s at line %d: confirmed %v, forced %v, runs %d: %s", schedule.Want.Kind, schedule.Want.Line, o.Confirmed, o.Forced, o.Runs, o.Reason)
				}
				if o.Runs > 1 {
					t.Logf("runs: %d", o.Runs)
				}
			}
		})
	}
}

// TestNotConfirmed wants what does not happen: one of four things, another one each day, since many schedules are tried in vain.
func TestNotConfirmed(t *testing.T) {
	t.Parallel()
	p, n := program(t), 0
	for _, s := range readSamples(t, samples) {
		var schedule goreplay.Schedule
		reason := ""
		switch s.entry {
		case "TestUnlock":
			schedule.Want = goreplay.Want{Kind: "leak", Place: s.schedules[0].Want.Place}
			reason = "the program crashed: fatal error: sync: RUnlock of unlocked RWMutex"
		case "TestBubbleTime":
			schedule = s.schedules[0]
			reason = "the schedule was followed, but nothing panicked"
		case "TestApart":
			schedule = s.schedules[0]
			reason = "the schedule was followed, but the race detector reports nothing"
		case "TestTransfer": // the steps in another order
			schedule = s.schedules[1]
			schedule.Want.Line--
			schedule.Steps = append(schedule.Steps[2:], schedule.Steps...)
			reason = "the code left the schedule: goroutine 1 should do samples.go"
		default:
			continue
		}
		if n++; !campaign.Due(t, n%4, 4) {
			continue
		}
		o, err := p.Replay(t.Context(), s.entry, schedule)
		if err != nil {
			t.Fatal(err)
		}
		if o.Confirmed || !strings.Contains(o.Reason, reason) || o.Refuted != !strings.Contains(reason, "crashed") {
			t.Errorf("%s: confirmed %v, refuted %v, reason %q, want %q", s.entry, o.Confirmed, o.Refuted, o.Reason, reason)
		}
	}
}

// transfers records runs of TestTransfer, once for all tests.
var transfers = sync.OnceValues(func() ([]goreplay.Recording, error) {
	p, err := build()
	if err != nil {
		return nil, err
	}
	return p.Record(context.Background(), "TestTransfer", 1, 20)
})

func TestRecord(t *testing.T) {
	t.Parallel()
	p := program(t)
	fine := func() ([]goreplay.Recording, error) { return p.Record(t.Context(), "TestFine", 1, 5) }
	blocked := map[bool]int{}
	for entry, runs := range map[string]func() ([]goreplay.Recording, error){"TestTransfer": transfers, "TestFine": fine} {
		recordings, err := runs()
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range recordings {
			if entry == "TestTransfer" {
				blocked[len(r.Blocked) > 0]++
			} else if len(r.Blocked) > 0 {
				t.Errorf("%s, seed %d: blocked %v", entry, r.Seed, r.Blocked)
			}
			if r.End != "settled" {
				t.Errorf("%s, seed %d: %s %s", entry, r.Seed, r.End, r.Message)
			}
			check(t, r)
		}
	}
	if blocked[true] == 0 || blocked[false] == 0 {
		t.Errorf("%v runs of TestTransfer have and have not blocked goroutines", blocked)
	}
}

// check tests what holds for every recording: operations begin, block and complete in that
// order, goroutines do nothing before they are started and after they end.
func check(t *testing.T, r goreplay.Recording) {
	t.Helper()
	in := map[int]*goreplay.Event{}
	alive := map[int]bool{0: true}
	for i := range r.Events {
		e := &r.Events[i]
		now := in[e.Goroutine]
		switch {
		case !alive[e.Goroutine]:
			t.Fatalf("event %d: goroutine %d is not alive", i, e.Goroutine)
		case e.What == goreplay.Begins && now == nil:
			in[e.Goroutine] = e
		case e.What == goreplay.Blocks && now != nil && now.Place == e.Place:
		case e.What == goreplay.Completes && now != nil && now.Place == e.Place:
			in[e.Goroutine] = nil
			if e.Child != 0 {
				alive[e.Child] = true
			}
		case e.What == goreplay.Ends && now == nil:
			alive[e.Goroutine] = false
		default:
			t.Fatalf("event %d: %+v while in %+v", i, *e, now)
		}
	}
}

// TestErrors tests what is said of targets that cannot be run.
func TestErrors(t *testing.T) {
	dir, err := campaign.Folder(map[string]string{"a.go": "package a\n\nfunc f[T any](x T) {}\nfunc g() { undefined() }\n"})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "a.go")
	wants := map[string]string{
		"h":      "there is no function h",
		"f":      "entry f: it is generic",
		"g":      "a.go:4:12: undefined: undefined",
		"g main": "main cannot be built together",
	}
	for _, entry := range campaign.Part(t, wants, 2) {
		want := wants[entry]
		p, err := goreplay.Build(t.Context(), file, strings.Fields(entry)...)
		if err == nil {
			p.Close()
			t.Errorf("%s: no error", entry)
		} else if !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", entry, err, want)
		}
	}
}
