// This file defines tests of answers, limits and progress.

package pdr_test

import (
	"context"
	"reflect"
	"testing"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/systems/circuits/pdr"
)

// counter counts from 0 up to n-1 and begins again. With an input it may also stand still.
func counter(width int, n uint64) (*aig.Circuit, []aig.Lit) {
	c := aig.New()
	run := c.Input("run")
	bits := make([]aig.Lit, width)
	for i := range bits {
		bits[i] = c.Latch("", aig.Zero)
	}
	last := equals(c, bits, n-1)
	carry := run
	for i, b := range bits {
		c.SetNext(i, c.And(c.And(run, last).Not(), c.Xor(b, carry)))
		carry = c.And(carry, b)
	}
	return c, bits
}

func equals(c *aig.Circuit, bits []aig.Lit, n uint64) aig.Lit {
	same := make([]aig.Lit, len(bits))
	for i, b := range bits {
		same[i] = b.NotIf(n>>i&1 == 0)
	}
	return c.All(same...)
}

func TestCounter(t *testing.T) {
	c, bits := counter(8, 100)
	for n := range uint64(120) {
		bad := equals(c, bits, n)
		result := pdr.Check(t.Context(), c, bad, pdr.Options{})
		switch {
		case n >= 100 && (result.Verdict != pdr.Safe || len(result.Invariant) == 0):
			t.Errorf("%d: %v %v", n, result.Verdict, result.Invariant)
		case n < 100 && (result.Verdict != pdr.Unsafe || result.Bound < int(n)):
			t.Errorf("%d: %v after %d steps", n, result.Verdict, result.Bound)
		case n < 100:
			if err := replay(c, bad, result); err != nil {
				t.Errorf("%d: %v", n, err)
			}
		}
	}
}

func TestLimits(t *testing.T) {
	c, bits := counter(20, 1<<20-1)
	bad := equals(c, bits, 1<<20-2)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, x := range []struct {
		name string
		ctx  context.Context
		o    pdr.Options
		want verdict.Reason
	}{
		{"cancelled", ended, pdr.Options{}, verdict.Interrupted},
		{"time", campaign.Looks(50), pdr.Options{}, verdict.Timeout},
		{"memory", t.Context(), pdr.Options{Memory: 1 << 15}, verdict.Memory},
		{"bound", t.Context(), pdr.Options{Bound: 7}, verdict.Bound},
	} {
		result := pdr.Check(x.ctx, c, bad, x.o)
		if result.Verdict != pdr.Unknown || result.Reason != x.want {
			t.Errorf("%s: %v %v", x.name, result.Verdict, result.Reason)
		}
		if x.name == "bound" && result.Bound != 7 || x.name == "cancelled" && result.Bound != -1 {
			t.Errorf("%s: no bad state in %d steps", x.name, result.Bound)
		}
	}
}

func TestDeterministic(t *testing.T) {
	c, bits := counter(10, 1000)
	var results []pdr.Result
	for range 2 {
		results = append(results, pdr.Check(t.Context(), c, equals(c, bits, 1010), pdr.Options{}))
	}
	if !reflect.DeepEqual(results[0], results[1]) {
		t.Errorf("%+v\n%+v", results[0], results[1])
	}
}

func TestEvents(t *testing.T) {
	c, bits := counter(6, 50)
	bounds := []int{}
	pdr.Check(t.Context(), c, equals(c, bits, 5), pdr.Options{Event: func(s pdr.Stats) {
		bounds = append(bounds, s.Bound)
	}})
	if len(bounds) == 0 || bounds[0] != 0 {
		t.Errorf("bounds %v", bounds)
	}
}

// What is always or never bad needs no search, whatever the circuit.
func TestConstants(t *testing.T) {
	c := aig.New()
	if got := pdr.Check(t.Context(), c, aig.True, pdr.Options{}); got.Verdict != pdr.Unsafe || len(got.Run.Inputs) != 1 {
		t.Errorf("true: %+v", got)
	}
	if got := pdr.Check(t.Context(), c, aig.False, pdr.Options{}); got.Verdict != pdr.Safe {
		t.Errorf("false: %+v", got)
	}
	c.Constraints = []aig.Lit{aig.False}
	if got := pdr.Check(t.Context(), c, aig.True, pdr.Options{}); got.Verdict != pdr.Safe {
		t.Errorf("no frame: %+v", got)
	}
}
