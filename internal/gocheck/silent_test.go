// This file tests that an answer is open, or says what goes wrong, where code depends on what libraries do.

package gocheck

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestSilent checks that each entry of testdata/silent can go wrong or is open, but for those called Fine.
func TestSilent(t *testing.T) {
	r, err := Run(t.Context(), Options{Dir: filepath.Join("testdata", "silent"), Patterns: []string{"."}})
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, f := range r.Findings {
		said = append(said, f.Entries...)
	}
	if len(r.Entries) == 0 {
		t.Fatal("no entries")
	}
	for _, e := range r.Entries {
		if fine := strings.HasPrefix(e.Function, "TestFine"); fine == slices.Contains(said, e.Function) {
			t.Errorf("%s: findings are %v", e.Function, found(r.Findings))
		}
	}
}
