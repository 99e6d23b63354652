// This file tests configurable program analyses by name: their answers are those of summaries,
// and their executions are replayed.

package systems_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/systems"
	"github.com/ijit/ijit/systems/eca/cpa"
)

func TestConfigurable(t *testing.T) {
	cfg := randprog.Sequential()
	cfg.Recursive = false
	counts := map[systems.Verdict]int{}
	for seed := range uint64(campaign.Size(t, 24, 3000)) {
		text := randprog.Generate(rand.New(rand.NewPCG(seed, 61)), cfg)
		m, err := systems.Read("random.bp", strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		want, err := m.Check(context.Background(), systems.Options{Algorithm: "bebop"})
		if err != nil {
			t.Fatal(err)
		}
		for _, analysis := range append(cpa.Names(), "") {
			got, err := m.Check(context.Background(), systems.Options{Algorithm: "cpa", Analysis: analysis, SelfCheck: true, Certify: true})
			switch {
			case err != nil:
				t.Fatalf("seed %d, analysis %q: %v\n%s", seed, analysis, err, text)
			case got.Verdict != want.Verdict || got.Verdict == systems.Unsafe && (!got.Stats.Replayed || got.Trace == nil || got.Property == nil):
				t.Fatalf("seed %d, analysis %q: %v %s, want %v\n%s", seed, analysis, got.Verdict, got.Detail, want.Verdict, text)
			}
			counts[got.Verdict]++
		}
	}
	if counts[systems.Safe] < 10 || counts[systems.Unsafe] < 10 {
		t.Errorf("the verdicts are %v", counts)
	}
}

func TestConfigurableRefuses(t *testing.T) {
	read := func(text string) *systems.Model {
		m, err := systems.Read("x.bp", strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	for _, x := range []struct{ text, detail string }{
		{"decl x; void main() begin x := 1; start_thread goto l; l: assert(x); end", "x.bp:1:35: start_thread goto l: control-flow automata have one thread"},
		{"decl x; void main() begin main(); end", "does not run recursive procedures"},
	} {
		r, err := read(x.text).Check(context.Background(), systems.Options{Algorithm: "cpa"})
		if err != nil || r.Verdict != systems.Unknown || r.Reason != systems.Unsupported || !strings.Contains(r.Detail, x.detail) {
			t.Errorf("%s: %v, %v", x.text, r, err)
		}
	}
	for _, x := range []struct {
		o    systems.Options
		want string
	}{
		{systems.Options{Algorithm: "cpa", Analysis: "signs"}, "choose one of bdd, value, region, bdd+value"},
		{systems.Options{Algorithm: "bebop", Analysis: "bdd"}, "has no choice of analyses"},
		{systems.Options{Algorithm: "cpa", Threads: 2}, "takes no bound on threads"},
	} {
		if _, err := read("void main() begin skip; end").Check(context.Background(), x.o); err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%v: %v, want %s", x.o, err, x.want)
		}
	}
}
