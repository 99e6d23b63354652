// This file tests answers against a search that knows nothing of predicates.

package c

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randpthread"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/systems/c/execution"
	"github.com/ijit/ijit/systems/c/front"
)

// TestSuite checks the programs of the suite, as far as they are decided at once: half of them each day.
func TestSuite(t *testing.T) {
	dir := filepath.Join("..", "..", "..", "shared", "suites", "pthread")
	text, err := os.ReadFile(filepath.Join(dir, "expected.tsv"))
	if err != nil {
		t.Skip("the programs are not here: ", err)
	}
	limit := time.Duration(campaign.Size(t, 1, 100)) * 200 * time.Millisecond
	decided, all, n := 0, 0, 0
	for line := range strings.Lines(string(text)) {
		f := strings.Fields(line)
		if f[0] == "file" {
			continue
		}
		if n++; !campaign.Due(t, n%4, 4) {
			continue
		}
		all++
		program, err := os.ReadFile(filepath.Join(dir, f[0]))
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), limit)
		a, err := Check(ctx, f[0], program, Options{})
		cancel()
		if err != nil {
			t.Errorf("%s: %v", f[0], err)
			continue
		}
		if a.Verdict == verdict.Unknown {
			t.Logf("%s: UNKNOWN(%s) %s", f[0], a.Reason, a.Detail)
			continue
		}
		decided++
		if want := map[string]verdict.Verdict{"true": verdict.Safe, "false": verdict.Unsafe}[f[1]]; a.Verdict != want {
			t.Errorf("%s: %v, want %v", f[0], a.Verdict, want)
		}
	}
	if decided == 0 || all > 20 && decided*3 < all {
		t.Errorf("%d of %d programs are decided", decided, all)
	}
}

// TestRandom compares what the abstraction says of random programs with a search of more threads.
func TestRandom(t *testing.T) {
	counts := map[verdict.Verdict]int{}
	limit := time.Duration(campaign.Size(t, 1, 4)) * 500 * time.Millisecond
	for seed := range uint64(campaign.Size(t, 8, 2000)) {
		text := randpthread.Program(rand.New(rand.NewPCG(seed, 7)))
		ctx, cancel := context.WithTimeout(t.Context(), limit)
		a, err := Check(ctx, "random.c", []byte(text), Options{abstractOnly: true, apart: seed%2 > 0, Certify: seed%3 == 0})
		cancel()
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		counts[a.Verdict]++
		if a.Certificate != nil {
			if _, err := a.Certificate.Check(t.Context(), "random.c", []byte(text), false); err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, text)
			}
		}
		if a.Verdict != verdict.Safe {
			continue
		}
		p, err := front.Read("random.c", []byte(text), front.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for threads := 2; threads <= 4; threads++ {
			r := execution.Search(t.Context(), p, execution.Limits{Threads: threads, States: campaign.Size(t, 5_000, 20_000)})
			if r.Trace != nil {
				t.Fatalf("seed %d: SAFE, but with %d threads there is an error\n%s", seed, threads, text)
			}
		}
	}
	t.Log(counts)
	if counts[verdict.Safe] == 0 || counts[verdict.Unsafe] == 0 {
		t.Errorf("the programs are of one kind: %v", counts)
	}
}
