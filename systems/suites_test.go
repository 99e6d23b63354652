// This file tests checks against the verdicts and state counts of real
// programs.

package systems_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/systems"
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

// mostStates is the size of the largest state space that a test explores.
func mostStates(t *testing.T) int {
	if testing.Short() {
		return 1_000
	}
	return campaign.Size(t, 20_000, 1_000_000)
}

// TestSatabs compares verdicts and state counts of all versions, with atomic
// sections in big and in small steps, wherever the table's run was complete.
func TestSatabs(t *testing.T) {
	dir := filepath.Join(suites(t), "satabs")
	limit := mostStates(t)
	large, every := 0, campaign.Every(t, 31, 1) // coprime to the questions about each program
	for _, row := range rows(t, filepath.Join(dir, "expected.tsv")) {
		n, err := strconv.Atoi(row["n"])
		if err != nil {
			t.Fatal(err)
		}
		if n > 3 {
			continue
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
			if want > 1_000 { // of those that take a while, a sample
				if large++; large%every != 0 {
					continue
				}
			}
			t.Run(fmt.Sprintf("%s/n=%d/%s", row["program"], n, mode), func(t *testing.T) {
				t.Parallel()
				compare(t, filepath.Join(dir, row["program"]+".bp"), systems.Options{Threads: n, Atomicity: a}, row[mode+"_error"] == "true", want)
			})
		}
	}
}

// compare checks a program in all versions.
func compare(t *testing.T, file string, o systems.Options, unsafe bool, states int) {
	m, err := systems.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	o.All, o.SelfCheck, o.Exact = true, true, true
	depth := -1
	for _, o.Via = range []systems.Via{systems.JIT, systems.TTS, systems.BP} {
		r, err := m.Check(context.Background(), o)
		if err != nil {
			t.Errorf("%s: %v", o.Via, err)
			continue
		}
		if got := r.Verdict == systems.Unsafe; got != unsafe || r.Verdict == systems.Unknown || r.States != states {
			t.Errorf("%s: %v, %d states, want error %v, %d states", o.Via, r.Verdict, r.States, unsafe, states)
		}
		if depth >= 0 && r.Depth != depth {
			t.Errorf("%s: depth %d, but %d in another version", o.Via, r.Depth, depth)
		}
		depth = r.Depth
		if r.Verdict == systems.Unsafe && !r.Stats.Replayed {
			t.Errorf("%s: the trace was not replayed", o.Via)
		}
	}
	o.Via, o.Exact = systems.JIT, false
	r, err := m.Check(context.Background(), o)
	if err != nil {
		t.Errorf("slice: %v", err)
	} else if (r.Verdict == systems.Unsafe) != unsafe || r.Verdict == systems.Unknown || r.States > states || r.Depth != depth && unsafe {
		t.Errorf("slice: %v at depth %d, %d states, want error %v at %d, at most %d states", r.Verdict, r.Depth, r.States, unsafe, depth, states)
	}
}

// TestSatabsTTS explores the transition systems that SATABS made of the same
// programs, whose threads stay when they end.
func TestSatabsTTS(t *testing.T) {
	dir := filepath.Join(suites(t), "satabs")
	for i, row := range rows(t, filepath.Join(dir, "expected.tsv")) {
		if !campaign.Due(t, i%2, 2) {
			continue
		}
		n, err := strconv.Atoi(row["n"])
		if err != nil {
			t.Fatal(err)
		}
		want, err := strconv.Atoi(row["tts_states_raw"])
		if err != nil {
			t.Fatal(err)
		}
		if row["tts_complete_raw"] != "true" || want > min(mostStates(t), 100_000) {
			continue
		}
		t.Run(fmt.Sprintf("%s/n=%d", row["program"], n), func(t *testing.T) {
			m, err := systems.Open(filepath.Join(dir, row["program"]+".tts"))
			if err != nil {
				t.Fatal(err)
			}
			r, err := m.Check(context.Background(), systems.Options{Threads: n, All: true})
			if err != nil {
				t.Fatal(err)
			}
			if got := fmt.Sprint(r.Verdict == systems.Unsafe); got != row["tts_error_raw"] || r.States != want {
				t.Errorf("error %s, %d states, want %s, %d", got, r.States, row["tts_error_raw"], want)
			}
		})
	}
}

// TestCoverability: bounded search finds no error where there is none, and finds
// all that there are with at most eight threads.
func TestCoverability(t *testing.T) {
	campaign.Alone(t)
	dir := filepath.Join(suites(t), "coverability")
	for i, row := range rows(t, filepath.Join(dir, "expected.tsv")) {
		if !campaign.Due(t, i%2, 2) {
			continue
		}
		t.Run(row["file"]+" "+row["initial"], func(t *testing.T) {
			t.Parallel()
			m, err := systems.Open(filepath.Join(dir, row["file"]))
			if err != nil {
				t.Fatal(err)
			}
			for n := 1; n <= 8; n++ {
				r, err := m.Check(context.Background(), systems.Options{
					Threads: n, Initial: row["initial"], Target: row["target"], Timeout: 20 * time.Second,
				})
				if err != nil {
					if n < 3 {
						continue // more threads at first than the bound allows
					}
					t.Fatal(err)
				}
				if r.Verdict == systems.Unknown {
					t.Logf("n=%d: %v(%s)", n, r.Verdict, r.Reason)
					break
				}
				if r.Verdict == systems.Unsafe {
					if row["verdict"] != "UNSAFE" {
						t.Errorf("n=%d: UNSAFE, want %s", n, row["verdict"])
					}
					return
				}
			}
			if row["verdict"] == "UNSAFE" && !strings.Contains(row["file"], "kanban_vf") { // which needs 20
				t.Errorf("no error found")
			}
		})
	}
}

// TestBoppo: the verdicts are those of SATABS's own checker.
func TestBoppo(t *testing.T) {
	dir := filepath.Join(suites(t), "boppo")
	for _, row := range rows(t, filepath.Join(dir, "expected.tsv")) {
		t.Run(row["program"], func(t *testing.T) {
			m, err := systems.Open(filepath.Join(dir, row["program"]))
			if err != nil {
				t.Fatal(err)
			}
			label, _ := strings.CutPrefix(row["options"], "label ")
			r, err := m.Check(context.Background(), systems.Options{Label: label, SelfCheck: true, Timeout: time.Minute})
			if err != nil {
				t.Fatal(err)
			}
			if r.Verdict.String() != row["verdict"] {
				t.Errorf("%v(%s), want %s", r.Verdict, r.Reason, row["verdict"])
			}
			t.Logf("%v(%s) in %.2fs", r.Verdict, r.Reason, r.Seconds)
		})
	}
}
