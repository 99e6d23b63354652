// This file tests executions of errors that take several copies of a thread.

package systems_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/systems"
)

// TestManyCopies asks about any number of copies of a thread that counts, modulo 16: so
// many copies are needed until an error. Where that is in the first round, there is an
// execution; in the second one, as long as copies are few.
func TestManyCopies(t *testing.T) {
	const count = "a, b, c, d := !a, a != b, (a & b) != c, (a & b & c) != d;"
	for _, x := range []struct {
		copies, rounds int
		cond           string
	}{
		{2, 1, "b & !c"}, {7, 1, "a & b & c"}, {9, 1, "a & d"},
		{2, 2, "first & b & !c"}, {9, 2, "first & a & d"},
	} {
		text := "decl a := 0; decl b := 0; decl c := 0; decl d := 0;\n" +
			"void thread1() begin decl first; atomic { first := !a & !b & !c & !d; " + count + " } assert(!(" + x.cond + ")); end"
		m, err := systems.Read("count.bp", strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		o := systems.Options{Parameterized: true, SelfCheck: true}
		if x.copies > 8 && x.rounds > 1 { // to find no execution takes as long as there is time
			o.Timeout = time.Duration(campaign.Size(t, 1, 600)) * 100 * time.Millisecond
		}
		r, err := m.Check(context.Background(), o)
		for ; err == nil && r.Verdict == systems.Unknown && o.Timeout > 0 && o.Timeout < time.Minute; o.Timeout *= 2 {
			r, err = m.Check(context.Background(), o) // the machine is slow
		}
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict != systems.Unsafe || r.Property == nil || r.Extent.N != x.rounds {
			t.Fatalf("%+v: %+v", x, r)
		}
		if x.copies <= 8 || x.rounds == 1 {
			if !r.Stats.Replayed || r.MaxThreads != x.copies+1 {
				t.Errorf("%+v: %d threads, replayed %v", x, r.MaxThreads, r.Stats.Replayed)
			}
		} else if r.Trace != nil || !strings.Contains(r.Detail, "at most 8 copies") {
			t.Errorf("%+v: a trace of %d threads; %s", x, r.MaxThreads, r.Detail)
		}
	}
}
