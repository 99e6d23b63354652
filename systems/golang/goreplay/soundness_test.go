// This file tests that what runs of changed programs show is found, where it is said that nothing else
// can go wrong.

package goreplay_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/ijit/ijit/internal/show/render"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randgo"
	"github.com/ijit/ijit/internal/testing/rungo"
	"github.com/ijit/ijit/systems/golang/gocheck"
	"github.com/ijit/ijit/systems/golang/gocheck/ledger"
	"github.com/ijit/ijit/systems/golang/goreplay"
)

// A seen is something that went wrong in a run.
type seen struct {
	kind  string
	event goreplay.Event // of the operation, if it is known
}

// unfinished returns the operation that a goroutine has begun and not completed, if there is one, and whether it has panicked:
// deferred calls were executed behind it.
func unfinished(r goreplay.Recording, goroutine int) (op goreplay.Event, panicked bool) {
	for _, e := range r.Events {
		switch {
		case e.Goroutine != goroutine:
		case e.What == goreplay.Begins && op.Site > 0:
			return op, true
		case e.What == goreplay.Begins:
			op = e
		case e.What == goreplay.Completes:
			op = goreplay.Event{}
		}
	}
	return op, false
}

// faults returns what a recording shows: who is blocked at the end, or the crash. In the model nothing follows an operation
// that fails, so it does not have those who are blocked since a deferred call is that was executed behind one.
func faults(r goreplay.Recording) (list []seen) {
	if r.End == "settled" {
		for _, e := range r.Events {
			if _, panicked := unfinished(r, e.Goroutine); panicked {
				return nil
			}
		}
		for _, e := range r.Blocked {
			list = append(list, seen{"leak", e})
		}
		return list
	}
	if r.End != "crashed" || r.Crashed < 0 {
		return nil
	}
	during, _ := unfinished(r, r.Crashed)
	for _, c := range []struct{ text, kind string }{
		{"close of closed channel", "close"}, {"close of nil channel", "close"}, {"send on closed channel", "close"},
		{"nlock of unlocked", "lock"}, {"negative WaitGroup", "waitgroup"},
	} {
		if strings.Contains(r.Message, c.text) {
			return []seen{{c.kind, during}}
		}
	}
	if strings.Contains(r.Message, "panic: failed") { // a statement, which is not recorded
		return []seen{{kind: "panic"}}
	}
	return nil
}

// missing returns what was seen though a report says that it does not happen, or that it would have been found.
//
// The library does not notice every Unlock of an RWMutex that nobody holds, and goes on in a state that means
// nothing. In the model it is a failure, behind which there is nothing.
func missing(real *goreplay.Program, report *gocheck.Report, list []seen) (missing []seen) {
	for _, s := range list {
		if slices.ContainsFunc(report.Proved, func(p gocheck.Proof) bool {
			return string(p.Kind) == s.kind && s.event.Site != 0 && real.On(s.event.Site, p.File, p.Line)
		}) {
			return []seen{s}
		}
	}
	if len(report.Unjudged) > 0 || report.Verdict() == ledger.UpTo ||
		slices.ContainsFunc(report.Findings, func(f render.Finding) bool { return f.Verdict == "UNKNOWN" && f.Kind != "race" && len(f.Trace) == 0 }) {
		return nil
	}
	misused := slices.ContainsFunc(report.Findings, func(f render.Finding) bool { return f.Kind == "lock" })
	for _, s := range list {
		if misused && s.kind != "lock" {
			continue
		}
		if !slices.ContainsFunc(report.Findings, func(f render.Finding) bool {
			kind := f.Kind
			if kind == "deadlock" {
				kind = "leak"
			}
			return kind == s.kind && (s.event.Site == 0 || real.On(s.event.Site, f.File, f.Line))
		}) {
			missing = append(missing, s)
		}
	}
	return missing
}

