// This file tests executions of errors that take several copies of a thread.

package ijit_test

import (
	"context"
	"strings"
	"testing"

	"github.com/ijit/ijit/ijit"
)

// TestManyCopies asks about any number of copies of a thread that counts, modulo 16: so
// many copies are needed until an error. There is an execution as long as they are few.
func TestManyCopies(t *testing.T) {
	for copies, cond := range map[int]string{2: "b & !c", 7: "a & b & c", 9: "a & d"} {
		text := "decl a := 0; decl b := 0; decl c := 0; decl d := 0;\n" +
			"void thread1() begin atomic { a, b, c, d := !a, a != b, (a & b) != c, (a & b & c) != d; } assert(!(" + cond + ")); end"
		m, err := ijit.Read("count.bp", strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		r, err := m.Check(context.Background(), ijit.Options{Parameterized: true, SelfCheck: true})
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict != ijit.Unsafe || r.Property == nil || r.Extent.N != 1 {
			t.Fatalf("%d copies: %+v", copies, r)
		}
		if copies < 9 {
			if !r.Stats.Replayed || r.MaxThreads != copies+1 {
				t.Errorf("%d copies: %d threads, replayed %v", copies, r.MaxThreads, r.Stats.Replayed)
			}
		} else if r.Trace != nil || !strings.Contains(r.Detail, "at most 8 copies") {
			t.Errorf("%d copies: a trace of %d threads; %s", copies, r.MaxThreads, r.Detail)
		}
	}
}
