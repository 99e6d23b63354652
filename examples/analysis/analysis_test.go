package main

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// What can be reached, or seems so to constant propagation, is not excluded.
func TestExcluded(t *testing.T) {
	for _, x := range []struct {
		file    string
		want    []string
		targets int
	}{
		{"testdata/lights.c", []string{"error_1"}, 3},
		{"testdata/locks.bp", []string{"assert(!held)", "assert(held)"}, 3},
	} {
		names, targets, err := excluded(x.file)
		if err != nil || targets != x.targets || !slices.Equal(names, x.want) {
			t.Errorf("%s: %q of %d (%v), want %q of %d", x.file, names, targets, err, x.want, x.targets)
		}
	}
}

// The analysis is a page.
func TestLines(t *testing.T) {
	src, err := os.ReadFile("constants.go")
	if err != nil {
		t.Fatal(err)
	}
	lines := 0
	for line := range strings.SplitSeq(string(src), "\n") {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "//") {
			lines++
		}
	}
	if t.Logf("%d lines", lines); lines > 60 {
		t.Errorf("the analysis has %d lines", lines)
	}
}
