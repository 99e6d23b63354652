// This file tests the algorithm on a program like that of the paper's figure 1: what it reaches
// is known location by location.

package cpa_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/systems/eca"
	"github.com/ijit/ijit/systems/eca/cpa"
	"github.com/ijit/ijit/systems/eca/reactive"
)

const figure = `extern int __VERIFIER_nondet_int();
int a = 0;
int main() {
	while (1) {
		int in = __VERIFIER_nondet_int();
		if (in == 1)
			a = 3;
		if (a == 2)
			ERROR: assert(0);
	}
}
`

// states returns what is reached by explicit values, at each line the values of a and in.
func states(t *testing.T, analysis cpa.Analysis[string], a *cpa.Automaton) map[int][]string {
	r := cpa.Run(context.Background(), cpa.Composite(a, analysis), nil, nil)
	if !r.Complete() || r.Ended() != nil {
		t.Fatal(r.Ended())
	}
	out := map[int][]string{}
	for e := range r.All() {
		var values []string
		for i := 0; i < len(e.Data); i += 4 {
			values = append(values, fmt.Sprint(e.Data[i]))
		}
		if state := strings.Join(values, " "); !slices.Contains(out[e.At.Pos.Line], state) {
			out[e.At.Pos.Line] = append(out[e.At.Pos.Line], state)
			slices.Sort(out[e.At.Pos.Line])
		}
	}
	return out
}

func automaton(t *testing.T, text string) *cpa.Automaton {
	f, err := eca.Parse("figure.c", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	a, err := cpa.OfFile(f)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestFigure(t *testing.T) {
	a := automaton(t, figure)
	want := map[int][]string{ // in is 1 or any other number, which is 2
		4: {"0 0", "0 2", "3 1", "3 2"},
		6: {"0 1", "0 2", "3 1", "3 2"},
		7: {"0 1", "3 1"},
		8: {"0 2", "3 1", "3 2"},
	}
	got := states(t, cpa.Values(a), a)
	delete(got, 0) // where nothing is in the source
	if !maps.EqualFunc(got, want, slices.Equal) {
		t.Errorf("reached %v,\nwant %v", got, want)
	}
}

// With merge = join there is one element at each location, and as many states in it as there
// are elements with merge = sep.
func TestJoin(t *testing.T) {
	a := automaton(t, figure)
	analysis, err := cpa.Diagrams(a, bdd.Options{})
	if err != nil {
		t.Fatal(err)
	}
	joined := cpa.Run(context.Background(), cpa.Composite(a, analysis), nil, nil)
	met := map[*cpa.Location]bool{}
	for e := range joined.All() {
		if met[e.At] {
			t.Errorf("line %d has two elements", e.At.Pos.Line)
		}
		met[e.At] = true
	}
	separate := cpa.Run(context.Background(), cpa.Composite(a, cpa.Values(a)), nil, nil)
	there := map[*cpa.Location]bool{}
	for e := range separate.All() {
		there[e.At] = true
	}
	if !maps.Equal(met, there) || separate.Len() <= joined.Len() {
		t.Errorf("%d locations with join, %d with sep, which has %d elements", len(met), len(there), separate.Len())
	}
}

// Blocks change what is stored, not what is reached.
func TestBlocks(t *testing.T) {
	a := automaton(t, figure)
	all := cpa.Run(context.Background(), cpa.Composite(a, cpa.Values(a)), nil, nil)
	a.Blocks()
	few := cpa.Run(context.Background(), cpa.Composite(a, cpa.Values(a)), nil, nil)
	if few.Len() >= all.Len()/2 || few.Len() == 0 {
		t.Errorf("%d elements with blocks, %d without", few.Len(), all.Len())
	}
	for e := range few.All() {
		if !e.At.Stored {
			t.Errorf("an element at line %d", e.At.Pos.Line)
		}
	}
}

// A limit, an error of the analysis and the end of the context end a run.
func TestLimits(t *testing.T) {
	f, err := eca.Parse("count.c", []byte(`extern int __VERIFIER_nondet_int();
int n = 0;
int main() { while (1) { int in = __VERIFIER_nondet_int(); n = n + 1; if (n < 0) error: assert(0); if (in != 1) return 0; } }`))
	if err != nil {
		t.Fatal(err)
	}
	a, err := cpa.OfFile(f)
	if err != nil {
		t.Fatal(err)
	}
	full := errors.New("full")
	r := cpa.Run(context.Background(), cpa.Composite(a, cpa.Values(a)), nil, func(states int) error {
		if states > 100 {
			return full
		}
		return nil
	})
	if !errors.Is(r.Ended(), full) || r.Complete() || r.Len() < 100 || r.Len() > 110 {
		t.Errorf("%v with %d elements", r.Ended(), r.Len())
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, x := range []struct {
		analysis string
		reason   verdict.Reason
	}{{"value", verdict.Interrupted}, {"bdd", verdict.Unsupported}, {"signs", verdict.Unsupported}} {
		if r := cpa.CheckC(ctx, f, x.analysis, reactive.Options{}); r.Reason != x.reason || r.Complete || r.Labels[0].Verdict != verdict.Unknown {
			t.Errorf("%s: %v", x.analysis, r)
		}
	}
	// Regions do not know how far n is counted: neither answer is theirs.
	if r := cpa.CheckC(context.Background(), f, "region", reactive.Options{}); r.Labels[0].Verdict != verdict.Unknown || r.Reason != verdict.Bound {
		t.Errorf("region: %v", r)
	}
}
