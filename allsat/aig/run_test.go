// This file defines tests of runs: unrolling, replay and cones agree.

package aig_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/internal/testing/randcircuit"
)

// randomRun returns a run that need not obey any rule but resets.
func randomRun(rng *rand.Rand, c *aig.Circuit, frames int) *aig.Run {
	r := &aig.Run{Loop: -1}
	for _, l := range c.Latches {
		r.First = append(r.First, l.Reset == aig.True || l.Reset == l.Lit && rng.IntN(2) == 0)
	}
	for range frames {
		var in []bool
		for range c.Inputs {
			in = append(in, rng.IntN(2) == 0)
		}
		r.Inputs = append(r.Inputs, in)
	}
	return r
}

// free returns a circuit without the rules that a run may break.
func free(c *aig.Circuit) *aig.Circuit {
	f := *c
	f.Initial, f.Constraints, f.Steps, f.Fairness = nil, nil, nil, nil
	return &f
}

// TestUnroll compares all literals in all frames with the simulator's.
func TestUnroll(t *testing.T) {
	for seed := range uint64(500) {
		c := randcircuit.New(seed, randcircuit.Config{Inputs: 4, Latches: 8, Gates: 60})
		rng := rand.New(rand.NewPCG(seed, 1))
		const frames = 6
		r := randomRun(rng, c, frames)
		v, err := aig.Replay(c, r)
		if err != nil {
			t.Fatal(err)
		}
		for _, open := range []bool{false, true} {
			u := aig.Unroll(c, open)
			var all [frames][]aig.Lit
			for f := range all {
				f = frames - 1 - f
				for n := range c.Len() {
					all[f] = append(all[f], u.At(aig.Lit(2*n), f))
				}
			}
			values := make([]bool, u.Len())
			for f := range frames {
				for i, in := range c.Inputs {
					values[u.At(in.Lit, f).Node()] = r.Inputs[f][i]
				}
			}
			for i, l := range c.Latches {
				if at := u.At(l.Lit, 0); at > aig.True {
					values[at.Node()] = r.First[i]
				} else if open {
					t.Fatal("a constant in any state")
				}
			}
			at := func(l aig.Lit) bool { return values[l.Node()] != l.Negated() }
			for n := range values {
				if left, right, ok := u.Fanins(n); ok {
					values[n] = at(left) && at(right)
				}
			}
			for f := range all {
				for n, l := range all[f] {
					if at(l) != v.At(aig.Lit(2*n), f) {
						t.Fatalf("seed %d open %t: node %d in frame %d", seed, open, n, f)
					}
				}
			}
		}
	}
}

// TestReplay gives the judge runs that are none.
func TestReplay(t *testing.T) {
	c := aig.New()
	in := c.Input("in")
	a, b := c.Latch("a", aig.Zero), c.Latch("b", aig.Any)
	c.SetNext(0, c.Xor(a, in))
	c.SetNext(1, b)
	c.Initial = []aig.Lit{c.Or(b, in)}
	c.Constraints = []aig.Lit{c.Or(a, b)}
	c.Steps = []aig.Lit{c.Or(in, a)}
	c.Fairness = []aig.Lit{a}
	bits := func(s string) (values []bool) {
		for _, x := range s {
			values = append(values, x == '1')
		}
		return values
	}
	for _, x := range []struct{ first, inputs, loop, want string }{
		{"01", "110", "-", ""},
		{"01", "111", "0", "the loop does not close: latch a is false in frame 0 and not behind the last frame"},
		{"01", "11", "0", ""},
		{"01", "10", "1", ""},
		{"01", "1", "-", ""},
		{"01", "0", "-", ""},
		{"01", "", "-", "the run has no frame"},
		{"01", "1", "1", "the loop begins in frame 1 of 1"},
		{"0", "1", "-", "the first state has 1 values for 2 latches"},
		{"11", "1", "-", "latch a is true in the first state, against its reset"},
		{"00", "1", "-", "constraint 0 is false in frame 0"},
		{"00", "0", "-", "initial condition 0 is false in frame 0"},
		{"01", "110", "0", "step condition 0 is false in frame 2"},
		{"01", "01", "-", "step condition 0 is false in frame 0"},
	} {
		r := &aig.Run{First: bits(x.first), Loop: -1}
		for _, b := range bits(x.inputs) {
			r.Inputs = append(r.Inputs, []bool{b})
		}
		if x.loop != "-" {
			r.Loop = int(x.loop[0] - '0')
		}
		_, err := aig.Replay(c, r)
		if got := ""; err != nil || x.want != "" {
			if err != nil {
				got = err.Error()
			}
			if got != x.want {
				t.Errorf("%s %s %s: %q, want %q", x.first, x.inputs, x.loop, got, x.want)
			}
		}
	}
	if _, err := aig.Replay(c, &aig.Run{First: bits("01"), Inputs: [][]bool{{true, true}}, Loop: -1}); err == nil || !strings.Contains(err.Error(), "2 values for 1 inputs") {
		t.Error(err)
	}
	c.Steps = nil
	r := &aig.Run{First: bits("01"), Inputs: [][]bool{bits("0")}}
	if _, err := aig.Replay(c, r); err == nil || err.Error() != "fairness 0 is never true on the loop" {
		t.Error(err)
	}
	r.Loop = -1
	v, err := aig.Replay(c, r)
	if err != nil || v.Len() != 1 || v.Often(b) || !v.Last(b) || v.Last(b.Not()) {
		t.Error(v, err)
	}
}

