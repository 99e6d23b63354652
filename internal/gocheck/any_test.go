// This file tests what is proved for any number of goroutines.

package gocheck

import (
	"path/filepath"
	"testing"
	"time"
)

// TestPatternsAnyNumber proves programs for any number of goroutines, races included, without
// exploring with some of them who is blocked.
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
	} {
		o := Options{Dir: dir, Patterns: []string{test.file}, Entry: test.entry, Kinds: test.kinds, Any: true, Timeout: 2 * time.Minute}
		r, err := Run(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict() != safe || len(r.Proved) < test.proved || r.Entries[0].States > 0 {
			t.Errorf("%s: %s, %d proved, %d states explored with some goroutines: %v", test.file, r.Verdict(), len(r.Proved), r.Entries[0].States, found(r.Findings))
		}
		for _, p := range r.Proved {
			if p.Threads != nil {
				t.Errorf("%s %s:%d is proved for %d goroutines only", p.Kind, p.File, p.Line, *p.Threads)
			}
		}
	}
}
