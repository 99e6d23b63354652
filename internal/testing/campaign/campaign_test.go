// This file tests the sizes of campaigns.

package campaign_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/ijit/ijit/internal/testing/campaign"
)

func TestSize(t *testing.T) {
	sample, large := 20, 1000
	if testing.Short() {
		large = 200
	}
	for _, x := range []struct {
		value       string
		size, every int
	}{
		{"", sample, 1000 / sample},
		{"3", 60, 16},
		{"full", 1000, 1},
		{"900", 18_000, 1},
	} {
		t.Setenv(campaign.Variable, x.value)
		if got := campaign.Size(t, 20, 1000); got != x.size {
			t.Errorf("%q: size %d, want %d", x.value, got, x.size)
		}
		if got := campaign.Every(t, 1000, 20); got != x.every {
			t.Errorf("%q: every %d, want %d", x.value, got, x.every)
		}
	}
	t.Setenv(campaign.Variable, "")
	if got := campaign.Size(t, 1000, 1000); got != large {
		t.Errorf("a sample of 1000: %d cases, want %d", got, large)
	}
}

func TestDue(t *testing.T) {
	due := func() (n int) {
		for k := range 3 {
			if campaign.Due(t, k, 3) {
				n++
			}
		}
		return n
	}
	t.Setenv(campaign.Variable, "")
	if n := due(); n != 1 {
		t.Errorf("%d of 3 parts on a day", n)
	}
	t.Setenv(campaign.Variable, "full")
	if n := due(); n != 3 {
		t.Errorf("%d of 3 parts in the full campaign", n)
	}
}

func TestPart(t *testing.T) {
	table := map[string]bool{"a": true, "b": true, "c": true, "d": true, "e": true, "f": true}
	t.Setenv(campaign.Variable, "")
	got := campaign.Part(t, table, 3, "b")
	if n := len(got); n < 2 || n > 3 || !slices.Contains(got, "b") || !slices.IsSorted(got) {
		t.Errorf("b, and a third of a, c, d, e, f: %q", got)
	}
	t.Setenv(campaign.Variable, "full")
	if got := campaign.Part(t, table, 3, "b"); len(got) != len(table) {
		t.Errorf("the full campaign has %q", got)
	}
}

func TestLooks(t *testing.T) {
	c := campaign.Looks(2)
	for i := range 5 {
		if i == 3 {
			c.Reset(1)
		}
		over := i == 2 || i == 4
		if err := c.Err(); (err != nil) != over || over && !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("look %d: %v", i, err)
		}
	}
}
