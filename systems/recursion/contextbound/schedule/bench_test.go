// This file defines benchmarks of executions.

package schedule_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/ijit/ijit/internal/proof/judge"
	"github.com/ijit/ijit/systems/recursion/contextbound/schedule"
)

// BenchmarkBluetooth makes the execution to the error of each driver.
func BenchmarkBluetooth(b *testing.B) {
	for _, name := range drivers(b) {
		p := read(b, filepath.Join(bluetooth, name))
		j, err := judge.New(p.File, judge.Small)
		if err != nil {
			b.Fatal(err)
		}
		w := &way{t: b, f: p.File, judge: j, threads: p.File.Threads, most: 5, limit: 1_000_000, label: "SLIC_ERROR"}
		s, _ := w.find()
		if s == nil {
			b.Fatal("no schedule")
		}
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := schedule.Run(context.Background(), p, *s, target(p, w.label), schedule.Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
