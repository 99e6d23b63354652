// This file defines benchmarks of explicit search.

package reactive_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/ijit/ijit/systems/eca"
	"github.com/ijit/ijit/systems/eca/reactive"
)

// BenchmarkStates searches the programs of the suite: all labels, parsing not included.
func BenchmarkStates(b *testing.B) {
	paths, _ := filepath.Glob(filepath.Join(suite, "*.c"))
	if len(paths) == 0 {
		b.Skip("the real programs, a folder of shared/suites, do not lie beside the checkout: " + suite)
	}
	for _, path := range paths {
		b.Run(filepath.Base(path), func(b *testing.B) {
			text, err := os.ReadFile(path)
			if err != nil {
				b.Fatal(err)
			}
			file, err := eca.Parse(path, text)
			if err != nil {
				b.Fatal(err)
			}
			var states, bytes int64
			for b.Loop() {
				r := reactive.States(context.Background(), file, reactive.Options{})
				states, bytes = states+r.Stats.States, bytes+r.Stats.Bytes
			}
			b.ReportMetric(float64(states)/b.Elapsed().Seconds(), "states/s")
			b.ReportMetric(float64(bytes)/float64(states), "B/state")
		})
	}
}
