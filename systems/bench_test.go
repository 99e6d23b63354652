// This file measures checks end to end: from the source text to the verdict.

package systems_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ijit/ijit/systems"
)

// BenchmarkCheck reports states per second from parsing to the verdict, and bytes
// per stored state, for each version.
func BenchmarkCheck(b *testing.B) {
	for _, bench := range []struct {
		program string
		threads int
	}{{"02_inc_c/satabs.3", 3}, {"01_inc_l/satabs.1", 6}} {
		src, err := os.ReadFile(filepath.Join(suites(b), "satabs", bench.program+".bp"))
		if err != nil {
			b.Fatal(err)
		}
		for _, via := range []systems.Via{systems.JIT, systems.BP, systems.TTS} {
			b.Run(bench.program+"/"+string(via), func(b *testing.B) {
				var r *systems.Result
				for b.Loop() {
					m, err := systems.Read(bench.program, strings.NewReader(string(src)))
					if err != nil {
						b.Fatal(err)
					}
					if r, err = m.Check(context.Background(), systems.Options{Threads: bench.threads, Via: via, All: true}); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(r.States)*float64(b.N)/b.Elapsed().Seconds(), "states/s")
				b.ReportMetric(float64(r.Stats.StoreBytes)/float64(r.States), "B/state")
			})
		}
	}
}
