// This file tests answers about data races against a search for two threads that can access an object next.

package execution_test

import (
	"context"
	"math/rand/v2"
	"regexp"
	"testing"
	"time"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randpthread"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/systems/c"
	"github.com/ijit/ijit/systems/c/execution"
	"github.com/ijit/ijit/systems/c/form"
	"github.com/ijit/ijit/systems/c/front"
)

// races returns the objects on which there is a race in a program whose steps are as in C, and whether these are all.
func races(t *testing.T, text string, threads, states int) (found map[string]bool, all bool) {
	p, err := front.Read("random.c", []byte(text), front.Options{Races: true})
	if err != nil {
		t.Fatal(err)
	}
	found = map[string]bool{}
	all = execution.Visit(t.Context(), p, execution.Limits{Threads: threads, States: states}, func(next [][]*form.Edge) {
		for i := range next {
			for j := range i {
				for _, a := range next[i] {
					for _, b := range next[j] {
						if a.Access.Variable == b.Access.Variable && (a.Access.Write || b.Access.Write) && a.Access.Index == form.None {
							found[p.Terms.Name(a.Access.Variable)] = true
						}
					}
				}
			}
		}
	})
	return found, all
}

var global = regexp.MustCompile(`(?m)^[a-z ]+ g\d`)

// atomically has some globals of a random program be atomic.
func atomically(rng *rand.Rand, text string) string {
	return global.ReplaceAllStringFunc(text, func(s string) string {
		if rng.IntN(2) == 0 {
			return "_Atomic " + s
		}
		return s
	})
}

func TestRaces(t *testing.T) {
	counts := map[verdict.Verdict]int{}
	for seed := range uint64(campaign.Size(t, 6, 1000)) {
		rng := rand.New(rand.NewPCG(seed, 9))
		text := atomically(rng, randpthread.Program(rng))
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		a, err := c.Check(ctx, "random.c", []byte(text), c.Options{Races: true, Certify: true})
		cancel()
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		counts[a.Verdict]++
		switch a.Verdict {
		case verdict.Safe:
			for threads := 2; threads <= 3; threads++ {
				found, _ := races(t, text, threads, campaign.Size(t, 3000, 20_000))
				for x := range found {
					t.Fatalf("seed %d: SAFE, but there is a race on %s with %d threads\n%s", seed, x, threads, text)
				}
			}
			if a.Certificate != nil {
				if _, err := a.Certificate.Check(t.Context(), "random.c", []byte(text), false); err != nil {
					t.Fatalf("seed %d: %v\n%s", seed, err, text)
				}
			}
		case verdict.Unsafe:
			x := a.Races[len(a.Races)-1].Object
			if found, all := races(t, text, a.Trace.MostThreads(), campaign.Size(t, 5000, 60_000)); !found[x] && all {
				t.Fatalf("seed %d: there is no race on %s\n%s", seed, x, text)
			}
		}
	}
	t.Log(counts)
	if counts[verdict.Safe] == 0 || counts[verdict.Unsafe] == 0 {
		t.Errorf("the programs are of one kind: %v", counts)
	}
}
