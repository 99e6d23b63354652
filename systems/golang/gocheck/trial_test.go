// This file tests trials.

package gocheck

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/systems/golang/gocheck/ledger"
)

const trialled = `package trialled

import (
	"os"
	"os/signal"
	"sync"
	"testing"
)

func TestFine(t *testing.T) {
	done := make(chan bool)
	go func() { close(done) }()
	<-done
}

func TestLeak(t *testing.T) {
	done := make(chan bool)
	go func() { <-done }() // it waits
}

func TestRace(t *testing.T) {
	n := 0
	var wg sync.WaitGroup
	wg.Go(func() { n++ })
	n++
	wg.Wait()
}

// TestOrder is blocked as gc orders f() and what is added to it; nothing is proved of it.
func TestOrder(t *testing.T) {
	n := 0
	f := func() int { n = 1; return 1 }
	if n+f() == 2 {
		select {}
	}
}

// TestIndex panics by data.
func TestIndex(t *testing.T) {
	s := make([]int, 1)
	t.Log(s[len(os.Args)])
}

// TestSignal waits for somebody outside.
func TestSignal(t *testing.T) {
	c := make(chan os.Signal)
	signal.Notify(c)
	<-c
}
`

// TestTrial checks that what goes wrong in runs counts, also against proofs, which are made up here.
func TestTrial(t *testing.T) {
	t.Parallel() // it waits for what it runs
	dir, err := campaign.Folder(map[string]string{"go.mod": "module trialled\n\ngo 1.26\n", "x_test.go": trialled})
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Dir: dir, Patterns: []string{"."}, Confirm: true}
	code, entries, err := Load(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	r := newRun(code, entries, o)
	for _, e := range entries {
		q := r.question(e, time.Now().Add(DefaultTime))
		if proved := e.Name == "TestLeak" || e.Name == "TestRace"; !proved {
			q.ask(t.Context())
		} else if q.extract(t.Context()) {
			q.ledger.CloseAll(ledger.Evidence{Argument: ledger.Invariant}, func(ledger.Key) bool { return false }, q.kinds...)
		}
		r.report.Entries = append(r.report.Entries, *q.report)
	}
	r.confirm(t.Context(), time.Now())
	r.finish()
	want := map[string]string{"TestLeak": "leak", "TestRace": "race", "TestOrder": "deadlock", "TestIndex": "panic"}
	for i, e := range r.report.Entries {
		kind, message := "", ""
		for _, f := range r.report.Findings {
			if f.Verdict == unsafe && slices.Contains(f.Entries, e.Function) {
				kind, message = f.Kind, f.Message
			}
		}
		verdict, _ := r.book[i : i+1].Verdict()
		if kind != want[e.Function] || (verdict == ledger.Unsafe) != (kind != "") || e.Runs > 0 != (e.Function == "TestFine") {
			t.Errorf("%s: %s, %s: %s; %d runs", e.Function, verdict, kind, message, e.Runs)
		}
		// That races are claims is only known when they are asked about.
		if contradicts := strings.Contains(message, "contradicts what was proved"); contradicts != (e.Function == "TestLeak") {
			t.Errorf("%s: %s", e.Function, message)
		}
	}
}