// TestConeMeaning follows runs of cones and their runs in the whole circuit.
func TestConeMeaning(t *testing.T) {
	lassos, longer := 0, 0
	for seed := range uint64(2000) {
		cfg := randcircuit.Small()
		cfg.Constraints = seed%2 == 0
		whole := randcircuit.New(seed, cfg)
		bad := whole.Bads[0].Lit
		k := aig.NewCone(whole, bad)
		if k.Len() > whole.Len() || len(k.Latches) > len(whole.Latches) {
			t.Fatal("the cone is larger than the circuit")
		}
		reduced, ok := k.Lit(bad.Not())
		if !ok {
			t.Fatal("the question is not in the cone")
		}
		rng := rand.New(rand.NewPCG(seed, 2))
		r := randomRun(rng, k.Circuit, 4)
		v, err := aig.Replay(free(k.Circuit), r)
		if err != nil {
			t.Fatal(err)
		}
		compare := func(back *aig.Run) {
			w, err := aig.Replay(free(whole), back)
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			for f := range w.Len() {
				g := f
				for g >= v.Len() {
					g -= v.Len() - r.Loop
				}
				if w.At(bad, f) == v.At(reduced, g) {
					t.Fatalf("seed %d: the value of the question changes", seed)
				}
			}
			_, before := aig.Replay(k.Circuit, r)
			_, behind := aig.Replay(whole, back)
			if (before == nil) != (behind == nil) {
				t.Fatalf("seed %d: the cone says %v, the whole %v", seed, before, behind)
			}
		}
		back, ok := k.Run(r, 0)
		if !ok {
			t.Fatal("a finite run has no limit")
		}
		compare(back)
		// Close a loop where the last frame's successor is a state that was there.
		for loop := range r.Inputs {
			r.Loop = loop
			if _, err := aig.Replay(free(k.Circuit), r); err != nil {
				continue
			}
			back, ok := k.Run(r, 4*64+4)
			if !ok {
				t.Fatalf("seed %d: no loop in 64 states", seed)
			}
			lassos++
			if len(back.Inputs) > len(r.Inputs) {
				longer++
			}
			compare(back)
		}
	}
	if lassos < 100 || longer < 10 {
		t.Errorf("only %d lassos, of which %d become longer", lassos, longer)
	}
}

// TestCone checks what is in a cone, and that a loop outside of it has a limit.
func TestCone(t *testing.T) {
	c := aig.New()
	in, other := c.Input("in"), c.Input("other")
	a := c.Latch("a", aig.Zero)
	var counter []aig.Lit
	for range 10 {
		counter = append(counter, c.Latch("", aig.Zero))
	}
	b := c.Latch("b", aig.One)
	c.SetNext(0, c.Xor(b, other))
	carry := in
	for i, l := range counter {
		c.SetNext(i+1, c.Xor(l, carry.Not()))
		carry = c.Or(carry, l.Not())
	}
	k := aig.NewCone(c, a)
	if len(k.Inputs) != 1 || k.Inputs[0].Name != "other" || len(k.Latches) != 2 || k.Latches[1].Name != "b" || k.Latches[1].Reset != aig.True {
		t.Errorf("%v %v", k.Inputs, k.Latches)
	}
	if _, ok := k.Lit(in); ok {
		t.Error("in is not in the cone")
	}
	r := &aig.Run{First: []bool{false, true}, Inputs: [][]bool{{true}, {true}}, Loop: 1}
	if _, ok := k.Run(r, 1024); ok {
		t.Error("the counter is back too early")
	}
	back, ok := k.Run(r, 1025)
	if !ok || len(back.Inputs) != 1025 {
		t.Error("the counter is not back")
	}
	if _, err := aig.Replay(c, back); err != nil {
		t.Error(err)
	}
	for _, rule := range []*[]aig.Lit{&c.Initial, &c.Constraints, &c.Steps, &c.Fairness} {
		*rule = []aig.Lit{in}
		if k := aig.NewCone(c, a); !slices.ContainsFunc(k.Inputs, func(x aig.Input) bool { return x.Name == "in" }) {
			t.Error("a rule is not in the cone")
		}
		*rule = nil
	}
}
