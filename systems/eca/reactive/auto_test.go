// This file defines tests of the portfolio.

package reactive_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/systems/eca/reactive"
	"github.com/ijit/ijit/systems/eca/reactive/sets"
)

func TestAutoRandom(t *testing.T) {
	by := map[string]int{}
	for seed := range uint64(campaign.Size(t, 75, 10000)) {
		s := randomShape(rand.New(rand.NewPCG(seed, 4)))
		s.Arithmetic = seed%3 > 0
		text := randomProgram(seed, s)
		file := parse(t, "test.c", text)
		r := reactive.Auto(t.Context(), file, reactive.Options{})
		compare(t, file, r)
		for _, a := range r.Labels {
			by[a.By]++
		}
		if r.Reason != verdict.NoReason || r.Stats.Decided != r.Stats.Asked {
			t.Errorf("%d of %d labels, reason %q", r.Stats.Decided, r.Stats.Asked, r.Reason)
		}
		if t.Failed() {
			t.Fatalf("seed %d:\n%s", seed, text)
		}
	}
	if by["bdd"] == 0 || by["regions"] == 0 {
		t.Errorf("decided by %v", by)
	}
}

// What one analysis decides ends the other, what was decided before a limit is kept.
func TestAutoShares(t *testing.T) {
	endless := "int x = 1; int y = 7; int z = 0;"
	turn := `if(input == 1) { x = x * y; y = y + 2; }
	if(input == 2) { z = (z * 37 + 11) % 1009; if(z == 342) { error_1: } }
	if(input == 2 && z == 2000) { error_2: }
	if(input == 3) { x = x * x; }`
	odd := "if(x % 2 == 0) { error_3: }" // never, and nobody finds that out
	file := parse(t, "test.c", program(endless, turn))
	r := reactive.Auto(t.Context(), file, reactive.Options{})
	reached(t, file, r)
	if r.Reason != verdict.NoReason || r.Labels[0].Verdict != verdict.Unsafe || r.Labels[1].Verdict != verdict.Safe {
		t.Errorf("%s, reason %q", outcomes(file, r), r.Reason)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	file = parse(t, "test.c", program(endless, turn+odd))
	r = reactive.Auto(ctx, file, reactive.Options{Progress: func(s reactive.Stats) {
		if s.Decided == 2 {
			cancel()
		}
	}})
	reached(t, file, r)
	if r.Reason != verdict.Interrupted || r.Detail == "" || r.Labels[0].Verdict != verdict.Unsafe || r.Labels[1].Verdict != verdict.Safe || r.Labels[2].Verdict != verdict.Unknown {
		t.Errorf("%s, reason %q", outcomes(file, r), r.Reason)
	}
}

// Where few states have large diagrams, they are searched one by one.
func TestAutoStates(t *testing.T) {
	file := parse(t, "test.c", machine(1, 400, 20, 3))
	options := reactive.Options{MaxBytes: 1 << 20}
	if r := sets.Analyse(t.Context(), file, options); r.Reason != verdict.Memory {
		t.Errorf("sets alone end with reason %q", r.Reason)
	}
	r := reactive.Auto(t.Context(), file, options)
	if r.Reason != verdict.NoReason || r.Stats.Decided != r.Stats.Asked || r.Labels[len(r.Labels)-1].By != "states" {
		t.Errorf("%s, reason %q, the last by %s", outcomes(file, r), r.Reason, r.Labels[len(r.Labels)-1].By)
	}
	reached(t, file, r)
}

// TestAutoLimit has regions end at a limit before anything is refined: a number that is compared with
// nothing keeps sets of states away, and flags that inputs toggle are too many regions.
func TestAutoLimit(t *testing.T) {
	declare, all := "int c = 0; int stage = 0;", "c > 5"
	turn := "if(stage == 1 && input == 100) { error_1: assert(0); }\n stage = 0; if(input == 99) { stage = 1; c = c + 1; }"
	for i := range 20 {
		declare += fmt.Sprintf(" int s%d = 0;", i)
		turn += fmt.Sprintf("\nif(input == %d) { if(s%[2]d == 0) s%[2]d = 1; else s%[2]d = 0; }", i+1, i)
		all += fmt.Sprintf(" && s%d == 1", i)
	}
	file := parse(t, "test.c", program(declare, turn+"\nif("+all+") { error_2: assert(0); }"))
	r := reactive.Auto(t.Context(), file, reactive.Options{MaxBytes: 1 << 22})
	if a := r.Labels[0]; a.Verdict != verdict.Unsafe || a.By != "states" || len(a.Inputs) != 2 {
		t.Errorf("%s, reason %q", outcomes(file, r), r.Reason)
	}
	if r.Labels[1].Verdict != verdict.Unknown || r.Reason != verdict.Memory {
		t.Errorf("%s, reason %q, want the limit of memory", outcomes(file, r), r.Reason)
	}
	// The memory of regions is for states then.
	half := reactive.States(t.Context(), file, reactive.Options{MaxBytes: 1 << 21}).Stats.States
	if n := r.Stats.States; n < half*3/2 {
		t.Errorf("%d states, and %d in half of the memory", n, half)
	}
	reached(t, file, r)
}

// TestAutoFaults has one analysis panic: the other answers, and the panic is told.
func TestAutoFaults(t *testing.T) {
	declare := "int x = 1; int y = 7;"
	turn := `if(input == 1) { x = x * y; y = y + 2; }
	if(input == 2 && y < 0) { error_1: }
	if(input == 3 && y == 9) { error_2: }
	if(x % 2 == 0) { error_3: }` // never, and nobody finds that out
	file := parse(t, "test.c", program(declare, turn))
	for _, engine := range []string{"regions", "states"} {
		ctx, cancel := context.WithCancel(t.Context())
		spilled := false
		r := reactive.Auto(ctx, file, reactive.Options{MaxDepth: 5, Progress: func(s reactive.Stats) {
			switch {
			case spilled && engine == "states":
				cancel() // nothing else ends the refinement
			case !spilled && (s.States > 0) == (engine == "states"):
				spilled = true
				panic("spilled")
			}
		}})
		cancel()
		if len(r.Faults) != 1 || r.Faults[0].Engine != engine {
			t.Errorf("%s: faults %v", engine, r.Faults)
		}
		if engine == "regions" && r.Labels[1].Verdict != verdict.Unsafe || r.Labels[2].Verdict != verdict.Unknown {
			t.Errorf("%s: %s", engine, outcomes(file, r))
		}
		reached(t, file, r)
	}
}
