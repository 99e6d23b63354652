// This file defines the comparison with explicit search on random circuits.

package pdr_test

import (
	"context"
	"errors"
	"testing"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randcircuit"
	"github.com/ijit/ijit/systems/circuits/invariant"
	"github.com/ijit/ijit/systems/circuits/pdr"
)

// A machine is a circuit that is executed frame by frame, by evaluation of its graph.
type machine struct {
	*aig.Circuit
	bad   aig.Lit
	value []bool
}

// frame evaluates a frame whose state and inputs are bits of numbers.
func (m *machine) frame(state, inputs int) {
	m.value = make([]bool, m.Len())
	for i, x := range m.Inputs {
		m.value[x.Lit.Node()] = inputs>>i&1 != 0
	}
	for i, x := range m.Latches {
		m.value[x.Lit.Node()] = state>>i&1 != 0
	}
	for n := range m.value {
		if a, b, ok := m.Fanins(n); ok {
			m.value[n] = m.is(a) && m.is(b)
		}
	}
}

func (m *machine) is(l aig.Lit) bool { return m.value[l.Node()] != l.Negated() }

func (m *machine) all(lits []aig.Lit) bool {
	for _, l := range lits {
		if !m.is(l) {
			return false
		}
	}
	return true
}

func (m *machine) next() (state int) {
	for i, x := range m.Latches {
		if m.is(x.Next) {
			state |= 1 << i
		}
	}
	return state
}

// begins reports whether the resets allow a state.
func (m *machine) begins(state int) bool {
	for i, x := range m.Latches {
		if x.Reset <= aig.True && (x.Reset == aig.True) != (state>>i&1 != 0) {
			return false
		}
	}
	return true
}

// violated reports whether a run reaches a bad state, by search of all states.
func (m *machine) violated() (bad bool) {
	later := map[int]bool{} // states of frames behind the first
	var queue []int
	visit := func(state int, first bool) {
		for in := range 1 << len(m.Inputs) {
			m.frame(state, in)
			if !m.all(m.Constraints) || first && !m.all(m.Initial) {
				continue
			}
			bad = bad || m.is(m.bad)
			if m.all(m.Steps) && !later[m.next()] {
				later[m.next()] = true
				queue = append(queue, m.next())
			}
		}
	}
	for state := range 1 << len(m.Latches) {
		if m.begins(state) {
			visit(state, true)
		}
	}
	for len(queue) > 0 {
		state := queue[0]
		queue = queue[1:]
		visit(state, false)
	}
	return bad
}

// replay says what is wrong with the run of a result.
func replay(c *aig.Circuit, bad aig.Lit, r pdr.Result) error {
	values, err := aig.Replay(c, r.Run)
	switch {
	case err != nil:
		return err
	case r.Run.Loop >= 0 || !values.Last(bad):
		return errors.New("the run does not end in a bad state")
	case r.Bound != len(r.Run.Inputs)-1:
		return errors.New("the bound is not the number of steps")
	}
	return nil
}

func TestRandomCircuits(t *testing.T) {
	n := campaign.Size(t, 1000, 200000)
	safe := 0
	for seed := range n {
		c := randcircuit.New(uint64(seed), randcircuit.Small())
		m := &machine{Circuit: c, bad: c.Bads[0].Lit}
		bad := m.violated()
		result := pdr.Check(context.Background(), m.Circuit, m.bad, pdr.Options{})
		switch {
		case result.Verdict == pdr.Unknown || (result.Verdict == pdr.Unsafe) != bad:
			t.Fatalf("circuit %d: %v, but a bad state is reached: %v", seed, result.Verdict, bad)
		case bad:
			if err := replay(m.Circuit, m.bad, result); err != nil {
				t.Fatalf("circuit %d: %v", seed, err)
			}
		default:
			safe++
			if err := invariant.Check(t.Context(), c, m.bad, result.Invariant, 0); err != nil {
				t.Fatalf("circuit %d: %v: %v", seed, result.Invariant, err)
			}
		}
	}
	if safe < n/5 || safe > n*4/5 {
		t.Errorf("%d of %d circuits are safe", safe, n)
	}
}
