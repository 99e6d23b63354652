// This file tests that an answer is open, or says what goes wrong, where code depends on what libraries do.

package gocheck

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ijit/ijit/internal/campaign"
	"github.com/ijit/ijit/internal/render"
	"github.com/ijit/ijit/parser/golang"
)

// half chooses every other entry, and all of them in a full campaign.
func half(t *testing.T) func(*golang.Entry) bool {
	step, n := campaign.Every(t, 2, 1), 0
	return func(*golang.Entry) bool {
		n++
		return n%step == 0
	}
}

// TestSilent checks that each entry of some packages in testdata can go wrong or is open, but for those called
// Fine. The functions that stand for those of testify there do nothing.
func TestSilent(t *testing.T) {
	dirs := []string{"silent", "testify", "large", "apart", "testmain"}
	if testing.Short() { // for the race detector
		dirs = dirs[1:2]
	}
	for _, dir := range dirs {
		r, err := Run(t.Context(), Options{Dir: filepath.Join("testdata", dir), Patterns: []string{"."}, Only: half(t)})
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Entries) == 0 {
			t.Fatal("no entries")
		}
		for _, e := range r.Entries {
			said := slices.DeleteFunc(slices.Clone(r.Findings), func(f render.Finding) bool { return !slices.Contains(f.Entries, e.Function) })
			if fine := strings.HasPrefix(e.Function, "TestFine"); fine != (len(said) == 0) {
				t.Errorf("%s: findings are %v", e.Function, found(said))
			}
		}
	}
}
