// This file tests how constants are made smaller.

package extract

import (
	"maps"
	"testing"
)

func TestScaled(t *testing.T) {
	const room, loop = false, true
	for _, test := range []struct {
		counted map[int64]bool
		want    map[int64]int64
	}{
		{map[int64]bool{100: room}, map[int64]int64{}}, // no loop is cut
		{map[int64]bool{100: loop}, map[int64]int64{99: 7, 100: 8}},
		{map[int64]bool{9: loop}, map[int64]int64{9: 8}},
		{map[int64]bool{10: loop, 12: loop}, map[int64]int64{9: 7, 10: 8, 11: 9, 12: 10}},
		{map[int64]bool{10: loop, 20: loop}, map[int64]int64{9: 7, 10: 8, 19: 15, 20: 16}},
		{map[int64]bool{10: loop, 100: loop, 101: loop}, map[int64]int64{9: 7, 10: 8, 99: 63, 100: 64, 101: 65}},
		{map[int64]bool{10: loop, 1000: loop, 10_000: loop}, map[int64]int64{9: 7, 10: 8, 999: 9, 1000: 10, 9999: 79, 10_000: 80}},
		{map[int64]bool{10: loop, 100: loop, 1000: loop}, map[int64]int64{9: 7, 10: 8, 99: 63, 100: 64, 999: 65, 1000: 66}},
		{map[int64]bool{10: loop, 70: loop, 95: loop}, map[int64]int64{9: 7, 10: 8, 69: 55, 70: 56, 94: 57, 95: 58}},
		{map[int64]bool{64: room, 1000: loop}, map[int64]int64{64: 8, 999: 9, 1000: 10}},
		{map[int64]bool{10: loop, 100: room, 101: room, 1 << 40: room}, map[int64]int64{9: 7, 10: 8, 100: 80, 101: 81, 1 << 40: 1<<40/5*4 + 1}},
	} {
		if got := scaled(test.counted, 8); !maps.Equal(got, test.want) {
			t.Errorf("%v: %v, not %v", test.counted, got, test.want)
		}
	}
}
