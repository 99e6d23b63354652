// This file measures backward search over the suites.

package algorithms_test

import (
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/algorithms/bws"
)

// BenchmarkBWS decides one question of the suites in each iteration.
func BenchmarkBWS(b *testing.B) {
	for _, r := range rows(b) {
		b.Run(strings.ReplaceAll(r.name, " ", ":"), func(b *testing.B) {
			_, p := r.open(b)
			for b.Loop() {
				m, cancel := meter(time.Minute)
				bws.Search(p, bws.EitherImages, m, nil)
				cancel()
			}
		})
	}
}
