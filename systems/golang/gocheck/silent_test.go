// This file tests that an answer is open, or says what goes wrong, where code depends on what libraries do.

package gocheck

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ijit/ijit/internal/show/render"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/systems/golang"
)

// step is how far apart the entries lie that are asked: a twelfth of them, and all of them in a full campaign.
func step(t *testing.T) int { return campaign.Every(t, 12, 1) }

// some chooses entries.
func some(t *testing.T) func(*golang.Entry) bool {
	step, n := step(t), 0
	return func(*golang.Entry) bool {
		n++
		return n%step == 0
	}
}

// TestSilent checks that each entry of some packages in testdata can go wrong or is open, but for those called
// Fine. The functions that stand for those of testify there do nothing.
func TestSilent(t *testing.T) {
	loads := []Options{
		{Dir: filepath.Join("testdata", "silent")},
		{Dir: filepath.Join("testdata", "testify")},
		{Dir: "testdata", Patterns: []string{"./large", "./apart", "./testmain"}},
	}
	only := some(t)      // it counts on, so that not the first entries of all of them are left out
	if testing.Short() { // for the race detector: all of a small one
		loads, only = loads[1:2], nil
	}
	for _, o := range loads {
		o.Only = only
		r, err := Run(t.Context(), o)
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
