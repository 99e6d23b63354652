package bmc_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randcircuit"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/parser/ltl"
	"github.com/ijit/ijit/systems/circuits/bmc"
)

// A frame is a valuation of inputs in some state that the constraints allow.
type frame struct {
	first, bad bool
	next       int // the state after it, -1 for none
}

// frames has, by state, those of a circuit of few latches and inputs, of which nothing is known
// but what simulation says.
func frames(c *aig.Circuit, bad aig.Lit) [][]frame {
	s := aig.NewSimulator(c)
	holds := func(lits []aig.Lit) bool {
		return !slices.ContainsFunc(lits, func(l aig.Lit) bool { return s.Value(l)&1 == 0 })
	}
	list := make([][]frame, 1<<len(c.Latches))
	for x := range list {
		state := bits(x, len(c.Latches))
		reset := true
		for i, l := range c.Latches {
			reset = reset && (l.Reset == l.Lit || state[i] == (l.Reset == aig.True))
		}
		for in := range 1 << len(c.Inputs) {
			s.Begin(state)
			s.Frame(bits(in, len(c.Inputs)))
			if !holds(c.Constraints) {
				continue
			}
			f := frame{first: reset && holds(c.Initial), bad: s.Value(bad)&1 != 0, next: -1}
			if holds(c.Steps) {
				f.next = 0
				for i, l := range c.Latches {
					f.next |= int(s.Value(l.Next)&1) << i
				}
			}
			list[x] = append(list[x], f)
		}
	}
	return list
}

// depth returns how many steps a shortest run to bad has, -1 if there is none. The second result
// is then as many as the longest run has, -1 if there are no runs, math.MaxInt if they are endless.
func depth(states [][]frame) (bad, end int) {
	level := make([]bool, len(states))
	for i := range level {
		level[i] = true
	}
	for d := 0; d <= 2*len(states); d++ {
		next := make([]bool, len(states))
		some := false
		for x, fs := range states {
			for _, f := range fs {
				if !level[x] || d == 0 && !f.first {
					continue
				}
				if f.bad {
					return d, 0
				}
				some = true
				if f.next >= 0 {
					next[f.next] = true
				}
			}
		}
		if !some {
			return -1, d - 1
		}
		level = next
	}
	return -1, math.MaxInt
}

// inductive returns the least k for which there is no path of k steps from a state that repeats
// no state and at whose end, for the first time, bad holds.
func inductive(states [][]frame) int {
	seen := make([]bool, len(states))
	var longest func(x int) int
	longest = func(x int) int {
		steps := -1
		seen[x] = true
		for _, f := range states[x] {
			if f.bad {
				steps = max(steps, 0)
			} else if f.next >= 0 && !seen[f.next] {
				if n := longest(f.next); n >= 0 {
					steps = max(steps, n+1)
				}
			}
		}
		seen[x] = false
		return steps
	}
	k := 0
	for x := range states {
		k = max(k, longest(x)+1)
	}
	return k
}

// TestInduction compares induction with a search through all states: it always has an
// answer, at the least bound, since it ends at the latest when there is no longer path
// without repetitions.
func TestInduction(t *testing.T) {
	proved, found := 0, 0
	for seed := range uint64(campaign.Size(t, 1000, 50000)) {
		size := randcircuit.Small()
		size.Latches = 3 // that all states have been met is the pigeonhole principle
		c := randcircuit.New(seed, size)
		bad := c.Bads[0].Lit
		states := frames(c, bad)
		want, end := depth(states)
		res := bmc.Induction(t.Context(), c, bad, bmc.Options{})
		switch {
		case res.Verdict == verdict.Safe && want < 0:
			// If runs end, that there are no longer ones may be seen first.
			if k := inductive(states); res.Bound != k && (res.Bound > k || res.Bound <= end) {
				t.Fatalf("seed %d: proved at bound %d, want %d", seed, res.Bound, k)
			}
			proved++
		case res.Verdict == verdict.Unsafe && res.Bound == want:
			found++
			v, err := aig.Replay(c, res.Run)
			if err != nil || !v.Last(bad) {
				t.Fatalf("seed %d: the run is no counterexample: %v", seed, err)
			}
		default:
			t.Fatalf("seed %d: %v at bound %d, want depth %d", seed, res.Verdict, res.Bound, want)
		}
		if d := bmc.Diameter(t.Context(), c, false, bmc.Options{}); d.Verdict != verdict.Safe || d.Bound < want {
			t.Fatalf("seed %d: recurrence diameter %d, bad is %d steps away", seed, d.Bound, want)
		}
	}
	t.Log(proved, "proved,", found, "refuted")
}

