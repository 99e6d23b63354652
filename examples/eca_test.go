// This file defines the test of the programs in C: each label is what its want line says, by
// the search that finds fewest inputs and by the algorithms of the command.

package examples_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ijit/ijit/systems"
	"github.com/ijit/ijit/systems/eca"
	"github.com/ijit/ijit/systems/eca/reactive"
)

func TestECA(t *testing.T) {
	paths, err := filepath.Glob("eca/*.c")
	if err != nil || len(paths) < 8 {
		t.Fatalf("%d programs: %v", len(paths), err)
	}
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		all := wants(t, path)
		name := strings.TrimSuffix(filepath.Base(path), ".c")
		if verdict := verdictInTable(string(readme), name, path); verdict != all[0].verdict {
			t.Errorf("README.md: %s is %q, want %s", path, verdict, all[0].verdict)
		}
		model, err := systems.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		file := model.Form.(*systems.CProgram).File
		for _, w := range file.Warnings {
			t.Errorf("%v", w)
		}
		if len(all) != len(file.Labels)+1 {
			t.Errorf("%s: %d want lines for %d labels", path, len(all), len(file.Labels))
		}
		found := reactive.States(context.Background(), file, reactive.Options{})
		for _, w := range all[1:] {
			i := slices.IndexFunc(file.Labels, func(l *eca.Label) bool { return l.Name == w.label })
			if i < 0 {
				t.Errorf("%s: want %s: there is no such label", path, w.text)
				continue
			}
			a := found.Labels[i]
			if a.Verdict.String() != w.verdict || max(w.inputs, 0) != len(a.Inputs) || !a.Shortest && w.inputs >= 0 {
				t.Errorf("%s: want %s: %v by the inputs %d", path, w.text, a.Verdict, a.Inputs)
			}
		}
		numbers := eca.Classify(file).Class == "ECA-MUL"
		for _, algorithm := range []string{"auto", "bebop", "cpa"} {
			r, err := model.Check(context.Background(), systems.Options{Algorithm: algorithm})
			if err != nil {
				t.Fatal(err)
			}
			for _, w := range all {
				verdict := r.Verdict
				if w.label != "" {
					i := slices.IndexFunc(r.Properties, func(p systems.Property) bool { return p.Text == w.label })
					verdict = r.Properties[i].Verdict
				}
				if verdict.String() != w.verdict && (verdict != systems.Unknown || !numbers) {
					t.Errorf("%s: want %s: %v by %s", path, w.text, verdict, algorithm)
				}
			}
		}
	}
}

// verdictInTable returns what the table says about a program, "" if it is not there.
func verdictInTable(readme, name, path string) string {
	link := fmt.Sprintf("[%s](%s)", name, path)
	for line := range strings.Lines(readme) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if len(cells) != 3 || !strings.Contains(cells[0], link) {
			continue
		}
		for i, x := range strings.Split(cells[0], ", ") {
			if strings.TrimSpace(x) == link {
				return strings.TrimSpace(strings.Split(cells[2], ", ")[i])
			}
		}
	}
	return ""
}
