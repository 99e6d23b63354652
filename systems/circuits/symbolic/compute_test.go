// This file tests numbers of steps between sets of states.

package circuit_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randcircuit"
	"github.com/ijit/ijit/systems/circuits/symbolic"
)

// steps returns the number of steps by its definition, state by state. Between n states a way that takes n steps outside of a set
// has a loop there.
func (k *kripke) steps(from, to []bool, most bool) int {
	n := len(k.frames)
	successors := func(s int) (list []int) {
		for t := range n {
			if len(k.edges[s][t]) > 0 {
				list = append(list, t)
			}
		}
		return list
	}
	set := make([]bool, n)
	begins := false
	reached := make([]bool, n)
	var stack []int
	for s := range n {
		if k.initial[s] {
			reached[s] = true
			stack = append(stack, s)
		}
	}
	for len(stack) > 0 {
		s := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, t := range successors(s) {
			if !reached[t] {
				reached[t] = true
				stack = append(stack, t)
			}
		}
	}
	for s := range n {
		set[s] = reached[s] && from[s]
		begins = begins || set[s]
	}
	if !begins {
		return circuit.Undefined
	}
	for count := range n + 1 { // set is where ways may be after so many steps, with most without having been there
		next, meets, outside := make([]bool, n), false, false
		for s := range n {
			if !set[s] || most && to[s] {
				continue
			}
			outside = outside || set[s]
			list := successors(s)
			if most && len(list) == 0 {
				return circuit.Infinite
			}
			for _, t := range list {
				next[t] = true
			}
		}
		for s := range n {
			meets = meets || set[s] && to[s]
		}
		if !most && meets || most && !outside {
			return count
		}
		set = next
	}
	return circuit.Infinite
}

// TestCompute compares numbers of steps with those by their definition.
func TestCompute(t *testing.T) {
	cfg := randcircuit.Config{Inputs: 2, Latches: 4, Gates: 12, Initial: true, Constraints: true, Steps: true, Fairness: true}
	count := map[string]int{}
	for seed := range campaign.Size(t, 400, 20000) {
		c := randcircuit.New(uint64(seed), cfg)
		d := dice{rand.New(rand.NewPCG(uint64(seed), 7)), nil}
		if d.IntN(2) == 0 { // many steps have one successor
			c.Steps = nil
		}
		for _, l := range c.Latches {
			d.atoms = append(d.atoms, l.Lit)
		}
		k := newKripke(newExplicit(c))
		all := make([]bool, len(k.frames))
		copy(all, k.valid)
		fairly := k.always(all)
		start, final, most := d.formula(d.IntN(3), true), d.formula(d.IntN(3), true), d.IntN(2) == 0
		want := k.steps(k.holds(start, fairly), k.holds(final, fairly), most)
		got, r := circuit.Compute(context.Background(), c, start, final, most, circuit.Options{})
		if r.Verdict != circuit.Safe || got != want {
			t.Fatalf("circuit %d: %v, %v, most %v: %d (%v, %v), want %d", seed, start, final, most, got, r.Verdict, r.Err, want)
		}
		switch {
		case want == circuit.Infinite:
			count["infinite"]++
		case want == circuit.Undefined:
			count["undefined"]++
		case most:
			count["most"] += min(want, 1)
		default:
			count["least"] += min(want, 1)
		}
		if got, r := circuit.Compute(context.Background(), c, start, final, most, circuit.Options{MaxNodes: 40}); r.Verdict == circuit.Safe && got != want {
			t.Fatalf("circuit %d: %d with few nodes, want %d", seed, got, want)
		} else if r.Verdict == circuit.Unknown {
			count["limited"]++
		}
	}
	if len(count) < 5 || count["most"] < 3 || count["least"] < 10 {
		t.Errorf("%v: too few to tell", count)
	}
	t.Log(count)
}