// TestLivenessToSafety compares the proof or counterexample to a formula by way of safety with
// bounded model checking.
func TestLivenessToSafety(t *testing.T) {
	proved, lassos, finite, open := 0, 0, 0, 0
	for seed := range uint64(campaign.Size(t, 1000, 50000)) {
		c := tiny(seed)
		r := rand.New(rand.NewPCG(seed, 2))
		f := formula(r, c, 1+r.IntN(4))
		infinite := r.IntN(4) == 0
		bounded := bmc.Check(t.Context(), c, f, bmc.Options{Bound: 12, Infinite: infinite})
		safety, bad, back := bmc.LivenessToSafety(c, f, infinite)
		res := bmc.Induction(t.Context(), safety, bad, bmc.Options{Bound: 10})
		switch {
		case res.Verdict == verdict.Unsafe:
			run := back(res.Run)
			if run == nil || !refutes(c, f, run) || infinite && run.Loop < 0 {
				t.Fatalf("seed %d: %v: the run is no counterexample: %v", seed, f, run)
			}
			if bounded.Verdict == verdict.Safe || len(run.Inputs) <= bounded.Bound {
				t.Fatalf("seed %d: %v: a counterexample of %d frames, bounded model checking: %v at bound %d",
					seed, f, len(run.Inputs), bounded.Verdict, bounded.Bound)
			}
			if run.Loop >= 0 {
				lassos++
			} else {
				finite++
			}
		case res.Verdict == verdict.Safe:
			if bounded.Verdict == verdict.Unsafe {
				t.Fatalf("seed %d: %v: proved by way of safety, but there is a counterexample of bound %d", seed, f, bounded.Bound)
			}
			proved++
		default:
			open++
		}
	}
	t.Log(proved, "proved,", lassos, "lassos,", finite, "finite runs,", open, "open")
	if open > (proved+lassos+finite)/10 {
		t.Error("too many are open")
	}
}

// TestLoopNeeded checks that a formula of which finite runs show that it is false needs no loop.
func TestLoopNeeded(t *testing.T) {
	c := aig.New()
	p := ltl.Atom(int(c.Latch("p", aig.Any)))
	for _, x := range []struct {
		f       *ltl.Formula
		latches int
	}{
		{ltl.Globally(p), 2},
		{ltl.Globally(ltl.Or(p, ltl.Next(p))), 3},
		{ltl.Globally(ltl.Finally(p)), 7},
	} {
		if s, _, _ := bmc.LivenessToSafety(c, x.f, false); len(s.Latches) != x.latches {
			t.Errorf("%v: %d latches, want %d", x.f, len(s.Latches), x.latches)
		}
	}
}

// TestDiameterOfInputs checks that a state may come twice if inputs make its first time a first frame.
func TestDiameterOfInputs(t *testing.T) {
	c := aig.New()
	c.Latch("kept", aig.Zero)
	x, y := c.Input("x"), c.Input("y")
	for _, initial := range []aig.Lit{x, c.And(x, y)} {
		c.Initial = []aig.Lit{initial}
		if r := bmc.CheckBad(t.Context(), c, x.Not(), bmc.Options{Bound: 2}); r.Bound != 1 {
			t.Fatalf("bad is at bound %d, want 1", r.Bound)
		}
		if r := bmc.Diameter(t.Context(), c, false, bmc.Options{}); r.Verdict != verdict.Safe || r.Bound != 1 {
			t.Errorf("%v: recurrence diameter %d, want 1", r.Verdict, r.Bound)
		}
	}
	c.Initial = nil
	if r := bmc.Diameter(t.Context(), c, false, bmc.Options{}); r.Verdict != verdict.Safe || r.Bound != 0 {
		t.Errorf("%v: recurrence diameter %d, want 0", r.Verdict, r.Bound)
	}
}

// TestInductionHardStep checks that a step that takes for ever does not keep the base from a
// counterexample: the step has to find the factors of a number, which the first states have.
func TestInductionHardStep(t *testing.T) {
	const width, deep, p, q = 26, 30, 45678901, 38271613
	c := aig.New()
	word := func(name string, reset uint64, next func(now []aig.Lit) []aig.Lit) []aig.Lit {
		var now []aig.Lit
		first := len(c.Latches)
		for i := range width {
			now = append(now, c.Latch(name, aig.First(reset>>i&1)))
		}
		for i, l := range next(now) {
			c.SetNext(first+i, l)
		}
		return now
	}
	same := func(now []aig.Lit) []aig.Lit { return now }
	is := func(word []aig.Lit, n uint64) aig.Lit {
		all := aig.True
		for i, l := range word {
			all = c.And(all, l.NotIf(n>>i&1 == 0))
		}
		return all
	}
	add := func(x, y []aig.Lit) (sum []aig.Lit) {
		carry := aig.False
		for i := range x {
			sum = append(sum, c.Xor(c.Xor(x[i], y[i]), carry))
			carry = c.Or(c.And(x[i], y[i]), c.And(carry, c.Or(x[i], y[i])))
		}
		return sum
	}
	one := make([]aig.Lit, width)
	one[0] = aig.True
	clock := word("clock", 0, func(now []aig.Lit) []aig.Lit { return add(now, one) })
	x, y := word("x", p, same), word("y", q, same)
	product := make([]aig.Lit, 2*width)
	for i := range x {
		row := make([]aig.Lit, 2*width)
		for j := range y {
			row[i+j] = c.And(x[i], y[j])
		}
		product = add(product, row)
	}
	bad := c.All(is(clock, deep), is(product, p*q), is(x, 1).Not(), is(y, 1).Not())
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	if r := bmc.Induction(ctx, c, bad, bmc.Options{}); r.Verdict != verdict.Unsafe || r.Bound != deep {
		t.Errorf("%v (%v) at bound %d, want a counterexample of %d steps", r.Verdict, r.Reason, r.Bound, deep)
	}
}
