// This file compares checks of random programs with the judge's own
// breadth-first search.

package systems_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ijit/ijit/internal/proof/judge"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/systems"
)

var first = flag.Uint64("first", 0, "the first of the random programs")

// TestDifferential compares verdict, state count and the depth of each assertion
// of random programs, for n = 1 to 3 threads, big and small steps, in all versions,
// with what the judge finds.
func TestDifferential(t *testing.T) {
	programs := campaign.Size(t, 36, 300)
	compared, unsafe := 0, 0
	for seed := *first; seed < *first+uint64(programs); seed++ {
		src := randprog.Generate(rand.New(rand.NewPCG(seed, 1)), randprog.Default())
		checks, errs, err := differ(src)
		compared += checks
		unsafe += errs
		if err != nil {
			small := randprog.Shrink(src, func(s string) bool { _, _, err := differ(s); return err != nil })
			_, _, err = differ(small)
			t.Fatalf("seed %d: %v\n%s", seed, err, small)
		}
	}
	t.Logf("%d programs, %d comparisons, %d of them with an error", programs, compared, unsafe)
	if unsafe == 0 || unsafe == compared {
		t.Error("the programs are all alike")
	}
}

// differ compares one program and returns the number of comparisons, of those in
// which an assertion fails, and what differs.
func differ(src string) (checks, unsafe int, err error) {
	m, err := systems.Read("random.bp", strings.NewReader(src))
	if err != nil {
		return 0, 0, err
	}
	for n := 1; n <= 3; n++ {
		for mode, atomicity := range map[judge.Mode]systems.Atomicity{judge.Big: systems.Big, judge.Small: systems.Small} {
			j, err := judge.New(m.Program.File, mode)
			if err != nil {
				return checks, unsafe, err
			}
			want := j.Explore(context.Background(), 1, n, 20_000)
			if !want.Complete {
				continue
			}
			for _, o := range []systems.Options{{Via: systems.JIT, Exact: true}, {Via: systems.TTS, Exact: true}, {Via: systems.BP, Exact: true}, {Via: systems.JIT}} {
				o.Threads, o.Atomicity, o.All, o.SelfCheck = n, atomicity, true, true
				r, err := m.Check(context.Background(), o)
				name := fmt.Sprintf("n=%d %v %s, whole %t", n, mode, o.Via, o.Exact)
				if err != nil {
					return checks, unsafe, fmt.Errorf("%s: %w", name, err)
				}
				checks++
				if want.Error {
					unsafe++
				}
				if got := r.Verdict == systems.Unsafe; r.Verdict == systems.Unknown || got != want.Error || o.Exact && r.States != want.States || r.States > want.States {
					return checks, unsafe, fmt.Errorf("%s: %v(%s), %d states, the judge says error %v, %d states",
						name, r.Verdict, r.Reason, r.States, want.Error, want.States)
				}
				for _, p := range r.Properties {
					if depth := want.Properties[p.PC]; depth != p.Depth {
						return checks, unsafe, fmt.Errorf("%s: %s fails at depth %d, the judge says %d", name, p.Text, p.Depth, depth)
					}
				}
				if want.Error && !r.Stats.Replayed {
					return checks, unsafe, fmt.Errorf("%s: the trace was not replayed", name)
				}
			}
		}
	}
	return checks, unsafe, nil
}