// text is a report without what depends on time: how far an exploration came, and whether it was the one that decided.
func text(t *testing.T, r *gocheck.Report) string {
	t.Helper()
	for i := range r.Entries {
		e := &r.Entries[i]
		e.Seconds, e.States, e.By = 0, 0, ""
	}
	b, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// A tally counts what came of changed programs.
type tally struct{ programs, decided, runs, faults int }

// TestMutants changes random programs, asks about them, and runs them.
func TestMutants(t *testing.T) {
	campaign.Turn(t, 1, 2)
	t.Parallel()
	source, err := rungo.NewSource()
	if err != nil {
		t.Fatal(err)
	}
	m := source.Mutator(nil)
	var c tally
	for batch := range uint64(campaign.Size(t, 1, 200)) { // each is built
		t.Run(fmt.Sprint(batch), func(t *testing.T) { c.batch(t, m, batch) })
	}
	t.Logf("%d programs, %d decided, %d runs, which show %d faults", c.programs, c.decided, c.runs, c.faults)
}

func (c *tally) batch(t *testing.T, m *rungo.Mutator, batch uint64) {
	some, runs := uint64(min(6, campaign.Size(t, 4, 6))), min(6, campaign.Size(t, 4, 6))
	m.Rand = rand.New(rand.NewPCG(batch, 41))
	var programs []*randgo.Program
	var names []string
	for k := range some {
		programs = append(programs, randgo.Random(rand.New(rand.NewPCG(batch*some+k, 29))))
		names = append(names, fmt.Sprintf("TestRandom_%d", k))
	}
	source := m.Mutate(randgo.Print("random", programs...), 3*int(some))
	code, real := load(t, "random_test.go", source, names)
	defer real.Close()
	recordings := record(t, real, names, runs)
	for k, name := range names {
		entries, err := code.Entries(name)
		if err != nil {
			t.Fatal(err)
		}
		o := gocheck.Options{Kinds: []string{"leak", "deadlock", "close", "lock", "waitgroup", "panic"}, Timeout: 4 * time.Second}
		report := gocheck.Check(t.Context(), code, entries, o)
		c.programs++
		for _, f := range report.Findings {
			if strings.Contains(f.Message, "internal error") {
				t.Errorf("%s: %s\n%s", name, f.Message, numbered(source, k))
			}
		}
		if decided(report) {
			c.decided++
			again := gocheck.Check(t.Context(), code, entries, o)
			if a, b := text(t, report), text(t, again); decided(again) && a != b {
				t.Errorf("%s: two reports\n%s\n%s\n%s", name, a, b, numbered(source, k))
			}
		}
		for _, r := range recordings[k] {
			c.runs++
			seen := faults(r)
			c.faults += len(seen)
			if lost := missing(real, report, seen); len(lost) > 0 {
				t.Errorf("%s, seed %d: %s at line %d is not found\n%s\n%s", name, r.Seed, lost[0].kind, lost[0].event.Place.Line, text(t, report), numbered(source, k))
				break
			}
		}
	}
}

// decided reports whether nothing is open in a report about one entry.
func decided(r *gocheck.Report) bool {
	return r.Entries[0].Any != "UNKNOWN" && !slices.ContainsFunc(r.Findings, func(f render.Finding) bool { return f.Verdict == "UNKNOWN" })
}

// record runs entries several times each.
func record(t *testing.T, real *goreplay.Program, names []string, runs int) [][]goreplay.Recording {
	t.Helper()
	recordings := make([][]goreplay.Recording, len(names)*runs)
	all, ctx := errgroup.WithContext(context.Background())
	all.SetLimit(10) // they mostly sleep
	for k := range recordings {
		all.Go(func() (err error) {
			recordings[k], err = real.Record(ctx, names[k/runs], 1+k%runs, 1)
			return err
		})
	}
	if err := all.Wait(); err != nil {
		t.Fatal(err)
	}
	var list [][]goreplay.Recording
	for k := range names {
		list = append(list, slices.Concat(recordings[k*runs:(k+1)*runs]...))
	}
	return list
}

// numbered returns the lines of a program.
func numbered(source []byte, k int) string {
	var b strings.Builder
	declared := false
	for i, line := range strings.Split(string(source), "\n") {
		if line != "" && line[0] != '\t' && line[0] != '}' {
			declared = strings.Contains(line, fmt.Sprintf("_%d(", k)) || strings.Contains(line, fmt.Sprintf("_%d)", k)) || strings.Contains(line, fmt.Sprintf("_%d ", k))
		}
		if declared {
			fmt.Fprintf(&b, "%4d %s\n", i+1, line)
		}
	}
	return b.String()
}
