// This file tests checks against the verdicts and state counts of real
// programs.

package ijit_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/ijit/ijit/ijit"
	"github.com/ijit/ijit/image"
)

// suites returns the folder of the shared suites.
func suites(t testing.TB) string {
	t.Helper()
	dir := filepath.Join("..", "..", "shared", "suites")
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("the shared suites are not here (%v)", err)
	}
	return dir
}

// rows reads a table of tab-separated values, each row a map by column name.
func rows(t testing.TB, path string) []map[string]string {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var names []string
	var out []map[string]string
	for in := bufio.NewScanner(f); in.Scan(); {
		line := in.Text()
		if strings.HasPrefix(line, "#") {
			continue
		}
		cells := strings.Split(line, "\t")
		if names == nil {
			names = cells
			continue
		}
		row := map[string]string{}
		for i, c := range cells {
			row[names[i]] = c
		}
		out = append(out, row)
	}
	return out
}

// TestSatabs compares verdicts and state counts of all versions, with atomic
// sections in big and in small steps, wherever the table's run was complete.
func TestSatabs(t *testing.T) {
	dir := filepath.Join(suites(t), "satabs")
	limit := 30_000 // larger ones only in a long test
	if !testing.Short() {
		limit = 600_000
	}
	checked := 0
	for _, row := range rows(t, filepath.Join(dir, "expected.tsv")) {
		n, err := strconv.Atoi(row["n"])
		if err != nil {
			t.Fatal(err)
		}
		if n > 3 {
			continue
		}
		m, err := ijit.Open(filepath.Join(dir, row["program"]+".bp"))
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range []image.Atomicity{image.Big, image.Small} {
			mode := [...]string{"big", "small"}[a]
			want, err := strconv.Atoi(row[mode+"_states"])
			if err != nil {
				t.Fatal(err)
			}
			if row[mode+"_complete"] != "true" || want > limit {
				continue
			}
			depth := -1
			for _, via := range []ijit.Via{ijit.JIT, ijit.TTS, ijit.BP} {
				name := fmt.Sprintf("%s n=%d %s %s", row["program"], n, mode, via)
				r, err := m.Check(context.Background(), ijit.Options{Threads: n, Via: via, Atomicity: a, All: true, SelfCheck: true})
				if err != nil {
					t.Errorf("%s: %v", name, err)
					continue
				}
				if got := fmt.Sprint(r.Verdict == ijit.Unsafe); got != row[mode+"_error"] || r.States != want {
					t.Errorf("%s: error %s, %d states, want %s, %d", name, got, r.States, row[mode+"_error"], want)
				}
				if depth >= 0 && r.Depth != depth {
					t.Errorf("%s: depth %d, but %d in another version", name, r.Depth, depth)
				}
				depth = r.Depth
				if r.Verdict == ijit.Unsafe && !r.Stats.Replayed {
					t.Errorf("%s: the trace was not replayed", name)
				}
				checked++
			}
		}
	}
	t.Logf("%d checks", checked)
}
