// This file tests answers about large sequential programs: that they are found, and are checked in terms of the whole program.

package systems

import (
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/examples/family"
	"github.com/ijit/ijit/internal/testing/campaign"
)

// TestLarge asks about large programs. With all globals that takes minutes.
func TestLarge(t *testing.T) {
	for i, safe := range []bool{false, true} {
		if !campaign.Due(t, i, 2) {
			continue
		}
		text := family.Large(family.LargeSize{Lines: 5000, Globals: 40, Safe: safe, Seed: 10})
		m, err := Read("large.bp", strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		r, err := m.Check(t.Context(), Options{Label: "SLIC_ERROR", SelfCheck: true, Certify: true, Timeout: time.Minute})
		if err != nil {
			t.Fatal(err)
		}
		if (r.Verdict == Safe) != safe || r.Verdict == Unknown || !r.Checked {
			t.Errorf("safe %t: %v, %s, checked %t", safe, r.Verdict, r.Detail, r.Checked)
		}
		if _, err := m.Validate(t.Context(), r.Certificate); err != nil {
			t.Errorf("safe %t: %v", safe, err)
		}
	}
}
