// This file tests how much of the memory an algorithm takes that counts its own.

package systems

import (
	"context"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/examples/family"
	"github.com/ijit/ijit/internal/testing/campaign"
)

// TestRoom uses up the memory by decision diagrams: alone, and on a side of a race the others of
// which take little. Most of it is used.
func TestRoom(t *testing.T) {
	campaign.Alone(t)
	multiplier, _ := family.MachineNamed("multiplier")
	m, err := Read("multiplier.smv", strings.NewReader(multiplier.File(20)))
	if err != nil {
		t.Fatal(err)
	}
	const most = 24 << 20
	for i, parts := range []uint64{0, 3} {
		if !campaign.Due(t, i, 2) {
			continue
		}
		debug.FreeOSMemory()
		used := algorithms.NewMeter(context.Background(), 0, nil).Used()
		c := checkOf(t, context.Background(), m, Options{Algorithm: "symbolic", Property: "10", Memory: used + most})
		c.asked, c.parts = 9, parts
		s := &side{turns: []turn{{c.algorithm, 0}}}
		end := s.run(c)
		if bytes := end.result.Stats.StoreBytes; end.err != nil || end.result.Reason != Memory || bytes < most/2 || bytes > most {
			t.Errorf("%d parts: %v(%s), %d bytes of %d, %v", parts, end.result.Verdict, end.result.Reason, bytes, most, end.err)
		}
	}
}
