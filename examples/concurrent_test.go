// This file defines the test of the programs with recursive threads: each is checked as
// its want lines say, and the interpreter, with a bounded stack, agrees.

package examples_test

import (
	"cmp"
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/ijit/ijit/internal/proof/judge"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/systems"
)

func TestConcurrent(t *testing.T) {
	paths, err := filepath.Glob("concurrent/*.bp")
	if err != nil || len(paths) < 5 {
		t.Fatalf("%d programs, %v: is this the folder of the examples?", len(paths), err)
	}
	for i, path := range paths {
		if !campaign.Due(t, i%2, 2) {
			continue
		}
		m, err := systems.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range m.Program.File.Warnings {
			t.Errorf("%v", w)
		}
		for _, w := range wants(t, path) {
			t.Run(path+" "+w.text, func(t *testing.T) { w.checkConcurrent(t, m) })
		}
	}
}

func (w want) checkConcurrent(t *testing.T, m *systems.Model) {
	o := systems.Options{SelfCheck: true, Threads: w.threads}
	if w.switches >= 0 {
		o.ContextSwitches = &w.switches
	}
	if w.rounds > 0 {
		o.Parameterized, o.Rounds = true, w.rounds
	}
	if w.verdict == systems.Unknown.String() && !(w.switches >= 0 || w.rounds > 0) {
		o.Timeout = time.Duration(campaign.Size(t, 1, 8)) * 250 * time.Millisecond // auto counts context switches until a limit is met
	}
	r, err := m.Check(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	if r.Verdict.String() != w.verdict {
		t.Fatalf("%s (%s %s), want %s", r.Verdict, r.Reason, r.Detail, w.verdict)
	}
	if r.Verdict == systems.Unsafe && (!r.Stats.Replayed || r.Property == nil) {
		t.Error("the trace was not replayed")
	}
	if w.switches >= 0 && r.Extent.N != w.switches || w.rounds > 0 && r.Extent.N != w.rounds {
		t.Errorf("it takes %v", r.Extent)
	}
	if w.rounds > 0 {
		return // the replay of an execution says all: with many copies there is too much to see
	}
	j, err := judge.New(m.Program.File, judge.Small)
	if err != nil {
		t.Fatal(err)
	}
	label := ""
	if _, found := m.Program.Labelled("SLIC_ERROR"); found {
		label = "SLIC_ERROR"
	}
	var seen judge.Contexts
	if m.Program.File.Threads != nil {
		seen, err = j.WithDepth(4).Switches(context.Background(), label, 6, 1_000_000)
	} else {
		threads, most := cmp.Or(w.threads, systems.DefaultThreads), 3
		if w.switches >= 0 {
			most = w.switches
		}
		seen, err = j.WithDepth(3).Started(context.Background(), label, threads, w.threads == 0, most, 1_000_000)
	}
	if err != nil {
		t.Fatal(err)
	}
	least := w.switches
	if w.verdict != systems.Unsafe.String() {
		least = -1
	}
	if (seen.Least >= 0) != (r.Verdict == systems.Unsafe) || w.switches >= 0 && seen.Least != least {
		t.Errorf("the interpreter finds an error with %d context switches", seen.Least)
	}
}
