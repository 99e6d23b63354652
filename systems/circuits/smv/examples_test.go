// This file tests the models of the examples.

package smv_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/ijit/ijit/systems/circuits/smv"
)

// wanted checks that properties have the verdicts in the comments above them, and that the model
// is printed as it is written.
func wanted(t *testing.T, src string) {
	t.Helper()
	var want []string
	for line := range strings.Lines(src) {
		if verdict, ok := strings.CutPrefix(line, "-- want: "); ok {
			want = append(want, strings.TrimSpace(verdict))
		}
	}
	m := compile(t, src, smv.Options{})
	if len(want) != len(m.Properties) {
		t.Fatalf("%d properties, %d verdicts wanted", len(m.Properties), len(want))
	}
	for i, p := range m.Properties {
		if got := decide(t, m, p); got.String() != want[i] {
			t.Errorf("%s: %v, want %s", p.Text, got, want[i])
		}
	}
	if out, err := smv.Format("x.smv", []byte(src)); err != nil || string(out) != src {
		t.Errorf("printed: %v\n%s", err, out)
	}
}

func TestExamples(t *testing.T) {
	paths, err := filepath.Glob("../../../examples/*.smv")
	if err != nil || len(paths) < 4 {
		t.Fatalf("%d examples, %v", len(paths), err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			src, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			wanted(t, string(src))
		})
	}
}

// TestDocumentation checks the models of the page about the language.
func TestDocumentation(t *testing.T) {
	page, err := os.ReadFile("../../../docs/smv.md")
	if err != nil {
		t.Fatal(err)
	}
	list := regexp.MustCompile("(?ms)^```smv (\\S+)\n(.*?)^```$").FindAllStringSubmatch(string(page), -1)
	if len(list) < 3 {
		t.Fatalf("%d models", len(list))
	}
	for _, m := range list {
		t.Run(m[1], func(t *testing.T) { wanted(t, m[2]) })
	}
}
