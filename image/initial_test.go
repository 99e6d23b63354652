// This file tests the order in which many valuations are gone through.

package image

import (
	"slices"
	"testing"
)

// TestScattered checks that each valuation comes once, and that the first ones have both
// values of every bit, and all four of two bits, about equally often.
func TestScattered(t *testing.T) {
	for n := range 11 {
		seen := map[uint64]bool{}
		base := newBits(1)
		base.Set(20)
		for b := range scattered(base, first(n), nil) {
			w := b.Words()[0]
			if seen[w] || w>>n != 1<<(20-n) {
				t.Fatalf("%d bits: %b", n, w)
			}
			seen[w] = true
		}
		if len(seen) != 1<<n {
			t.Errorf("%d bits have %d valuations", n, len(seen))
		}
	}
	const n, sample = 150, 1 << 12
	var rows [][]bool
	for b := range scattered(newBits(3), first(n), nil) {
		row := make([]bool, n)
		for i := range row {
			row[i] = b.Test(uint(i))
		}
		if rows = append(rows, row); len(rows) == sample {
			break
		}
	}
	for i := range n {
		for j := range i {
			var count [4]int
			for _, r := range rows {
				k := 0
				if r[i] {
					k = 2
				}
				if r[j] {
					k++
				}
				count[k]++
			}
			if slices.Min(count[:]) < sample/16 {
				t.Fatalf("bits %d and %d: %v", i, j, count)
			}
		}
	}
}
