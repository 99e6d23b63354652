// This file tests whether answers about finite state machines are seen to be about no run.

package systems_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/ijit"
	"github.com/ijit/ijit/internal/show/trace"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randcircuit"
	"github.com/ijit/ijit/parser/ltl"
	"github.com/ijit/ijit/systems"
	"github.com/ijit/ijit/systems/circuits/machine"
)

// TestVacuousCircuits compares what is said of random circuits with a search frame by frame: a
// property that is true is vacuous if and only if there is no run that it is about.
func TestVacuousCircuits(t *testing.T) {
	seen := map[string]int{}
	for seed := range uint64(campaign.Size(t, 300, 5000)) {
		c := randcircuit.New(seed, randcircuit.Config{Inputs: 1, Latches: 4, Gates: 12, Initial: true, Constraints: true, Steps: true, Fairness: true, Resets: true})
		bad := c.Bads[0].Lit
		switch seed % 5 { // so that there are often no runs
		case 0:
			c.Constraints = append(c.Constraints, bad)
		case 1:
			c.Steps = append(c.Steps, bad, c.Latches[0].Lit)
		case 2, 3:
			c.Fairness = append(c.Fairness, bad)
		}
		m := &systems.Model{Model: ijit.Model{Name: "x.aig"}, Form: systems.StateMachine{Machine: &machine.Machine{Circuit: c, Waves: noWaves, Properties: []machine.Property{
			{Bad: bad},
			{Formula: ltl.Globally(ltl.Finally(ltl.Atom(int(bad))))},
			{Formula: ltl.ForAll(ltl.Globally(ltl.Not(ltl.False())))},
		}}}}
		begins, endless := runs(c)
		algorithm := []string{"pdr", "symbolic", "auto"}[seed%3]
		r, err := m.Check(context.Background(), systems.Options{Algorithm: algorithm, All: true, Timeout: time.Minute, SelfCheck: true})
		if err != nil {
			t.Fatalf("seed %d: %s: %v", seed, algorithm, err)
		}
		for i, p := range r.Properties {
			want := ""
			switch {
			case p.Verdict != systems.Safe:
			case !begins:
				want = "no initial state"
			case i == 0 || endless:
			case len(c.Fairness) > 0:
				want = "no fair run"
			default:
				want = "no infinite run"
			}
			if p.Found.Vacuous != want {
				t.Errorf("seed %d: %s: property %d is %v and vacuous because of %q, want %q", seed, algorithm, i, p.Verdict, p.Found.Vacuous, want)
			}
			seen[fmt.Sprintf("%d %v %s", i, p.Verdict, want)]++
		}
	}
	for _, key := range []string{"0 SAFE ", "0 SAFE no initial state", "1 SAFE ", "1 SAFE no fair run", "1 SAFE no infinite run", "2 SAFE "} {
		if seen[key] < 3 {
			t.Errorf("%s was met %d times: %v", key, seen[key], seen)
		}
	}
}

func noWaves(*aig.Run) *trace.Waves { return nil }

// runs reports whether a circuit has runs, and whether it has infinite ones that are fair, by its
// definition: it looks at all pairs of frames.
func runs(c *aig.Circuit) (begins, endless bool) {
	frames := 1 << (len(c.Latches) + len(c.Inputs))
	var allowed, left, first []bool
	fair := make([][]bool, len(c.Fairness))
	var states, next []int
	for f := range frames {
		s := aig.NewSimulator(c)
		for i, l := range c.Latches {
			s.Set(l.Lit, uint64(f>>i&1))
		}
		for i, in := range c.Inputs {
			s.Set(in.Lit, uint64(f>>len(c.Latches)>>i&1))
		}
		s.Eval()
		holds := func(lits ...aig.Lit) bool {
			return !slices.ContainsFunc(lits, func(l aig.Lit) bool { return s.Value(l)&1 == 0 })
		}
		begin, to := holds(c.Initial...), 0
		for i, l := range c.Latches {
			begin = begin && (l.Reset == l.Lit || holds(l.Lit) == (l.Reset == aig.True))
			if holds(l.Next) {
				to |= 1 << i
			}
		}
		allowed, left = append(allowed, holds(c.Constraints...)), append(left, holds(c.Steps...))
		first = append(first, begin)
		states, next = append(states, f&(1<<len(c.Latches)-1)), append(next, to)
		for i, l := range c.Fairness {
			fair[i] = append(fair[i], holds(l))
		}
	}
	leads := make([][]bool, frames) // from one to another, by a step or more
	for f := range frames {
		leads[f] = make([]bool, frames)
		for g := range frames {
			leads[f][g] = allowed[f] && left[f] && allowed[g] && next[f] == states[g]
		}
	}
	for over := range frames {
		for f := range frames {
			for g := range frames {
				leads[f][g] = leads[f][g] || leads[f][over] && leads[over][g]
			}
		}
	}
	recurs := func(f int) bool { // a fair loop leads from f to f
		return leads[f][f] && !slices.ContainsFunc(fair, func(holds []bool) bool {
			for g := range frames {
				if holds[g] && leads[f][g] && leads[g][f] {
					return false
				}
			}
			return true
		})
	}
	for f := range frames {
		if !first[f] || !allowed[f] {
			continue
		}
		begins = true
		for g := range frames {
			endless = endless || (f == g || leads[f][g]) && recurs(g)
		}
	}
	return begins, endless
}

// TestVacuousModels asks about models of which it is plain why they have no runs.
func TestVacuousModels(t *testing.T) {
	for _, x := range []struct{ name, text, state, formula string }{
		{"contradictory INVAR", "INVAR a & !a\n", "no initial state", "no initial state"},
		{"contradictory INIT", "INIT a\nINIT !a\n", "no initial state", "no initial state"},
		{"fairness", "FAIRNESS FALSE\n", "", "no fair run"},
		{"compassion", "COMPASSION (TRUE, FALSE)\n", "", "no fair run"},
		{"deadlock", "TRANS FALSE\n", "", "no infinite run"},
		{"a run that ends", "INIT a\nTRANS a & !next(a)\n", "", "no infinite run"},
		{"one deadlock of two states", "TRANS a & next(a)\n", "", ""},
		{"justice", "JUSTICE a\nCOMPASSION (a, !a)\n", "", ""},
	} {
		m, err := systems.Read("x.smv", strings.NewReader("MODULE main\nVAR a : boolean;\n"+x.text+"INVARSPEC a | !a\nLTLSPEC G (a | !a)\n"))
		if err != nil {
			t.Fatal(err)
		}
		for _, no := range []bool{false, true} {
			r, err := m.Check(context.Background(), systems.Options{All: true, NoVacuous: no, Timeout: time.Minute})
			if err != nil {
				t.Fatal(err)
			}
			verdicts := []systems.Verdict{systems.Safe, systems.Safe}
			for i, why := range []string{x.state, x.formula} {
				if no && why != "" {
					verdicts[i] = systems.Unknown
				}
				if p := r.Properties[i]; p.Found.Vacuous != why || p.Verdict != verdicts[i] {
					t.Errorf("%s: property %d is %v, %+v", x.name, i, p.Verdict, p.Found)
				}
			}
			if r.Vacuous != x.formula || r.Verdict != verdicts[1] {
				t.Errorf("%s: %v, vacuous: %s", x.name, r.Verdict, r.Vacuous)
			}
		}
	}
}
