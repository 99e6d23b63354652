// This file tests that random programs can be made.

package rungo

import (
	"testing"

	"github.com/ijit/ijit/internal/testing/campaign"
)

func TestRandom(t *testing.T) {
	s, err := NewSource()
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(campaign.Size(t, 20, 50)) {
		p := s.Random(seed)
		if seed < 3 {
			t.Logf("%s", p.Text)
		}
	}
}
