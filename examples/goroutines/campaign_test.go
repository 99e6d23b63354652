// This file tests the programs by running them, with random delays.

package goroutines_test

import (
	"bytes"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"testing"

	"github.com/ijit/ijit/internal/testing/campaign"
)

// TestRun runs the mended programs: they come to their end. It runs the broken ones: whatever goes
// wrong does so at a line that wants it, and in the full campaign each program is seen to go wrong.
func TestRun(t *testing.T) {
	campaign.Turn(t, 0, 2)
	all, err := programs()
	if err != nil {
		t.Fatal(err)
	}
	every := campaign.Every(t, len(all), 1)
	full := every == 1
	var some []*program
	for i := every / 2; i < len(all); i += every {
		some = append(some, all[i])
	}
	binary := build(t, some, full)
	broken, missed, unseen := 0, 0, 0
	for _, p := range some {
		runs, least, most := 30, 1, 1
		if !p.fixed {
			broken++
			least, most = 4, 40
		}
		seen := map[int]bool{}
		for try := 0; try < least || try < most && len(seen) == 0; try++ {
			cmd := exec.Command(binary, "-test.run=TestEntry")
			cmd.Env = append(os.Environ(), "ENTRY="+p.file, "RUNS="+strconv.Itoa(runs), "EXITS="+strconv.FormatBool(p.entry == "main"), "GOTRACEBACK=all")
			var out bytes.Buffer
			cmd.Stdout, cmd.Stderr = &out, &out
			err := cmd.Run()
			found := events(p, out.String())
			if err != nil && len(found) == 0 || p.fixed && len(found) > 0 {
				t.Errorf("%s: %v %v\n%s", p.file, err, found, &out)
			}
			for _, e := range found {
				wanted := false
				for _, line := range p.places(e) {
					if slices.ContainsFunc(p.wants[line], e.is) {
						wanted, seen[line] = true, true
					}
				}
				if !p.fixed && !wanted {
					t.Errorf("%s: %s at %v is not wanted\n%s", p.file, e.kind, e.lines, &out)
				}
			}
		}
		if !p.fixed && len(seen) == 0 {
			missed++
			if full { // without the race detector some things cannot be seen
				t.Errorf("%s: nothing was seen", p.file)
			}
		}
		for line := range p.wants {
			if !seen[line] {
				unseen++
				t.Logf("%s:%d: not seen", p.file, line)
			}
		}
	}
	t.Logf("%d programs, %d of them broken, %d of these not seen to go wrong, %d lines not seen", len(some), broken, missed, unseen)
}
