// This file tests the parser on the real programs.

package parser

import (
	"os"
	"path/filepath"
	"testing"
)

// suiteFiles returns the real programs of a suite and skips the test where
// they are not there.
func suiteFiles(t testing.TB, pattern string) []string {
	t.Helper()
	root := ""
	for _, dir := range []string{"../shared", "../../shared"} {
		if _, err := os.Stat(filepath.Join(dir, "suites")); err == nil {
			root = dir
		}
	}
	if root == "" {
		t.Skip("the suites of real programs (../shared/suites) are not here")
	}
	files, err := filepath.Glob(filepath.Join(root, "suites", pattern))
	if err != nil || len(files) == 0 {
		t.Fatalf("no files match %s: %v", pattern, err)
	}
	return files
}

func TestSuites(t *testing.T) {
	for _, pattern := range []string{"satabs/*/*.bp", "boppo/*.bp", "bluetooth/*.bp"} {
		for _, name := range suiteFiles(t, pattern) {
			src, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			f, err := ParseFile(name, src)
			if err != nil {
				t.Errorf("%v", err)
				continue
			}
			text := f.String()
			g, err := ParseFile(name, []byte(text))
			if err != nil {
				t.Errorf("%v", err)
				continue
			}
			if g.String() != text {
				t.Errorf("%s: differs", name)
			}
			t.Logf("%s %s %d pcs", name, f.Dialect, f.NumPCs)
			if filepath.Base(name)=="satabs.3.bp" || filepath.Base(name)=="n-conc.bp" { if len(text)<6000 {t.Log(text)} }
			for _, w := range f.Warnings { t.Logf("%s", w.String()) }
		}
	}
}
