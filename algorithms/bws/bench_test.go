// This file measures backward search over the suites.

package bws_test

import (
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/algorithms/bws"
	"github.com/ijit/ijit/internal/testing/cases"
)

// BenchmarkBWS decides one question of the suites in each iteration.
func BenchmarkBWS(b *testing.B) {
	for _, r := range cases.Rows(b) {
		b.Run(strings.ReplaceAll(r.Name, " ", ":"), func(b *testing.B) {
			_, p := r.Open(b)
			for b.Loop() {
				m, cancel := cases.Meter(time.Minute)
				bws.Search(p, bws.EitherImages, m, nil)
				cancel()
			}
		})
	}
}
