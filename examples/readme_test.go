// This file tests that README.md says what the programs do.

package examples_test

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestReadme checks that the tables have every program. The first one says the
// verdict for one thread at first; the second one what a want line says: the
// verdict, the threads at first, and the cutoff.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	link := regexp.MustCompile(`\[([a-z-]+)\]\(([a-z-]+\.bp)\)`)
	var listed []string
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		links := link.FindAllStringSubmatch(cells[0], -1)
		if len(links) == 0 || len(cells) < 3 {
			continue // not a row of a table
		}
		verdicts := strings.Split(strings.TrimSpace(cells[2]), ", ")
		if len(links) != len(verdicts) {
			t.Errorf("%s: %d programs, %d verdicts", cells[0], len(links), len(verdicts))
			continue
		}
		for i, l := range links {
			if l[1]+".bp" != l[2] {
				t.Errorf("%s leads to %s", l[1], l[2])
			}
			listed = append(listed, l[2])
			all := wants(t, l[2])
			if len(cells) == 3 && all[0].verdict != verdicts[i] {
				t.Errorf("%s is %s, not %s", l[2], all[0].verdict, verdicts[i])
			}
			if len(cells) == 5 && !slices.ContainsFunc(all, func(w want) bool {
				return w.threads == 0 && w.verdict == verdicts[i] &&
					w.initial == strings.TrimSpace(cells[3]) && fmt.Sprint(w.cutoff) == strings.TrimSpace(cells[4])
			}) {
				t.Errorf("%s does not want what its row says: %s", l[2], line)
			}
		}
	}
	slices.Sort(listed)
	if diff := cmp.Diff(programs(t), listed); diff != "" {
		t.Errorf("README.md (+) does not list the programs (-):\n%s", diff)
	}
}
