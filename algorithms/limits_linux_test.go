// This file tests that the limits are looked at often enough, in processor time.

package algorithms_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/algorithms/bws"
	"github.com/ijit/ijit/algorithms/directed"
	"github.com/ijit/ijit/algorithms/km"
	"github.com/ijit/ijit/converter"
	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/tts"
)

// long returns a program of so many lines, with any number of threads that go through all.
func long(lines, globals int) string {
	rng := rand.New(rand.NewPCG(1, 5))
	var b strings.Builder
	for i := range globals {
		fmt.Fprintf(&b, "decl g%d := 0;\n", i)
	}
	b.WriteString("void main() begin\n  while * do start_thread goto w; od;\n  w: skip;\n")
	for range lines {
		x := rng.Perm(globals)
		switch rng.IntN(3) {
		case 0:
			fmt.Fprintf(&b, "  g%d := g%d & g%d;\n", x[0], x[1], x[2])
		case 1:
			fmt.Fprintf(&b, "  g%d := !g%d;\n", x[0], x[1])
		case 2:
			fmt.Fprintf(&b, "  if g%d then g%d := !g%d; fi;\n", x[0], x[1], x[2])
		}
	}
	b.WriteString("  assert(g0 | g1 | !g0);\nend\n")
	return b.String()
}

// A watch is a context that is asked for its error at each look at the limits. It measures
// what is done in between, in processor time of its thread, so that other processes do not
// count; after so many looks its deadline is exceeded.
type watch struct {
	context.Context
	t     *testing.T
	left  int
	begin time.Duration
	last  time.Duration
	most  time.Duration
}

func (w *watch) Err() error {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_THREAD, &u); err != nil {
		w.t.Fatal(err)
	}
	now := time.Duration(u.Utime.Nano() + u.Stime.Nano())
	if w.begin == 0 {
		w.begin, w.last = now, now
	}
	w.most, w.last = max(w.most, now-w.last), now
	if w.left--; w.left < 0 {
		return context.DeadlineExceeded
	}
	return nil
}

// TestLimitsLookedAt checks that only a small part of a search is done between two looks at
// the limits, on a program that is large at each stage of it. How long the part takes depends
// on the machine; how large it is does not.
func TestLimitsLookedAt(t *testing.T) {
	campaign.Alone(t)
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	searches := []struct {
		name    string
		globals int
		looks   int // after which it is ended
		search  func(tts.Problem[uint32], *algorithms.Meter)
	}{
		{"bws", 5, 10_000, func(p tts.Problem[uint32], m *algorithms.Meter) {
			bws.Search(p, bws.ForwardImages, m, nil)
		}},
		{"directed", 5, 10_000, func(p tts.Problem[uint32], m *algorithms.Meter) { directed.Search(p, m, nil) }},
		{"km", 3, 500, func(p tts.Problem[uint32], m *algorithms.Meter) {
			km.KM(p, km.DepthFirst, m, nil)
		}},
	}
	for i, a := range searches {
		if !campaign.Due(t, i, len(searches)) {
			continue
		}
		p, err := parser.Parse("long.bp", []byte(long(4500, a.globals)), parser.Both)
		if err != nil {
			t.Fatal(err)
		}
		least, all := time.Hour, time.Duration(0)
		for range 5 { // the garbage collector may take time as well
			w := &watch{Context: context.Background(), t: t, left: a.looks}
			m := algorithms.NewMeter(w, 4<<30, nil)
			jit := converter.NewJIT(image.New(p, image.Big, m.Stop))
			a.search(tts.Problem[uint32]{
				System: jit, Initial: jit.Initial(1),
				Target: tts.Target[uint32]{Fails: func(uint32) bool { return true }},
			}, m)
			_ = w.Err()
			t.Logf("%s: %d looks in %s, at most %s between two", a.name, a.looks-w.left, w.last-w.begin, w.most)
			if least, all = min(least, w.most), max(all, w.last-w.begin); least < all/20 {
				break
			}
		}
		if least > all/20 {
			t.Errorf("%s: %s of %s pass without a look at the limits", a.name, least, all)
		}
	}
}
