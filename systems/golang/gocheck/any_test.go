// This file tests what is proved for any number of goroutines.

package gocheck

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/systems/golang"
	"github.com/ijit/ijit/systems/golang/gocheck/ledger"
)

// noRaces lists all kinds but races.
func noRaces() []string { return []string{"leak", "close", "lock", "waitgroup", "panic"} }

// TestPatternsAnyNumber proves programs for any number of goroutines with certificates: the first or the second one each day.
func TestPatternsAnyNumber(t *testing.T) {
	dir := filepath.Join("..", "..", "..", "examples", "goroutines")
	for i, test := range []struct {
		file, entry string
		kinds       []string
		proved      int
	}{
		{"pipeline-fixed.go", "Convert", noRaces(), 12},
		{"lru-fixed.go", "Serve", noRaces(), 10},
	} {
		switch {
		case testing.Short() && test.file != "pipeline-fixed.go":
			continue // the race detector makes the other slow
		case !testing.Short() && !campaign.Due(t, i, 2):
			continue
		}
		o := Options{Dir: dir, Patterns: []string{test.file}, Entries: []string{test.entry}, Kinds: test.kinds, Certify: true, Timeout: 5 * time.Minute}
		r, err := Run(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict() != ledger.Safe || len(r.Proved) < test.proved {
			t.Errorf("%s: %s, %d proved: %v", test.file, r.Verdict(), len(r.Proved), found(r.Findings))
		}
		for _, p := range r.Proved {
			if !slices.Contains(r.Entries[0].Certified, p.Kind) {
				t.Errorf("%s: %s is proved without a certificate", test.file, p.Kind)
			}
		}
		valid(t, r)
	}
}

// gathering has functions that start any number of goroutines, each with a channel that is appended to a slice or the key of a map, and
// that go through it.
const gathering = `package main

func wait(n int) (all []chan int) {
	for range n {
		c := make(chan int)
		go func() { <-c }()
		all = append(all, c)
	}
	return all
}

func AnotherIndex(n int) {
	all := wait(n)
	for i := range all {
		close(all[i/2])
	}
}

func AnotherSlice(n int) {
	all := wait(n)
	other := []chan int{make(chan int)}
	for i := range all {
		close(other[i])
	}
}

func LeftOut(n int) {
	for i, c := range wait(n) {
		if i == 2 {
			continue
		}
		close(c)
	}
}

func keys(n int) map[chan int]bool {
	all := map[chan int]bool{}
	for range n {
		c := make(chan int)
		go func() { <-c }()
		all[c] = true
	}
	return all
}

func Cleared(n int) {
	all := keys(n)
	if n > 50 {
		clear(all)
	}
	for c := range all {
		close(c)
	}
}

func Begun(again bool, n int) {
	var all []chan int
	for range n {
		all = append(all, make(chan int))
		for again {
			if n > 5 {
				all = nil
			}
		}
	}
	for _, c := range all {
		close(c)
	}
}

func pass(in, a, b, c, d, e chan int) {
	for _, to := range [...]chan int{a, b, c, d, e} {
		select {
		case <-in:
		case to <- 1:
		}
		<-in
		to <- 1
	}
}

func Crowd() {
	a, b, c, d, e, f := make(chan int), make(chan int), make(chan int), make(chan int), make(chan int), make(chan int)
	go pass(a, b, c, d, e, f)
	go pass(b, c, d, e, f, a)
	go pass(c, d, e, f, a, b)
	go pass(d, e, f, a, b, c)
	go pass(e, f, a, b, c, d)
	go pass(f, a, b, c, d, e)
}

func Asked(wait bool, n int) {
	if wait && n > 5 {
		<-make(chan int)
	}
}

func main() {}
`

// TestArguments checks that the arguments of an entry may be anything.
func TestArguments(t *testing.T) {
	code := programs(t)
	r := Check(t.Context(), code, entries(t, code, "gathering", "Asked"), Options{Kinds: []string{"leak"}, Timeout: time.Minute})
	if r.Verdict() == ledger.Safe || len(r.Proved) > 0 {
		t.Errorf("%s, proved %v", r.Verdict(), r.Proved)
	}
}

// TestSlicesAnyNumber checks that a function is not proved whose loop leaves out one of the channels of a slice or map. In these
// small ones an abstraction is explored to its end, so that no limit of time decides.
func TestSlicesAnyNumber(t *testing.T) {
	code := programs(t)
	wants := map[string]string{"AnotherIndex": "can go wrong", "LeftOut": "can go wrong", "Cleared": "can go wrong", "Begun": ""}
	for _, name := range campaign.Part(t, wants, 4) {
		want := wants[name]
		r := Check(t.Context(), code, entries(t, code, "gathering", name), Options{Kinds: []string{"leak"}, Timeout: time.Minute})
		if want == "" {
			if r.Verdict() != ledger.Safe {
				t.Errorf("%s: %s: %v", name, r.Verdict(), found(r.Findings))
			}
		} else if r.Verdict() != ledger.UpTo || !strings.Contains(r.Entries[0].Detail, want) {
			t.Errorf("%s: %s: %s, want that something %s", name, r.Verdict(), r.Entries[0].Detail, want)
		}
	}
}

// TestAnotherSlice checks that a loop over the indices of a slice does not come to all its channels if it uses them of another one.
func TestAnotherSlice(t *testing.T) {
	code := programs(t)
	r := Check(t.Context(), code, entries(t, code, "gathering", "AnotherSlice"), Options{Kinds: []string{"leak"}, Timeout: time.Minute})
	if r.Verdict() == ledger.Safe || len(r.Proved) > 0 {
		t.Errorf("%s, proved %v", r.Verdict(), r.Proved)
	}
}

// TestCrowded checks that nothing is proved in parts where there are too many ways to be blocked to be asked about one by one.
func TestCrowded(t *testing.T) {
	code := programs(t)
	q := newRun(code, nil, Options{}).question(entries(t, code, "gathering", "Crowd")[0], time.Now().Add(time.Minute))
	q.extract(t.Context())
	p, err := q.make(t.Context(), golang.Options{AnyNumber: true})
	if err != nil {
		t.Fatal(err)
	}
	if q.parts(t.Context(), p, 0.1) == nil {
		t.Error("proved")
	}
}

// madeByMany has goroutines that make a channel each.
const madeByMany = `package main

import "sync"

var (
	mu   sync.Mutex
	last chan int
)

func Make(n int) {
	for range n {
		go func() {
			c := make(chan int)
			mu.Lock()
			last = c
			mu.Unlock()
			close(c)
		}()
	}
}

func main() {}
`

// TestMadeByMany checks that of the channels that goroutines make at a time one is tracked.
func TestMadeByMany(t *testing.T) {
	code := programs(t)
	r := Check(t.Context(), code, entries(t, code, "made", "Make"), Options{Kinds: []string{"close"}, Timeout: time.Minute})
	if r.Verdict() != ledger.Safe {
		t.Errorf("%s: %v", r.Verdict(), found(r.Findings))
	}
}

// TestSpin checks that a goroutine is found that waits for one that waits for a flag in a loop for ever: no core is reached then.
func TestSpin(t *testing.T) {
	campaign.Turn(t, 0, 2)
	o := Options{Dir: filepath.Join("..", "..", "..", "examples", "goroutines"), Patterns: []string{"flag-spin_test.go"}, Timeout: time.Minute}
	r, err := Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if r.Verdict() == ledger.Safe || !slices.ContainsFunc(r.Findings, isPossible) {
		t.Errorf("%s, %d proved", r.Verdict(), len(r.Proved))
	}
}
