// This file tests what is proved for any number of goroutines.

package gocheck

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/internal/campaign"
)

// TestPatternsAnyNumber proves programs for any number of goroutines with certificates, races included.
func TestPatternsAnyNumber(t *testing.T) {
	dir := filepath.Join("..", "..", "examples", "goroutines")
	for _, test := range []struct {
		file, entry string
		kinds       []string
		proved      int
	}{
		{"pipeline-fixed.go", "Convert", anyKinds(), 13},
		{"lru-fixed.go", "Serve", anyKinds(), 11},
		{"singleflight-fixed.go", "Lookup", nil, 27},
		{"fanin-fixed.go", "Collect", nil, 12},
		{"broadcaster-fixed.go", "Announce", nil, 26},
	} {
		if testing.Short() && test.file != "pipeline-fixed.go" {
			continue // the race detector makes the others slow
		}
		if test.file != "pipeline-fixed.go" && test.file != "lru-fixed.go" && os.Getenv(campaign.Variable) == "" {
			continue // other tests prove such programs, too
		}
		o := Options{Dir: dir, Patterns: []string{test.file}, Entry: test.entry, Kinds: test.kinds, Any: true, Certify: true, Timeout: 5 * time.Minute}
		r, err := Run(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict() != safe || len(r.Proved) < test.proved {
			t.Errorf("%s: %s, %d proved: %v", test.file, r.Verdict(), len(r.Proved), found(r.Findings))
		}
		for _, p := range r.Proved {
			if p.Threads != nil {
				t.Errorf("%s %s:%d is proved for %d goroutines only", p.Kind, p.File, p.Line, *p.Threads)
			}
			if !slices.Contains(r.Entries[0].Certified, p.Kind) {
				t.Errorf("%s: %s is proved without a certificate", test.file, p.Kind)
			}
		}
		valid(t, r)
	}
}

// TestSlicesAnyNumber checks that a program is proved in which a loop comes to all channels that were appended to a slice, and
// not if it leaves out one of them.
func TestSlicesAnyNumber(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "examples", "goroutines", "fanin-fixed.go"))
	if err != nil {
		t.Fatal(err)
	}
	const appends, ranges = "\t\tinputs = append(inputs, source(id, texts))\n\t}\n", "\tfor _, in := range inputs {\n"
	for _, test := range []struct {
		name, old, new string
		proved         bool
	}{
		{"by index", ranges, "\tfor i := range inputs {\n\t\tin := inputs[i]\n", true},
		{"continue", appends, "\t\tc := source(id, texts)\n\t\tif c == nil {\n\t\t\tcontinue\n\t\t}\n\t\tinputs = append(inputs, c)\n\t}\n", true},
		{"another index", ranges, "\tfor i := range inputs {\n\t\tin := inputs[i/2]\n", false},
		{"left out", ranges, "\tfor i, in := range inputs {\n\t\tif i == 2 {\n\t\t\tcontinue\n\t\t}\n", false},
	} {
		if testing.Short() && test.proved {
			continue // the race detector makes these slow
		}
		if test.name == "continue" && os.Getenv(campaign.Variable) == "" {
			continue // as by index, and as slow
		}
		dir := t.TempDir()
		if strings.Count(string(text), test.old) != 1 {
			t.Fatalf("%s: the program is another one", test.name)
		}
		if err := os.WriteFile(filepath.Join(dir, "fanin.go"), []byte(strings.Replace(string(text), test.old, test.new, 1)), 0o644); err != nil {
			t.Fatal(err)
		}
		limit := time.Second
		if test.proved {
			limit = 5 * time.Minute // a part may take a fifth of it, and the race detector is slow
		}
		r, err := Run(t.Context(), Options{Dir: dir, Patterns: []string{"fanin.go"}, Entry: "Collect", Any: true, Kinds: []string{"leak"}, Timeout: limit})
		if err != nil {
			t.Fatal(err)
		}
		if (r.Verdict() == safe) != test.proved {
			t.Errorf("%s: %s", test.name, r.Verdict())
		}
	}
}

// TestMadeByMany checks that of the channels that goroutines make at a time one is tracked.
func TestMadeByMany(t *testing.T) {
	dir := t.TempDir()
	text := `package main

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
	if err := os.WriteFile(filepath.Join(dir, "made.go"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	r, err := Run(t.Context(), Options{Dir: dir, Patterns: []string{"made.go"}, Entry: "Make", Any: true, Kinds: []string{"close"}, Timeout: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	if r.Verdict() != safe {
		t.Errorf("%s: %v", r.Verdict(), found(r.Findings))
	}
}

// TestSpin checks that a goroutine is found that waits for one that waits for a flag in a loop for ever: no core is reached then.
func TestSpin(t *testing.T) {
	o := Options{Dir: filepath.Join("..", "..", "examples", "goroutines"), Patterns: []string{"flag-spin_test.go"}, Any: true, Timeout: time.Minute}
	r, err := Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if r.Verdict() != unsafe {
		t.Errorf("%s, %d proved", r.Verdict(), len(r.Proved))
	}
}
