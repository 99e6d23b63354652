// This file tests backward search on real programs.

package bws_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/cases"
)

// TestBWSRealPrograms decides the real programs in three versions, with one and
// with any number of main threads, small and big steps.
func TestBWSRealPrograms(t *testing.T) {
	campaign.Alone(t)
	files, err := filepath.Glob(filepath.Join(cases.Suites, "satabs/*/*.bp"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Skip("the real inputs, shared/suites, do not lie beside the checkout")
	}
	n := tally{soon: soon(t)}
	every := campaign.Every(t, len(files), len(files)/14)
	for i, file := range files {
		if i%every != 0 {
			continue
		}
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := backwardProgram(string(src), &n, 0); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
	t.Logf("%d programs: %v", len(files), &n)
}
