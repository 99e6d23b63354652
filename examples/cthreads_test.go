// This file tests the examples of C programs with threads.

package examples_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/systems/c"
)

// TestCThreads checks the C programs with threads, whose answers stand in the comment above them: a third of them each day.
func TestCThreads(t *testing.T) {
	files, err := filepath.Glob("cthreads/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs: ", err)
	}
	for i, file := range files {
		if !campaign.Due(t, i%6, 6) {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range wants(t, file) {
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			a, err := c.Check(ctx, file, text, c.Options{Threads: w.threads})
			cancel()
			if err != nil {
				t.Errorf("%s: %v", file, err)
			} else if a.Verdict.String() != w.verdict {
				t.Errorf("%s: %v(%s) %s, want %s", file, a.Verdict, a.Reason, a.Detail, w.text)
			}
		}
	}
}
