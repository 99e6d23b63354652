// This file tests the models of the examples.

package smv_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ijit/ijit/parser/smv"
)

// TestExamples checks that properties have the verdicts in the comments above them, and that the
// models are printed as they are written.
func TestExamples(t *testing.T) {
	paths, err := filepath.Glob("../../examples/*.smv")
	if err != nil || len(paths) < 4 {
		t.Fatalf("%d examples, %v", len(paths), err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			src, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			var want []string
			for line := range strings.Lines(string(src)) {
				if verdict, ok := strings.CutPrefix(line, "-- want: "); ok {
					want = append(want, strings.TrimSpace(verdict))
				}
			}
			m := compile(t, string(src), smv.Options{})
			if len(want) != len(m.Properties) {
				t.Fatalf("%d properties, %d verdicts wanted", len(m.Properties), len(want))
			}
			for i, p := range m.Properties {
				if got := decide(t, m, p); got.String() != want[i] {
					t.Errorf("%s: %v, want %s", p.Text, got, want[i])
				}
			}
			if out, err := smv.Format(path, src); err != nil || string(out) != string(src) {
				t.Errorf("printed: %v\n%s", err, out)
			}
		})
	}
}
