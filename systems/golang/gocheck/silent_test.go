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

// some chooses one of so many entries, another one each day, and all of them in a full campaign.
func some(t *testing.T, parts int) func(*golang.Entry) bool {
	n := 0
	return func(*golang.Entry) bool {
		n++
		return campaign.Due(t, n%parts, parts)
	}
}

// TestSilent checks that each entry of some packages in testdata can go wrong or is open, but for those called
// Fine. The packages are read in three parts, another one each day, and a twelfth of the entries is asked. The functions that stand for those of testify there do nothing.
func TestSilent(t *testing.T) {
	loads := []Options{
		{Dir: filepath.Join("testdata", "silent")},
		{Dir: filepath.Join("testdata", "testify")},
		{Dir: "testdata", Patterns: []string{"./large", "./apart", "./testmain"}},
	}
	for i, o := range loads {
		switch {
		case testing.Short() && i != 1: // for the race detector: all of a small one
			continue
		case !testing.Short() && !campaign.Due(t, i, len(loads)):
			continue
		case !testing.Short():
			o.Only = some(t, 12)
		}
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
