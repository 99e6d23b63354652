// This file tests which races are found in small programs.

package gocheck

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestRaces compares the lines of races in testdata/race with those that have a comment "race".
func TestRaces(t *testing.T) {
	dir := filepath.Join("testdata", "race")
	f, err := os.Open(filepath.Join(dir, "race_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var want []string
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		if strings.HasSuffix(lines.Text(), "// race") {
			want = append(want, fmt.Sprintf("%d UNSAFE", n))
		}
	}
	r, err := Run(t.Context(), Options{Dir: dir, Patterns: []string{"."}, Kinds: []string{"race"}})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, x := range r.Findings {
		if s := fmt.Sprintf("%d %s", x.Line, x.Verdict); !slices.Contains(got, s) {
			got = append(got, s)
		}
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("races (- wanted, + found):\n%s", d)
	}
}
