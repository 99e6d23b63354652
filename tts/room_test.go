// This file tests that reading asks before it takes much memory.

package tts

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime"
	"testing"

	"github.com/ijit/ijit/internal/testing/campaign"
)

// TestRoom checks that all memory is asked for beside what is taken in small blocks, and that
// reading ends where there is no room.
func TestRoom(t *testing.T) {
	lone := []byte("100 100000\n")
	for i := range 100_000 {
		lone = fmt.Appendf(lone, "%d %d ~> %d 0\n", i%100, i, i/2%100)
	}
	for i, test := range []struct {
		name   string
		text   []byte
		blocks uint64 // the edges, or lists of transfers, when they are read
	}{
		{"edges", family{numShared: 5000, numLocal: 755, edges: 100_000}.generate(), 100_000 * sizeOfEdge},
		{"many shared states", family{numShared: 1 << 20, numLocal: 2, edges: 100_000}.generate(), 100_000 * sizeOfEdge},
		{"environment", lone, 100_000 * 3 * 8},
		{"a long line", bytes.Repeat([]byte{' '}, 3<<20), 0},
	} {
		if !campaign.Due(t, i%2, 2) {
			continue
		}
		t.Run(test.name, func(t *testing.T) {
			var before, after runtime.MemStats
			var asked uint64
			calls := 0
			runtime.ReadMemStats(&before)
			sys, err := ReadWithin(bytes.NewReader(test.text), "x.tts", func(bytes uint64) error {
				asked += bytes
				calls++
				return nil
			})
			runtime.ReadMemStats(&after)
			if err != nil && len(test.text) < 3<<20 || calls == 0 {
				t.Fatalf("%d calls, %v", calls, err)
			}
			taken := after.TotalAlloc - before.TotalAlloc
			if taken > asked+test.blocks+2<<20 {
				t.Errorf("%d bytes were taken, %d asked for, %d in small blocks", taken, asked, test.blocks)
			}
			runtime.KeepAlive(sys)
			full := errors.New("full")
			for last := range calls {
				n := 0
				sys, err := ReadWithin(bytes.NewReader(test.text), "x.tts", func(uint64) error {
					if n++; n > last {
						return full
					}
					return nil
				})
				if !errors.Is(err, full) || errors.Is(err, io.EOF) || sys != nil || n != last+1 {
					t.Errorf("no room at question %d of %d: %v, asked %d times", last+1, calls, err, n)
				}
			}
		})
	}
}
