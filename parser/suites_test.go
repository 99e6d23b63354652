// This file tests the parser and the printer on the real programs.

package parser

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/ijit/ijit/internal/testing/campaign"
)

// suiteFiles returns the real programs of a suite and skips the test where
// they are not there.
func suiteFiles(t testing.TB, pattern string) []string {
	t.Helper()
	for _, root := range []string{"../shared", "../../shared"} {
		files, err := filepath.Glob(filepath.Join(root, "suites", pattern))
		if err != nil {
			t.Fatal(err)
		}
		if len(files) > 0 {
			return files
		}
	}
	t.Skip("the suites of real programs (../shared/suites) are not here")
	return nil
}

func TestSuites(t *testing.T) {
	for _, suite := range []struct {
		pattern string
		files   int
		threads bool // they are concurrent by convention
	}{
		{"satabs/*/*.bp", 42, false},
		{"boppo/*.bp", 19, false},
		{"bluetooth/*.bp", 12, true},
	} {
		t.Run(filepath.Dir(suite.pattern), func(t *testing.T) {
			files := suiteFiles(t, suite.pattern)
			if len(files) < suite.files {
				t.Errorf("%d files of %s, want at least %d", len(files), suite.pattern, suite.files)
			}
			for i, name := range files {
				if !campaign.Due(t, i%2, 2) {
					continue
				}
				src, err := os.ReadFile(name)
				if err != nil {
					t.Fatal(err)
				}
				f, err := ParseFile(name, src)
				if err != nil {
					t.Errorf("%v", err)
					continue
				}
				if f.Main == nil || (len(f.Threads) > 0) != suite.threads {
					t.Errorf("%s: main is %s, %d threads", name, procName(f.Main), len(f.Threads))
				}
				if len(f.Warnings) > 0 {
					t.Errorf("warning: %v", f.Warnings[0].String())
				}
				checkRoundTrip(t, f)
				checkComments(t, string(src), f)
			}
		})
	}
}

// TestSATABSProgramCounters checks that the program counters of SATABS's main
// procedures, which come first, are the ones it wrote.
func TestSATABSProgramCounters(t *testing.T) {
	for _, name := range suiteFiles(t, "satabs/*/*.bp") {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		f, err := ParseFile(name, src)
		if err != nil {
			t.Fatal(err)
		}
		origins, meanings := 0, 0
		for _, s := range f.Main.Body {
			last := s.Labels[len(s.Labels)-1].Name
			if last != "PC"+strconv.Itoa(s.PC) {
				t.Errorf("%s:%v: statement %s has program counter %d", name, s.Pos, last, s.PC)
			}
			if s.Origin != nil {
				origins++
			}
		}
		for _, v := range append(append([]*Var{}, f.Globals...), f.Main.Locals...) {
			if v.Meaning != "" {
				meanings++
			}
		}
		if origins == 0 || meanings != len(f.Globals)+len(f.Main.Locals) {
			t.Errorf("%s: %d origins, %d meanings", name, origins, meanings)
		}
	}
}
