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
	"github.com/ijit/ijit/converter"
	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/internal/campaign"
	"github.com/ijit/ijit/parser"
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

// TestLimitsLookedAt checks that there is never more than a tenth of a second between two
// looks at the limits, on a program that is large at each stage of a search.
func TestLimitsLookedAt(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	used := func() time.Duration { // of this thread, so that other processes do not count
		var u syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_THREAD, &u); err != nil {
			t.Fatal(err)
		}
		return time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	searches := []struct {
		name    string
		globals int
		search  func(algorithms.Problem[uint32], *algorithms.Meter)
	}{
		{"bws", 5, func(p algorithms.Problem[uint32], m *algorithms.Meter) { algorithms.BWS(p, m, nil) }},
		{"directed", 5, func(p algorithms.Problem[uint32], m *algorithms.Meter) { algorithms.Directed(p, m, nil) }},
		{"km", 3, func(p algorithms.Problem[uint32], m *algorithms.Meter) {
			algorithms.KM(p, algorithms.DepthFirst, m, nil)
		}},
	}
	for i := 0; i < len(searches); i += campaign.Every(t, len(searches)-1, 1) {
		a := searches[i]
		p, err := parser.Parse("long.bp", []byte(long(9000, a.globals)), parser.Both)
		if err != nil {
			t.Fatal(err)
		}
		least := time.Hour
		for range 3 { // the garbage collector may take time as well
			last, most := used(), time.Duration(0)
			look := func() {
				now := used()
				most, last = max(most, now-last), now
			}
			ctx, cancel := context.WithTimeout(context.Background(), 1500*time.Millisecond)
			m := algorithms.NewMeter(ctx, 4<<30, look)
			jit := converter.NewJIT(image.New(p, image.Big, m.Stop))
			a.search(algorithms.Problem[uint32]{
				System: jit, Initial: jit.Initial(1), Images: algorithms.ForwardImages,
				Target: algorithms.Target[uint32]{Fails: func(uint32) bool { return true }},
			}, m)
			look()
			cancel()
			if least = min(least, most); least < time.Second/10 {
				break
			}
		}
		t.Logf("%s: %s", a.name, least)
		if least > time.Second/10 {
			t.Errorf("%s does not look at the limits for %s", a.name, least)
		}
	}
}
