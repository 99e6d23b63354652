// This file tests what is proved for any number of goroutines without asking of some.

package gocheck

import (
	"path/filepath"
	"testing"
	"time"
)

// TestPipelineAnyNumber proves a pipeline of three stages for any number of workers in each, and does not explore it
// with some of them.
func TestPipelineAnyNumber(t *testing.T) {
	dir := filepath.Join("..", "..", "examples", "goroutines")
	o := Options{Dir: dir, Patterns: []string{"pipeline-fixed.go"}, Entry: "Convert", Kinds: anyKinds(), Any: true, Timeout: 2 * time.Minute}
	r, err := Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if r.Verdict() != safe || len(r.Proved) < 13 || r.Entries[0].States > 0 {
		t.Errorf("%s, %d proved, %d states explored with some goroutines: %v", r.Verdict(), len(r.Proved), r.Entries[0].States, found(r.Findings))
	}
	for _, p := range r.Proved {
		if p.Threads != nil {
			t.Errorf("%s %s:%d is proved for %d goroutines only", p.Kind, p.File, p.Line, *p.Threads)
		}
	}
}
