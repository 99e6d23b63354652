// This file defines tests of the analysis by z3.

package reactive_test

import (
	"context"
	"math/rand/v2"
	"os/exec"
	"testing"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/systems/eca/reactive"
)

func needZ3(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("z3"); err != nil {
		t.Skip("z3 is not installed")
	}
}

// Spacer proves what depends on how numbers are related.
func TestSpacer(t *testing.T) {
	needZ3(t)
	for _, x := range []struct{ name, text, want string }{
		{"equal numbers", program("int x = 0; int y = 0;", "if(input == 1 && x < 2000000000) { x = x + 1; y = y + 1; }\n if(x != y) { error_1: assert(0); } if(x == 3) { error_2: }"), "error_1 SAFE, error_2 UNKNOWN"},
		{"division and remainder", program("int x = -7; int y = 0;", "if(input == 1) { y = x % 3; x = x / -2; }\n if(input == 2) { x = y - x; y = -1; }\n if(x > 9) { error_1: assert(0); }"), "error_1 SAFE"},
	} {
		t.Run(x.name, func(t *testing.T) {
			file := parse(t, "test.c", x.text)
			r := reactive.Spacer(t.Context(), file, reactive.Options{})
			if got := outcomes(file, r); got != x.want {
				t.Errorf("%s, want %s", got, x.want)
			}
			reached(t, file, r)
		})
	}
}

func TestSpacerRandom(t *testing.T) {
	needZ3(t)
	asked := 0
	for i := range uint64(campaign.Size(t, 30, 500)) {
		seed := i + 12
		s := randomShape(rand.New(rand.NewPCG(seed, 5)))
		s.Arithmetic = true
		text := randomProgram(seed, s)
		file := parse(t, "test.c", text)
		r := reactive.Spacer(t.Context(), file, reactive.Options{})
		reached(t, file, r)
		inputs, _ := least(file, 0)
		for i, a := range r.Labels {
			if a.Verdict == verdict.Safe && inputs[i] >= 0 {
				t.Errorf("%s is safe by %s, but reached by %d inputs", file.Labels[i].Name, a.By, inputs[i])
			}
			if a.By == "spacer" || a.Verdict != verdict.Safe {
				asked++
			}
		}
		if t.Failed() {
			t.Fatalf("seed %d:\n%s", seed, text)
		}
	}
	if asked < 5 {
		t.Errorf("%d labels were asked about", asked)
	}
}

// z3 is killed with the context; without it the answer says so.
func TestSpacerLimits(t *testing.T) {
	file := parse(t, "test.c", program("int x = 0; int y = 0;", "if(input == 1) { x = x + 1; y = y - 1; }\n if(x < y) { error_1: assert(0); }"))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	t.Run("interrupted", func(t *testing.T) {
		needZ3(t)
		if r := reactive.Spacer(ctx, file, reactive.Options{}); r.Reason != verdict.Interrupted {
			t.Errorf("reason %q", r.Reason)
		}
	})
	t.Setenv("PATH", t.TempDir())
	if r := reactive.Spacer(t.Context(), file, reactive.Options{}); r.Reason != verdict.Unsupported || r.Detail == "" || r.Labels[0].Verdict != verdict.Unknown {
		t.Errorf("reason %q, %s", r.Reason, r.Detail)
	}
}
