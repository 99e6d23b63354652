package bmc_test

import (
	"context"
	"testing"

	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/parser/ltl"
	"github.com/ijit/ijit/systems/circuits/bmc"
)

// TestLimits checks that each limit ends a search that would go on for long, and is named.
func TestLimits(t *testing.T) {
	c, full := counter(24)
	often := ltl.Globally(ltl.Finally(ltl.Once(ltl.Atom(int(full)))))
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for name, run := range map[string]func(context.Context, bmc.Options) bmc.Result{
		"literal":   func(ctx context.Context, o bmc.Options) bmc.Result { return bmc.CheckBad(ctx, c, full, o) },
		"formula":   func(ctx context.Context, o bmc.Options) bmc.Result { return bmc.Check(ctx, c, often, o) },
		"induction": func(ctx context.Context, o bmc.Options) bmc.Result { return bmc.Induction(ctx, c, full, o) },
		"diameter":  func(ctx context.Context, o bmc.Options) bmc.Result { return bmc.Diameter(ctx, c, false, o) },
	} {
		for want, x := range map[verdict.Reason]struct {
			ctx     context.Context
			options bmc.Options
		}{
			verdict.Bound:       {t.Context(), bmc.Options{Bound: 7}},
			verdict.Memory:      {t.Context(), bmc.Options{Memory: 1 << 18}},
			verdict.Interrupted: {cancelled, bmc.Options{}},
		} {
			r := run(x.ctx, x.options)
			if r.Verdict != verdict.Unknown || r.Reason != want || want == verdict.Bound && r.Bound != 7 || want == verdict.Interrupted && r.Bound != -1 {
				t.Errorf("%s: %v (%v) at bound %d, want reason %v", name, r.Verdict, r.Reason, r.Bound, want)
			}
		}
	}
	if r := bmc.Check(t.Context(), c, ltl.Exists(often), bmc.Options{}); r.Reason != verdict.Unsupported || r.Err == nil {
		t.Errorf("a path quantifier: %v, %v", r.Reason, r.Err)
	}
}

// ending is a context that ends when it has been asked a number of times whether it has.
type ending struct {
	context.Context
	left int
}

func (e *ending) Err() error {
	if e.left--; e.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestInductionInterrupted ends induction wherever it looks whether it is to end: no question
// that is left open is a proof.
func TestInductionInterrupted(t *testing.T) {
	c, full := counter(24)
	for n := range 40 {
		r := bmc.Induction(&ending{t.Context(), n}, c, full, bmc.Options{})
		if r.Verdict != verdict.Unknown || r.Reason != verdict.Interrupted {
			t.Errorf("interrupted at question %d: %v (%v) at bound %d", n, r.Verdict, r.Reason, r.Bound)
		}
	}
}
