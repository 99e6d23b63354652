package family_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/ijit/ijit/examples/family"
	"github.com/ijit/ijit/ijit"
)

// BenchmarkFlags measures the versions where translating up front is exponential
// and what is reachable is not, for three threads.
func BenchmarkFlags(b *testing.B) {
	for _, k := range []int{8, 12, 16, 20} {
		for _, via := range []ijit.Via{ijit.JIT, ijit.BP, ijit.TTS} {
			b.Run(fmt.Sprintf("%d/%s", k, via), func(b *testing.B) {
				var r *ijit.Result
				for b.Loop() {
					m, err := ijit.Read("flags.bp", strings.NewReader(family.Flags(k)))
					if err != nil {
						b.Fatal(err)
					}
					if r, err = m.Check(context.Background(), ijit.Options{Via: via, All: true}); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(r.States), "states")
				b.ReportMetric(float64(r.Stats.Edges), "edges")
			})
		}
	}
}
