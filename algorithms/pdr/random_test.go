// This file defines the comparison with explicit search on random circuits.

package pdr_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/ijit/ijit/algorithms/pdr"
	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/internal/campaign"
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

// violated reports whether a run reaches a bad state, by search of all states. later are the
// states of frames behind the first.
func (m *machine) violated() (bad bool, later map[int]bool) {
	later = map[int]bool{}
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
	return bad, later
}

// replay says why something is no run to a bad state, or "".
func (m *machine) replay(run *aig.Run) string {
	bits := func(list []bool) (n int) {
		for i, b := range list {
			if b {
				n |= 1 << i
			}
		}
		return n
	}
	state := bits(run.First)
	if len(run.First) != len(m.Latches) || !m.begins(state) {
		return "it begins in another state"
	}
	for k, inputs := range run.Inputs {
		m.frame(state, bits(inputs))
		switch {
		case !m.all(m.Constraints):
			return "a constraint is violated"
		case k == 0 && !m.all(m.Initial):
			return "the first frame is not allowed"
		case k < len(run.Inputs)-1 && !m.all(m.Steps):
			return "a step is not allowed"
		}
		state = m.next()
	}
	if len(run.Inputs) == 0 || run.Loop >= 0 || !m.is(m.bad) {
		return "the last frame is not bad"
	}
	return ""
}

// random makes a circuit with at most 6 latches and 3 inputs.
func random(r *rand.Rand) *machine {
	c := aig.New()
	lits := []aig.Lit{aig.True}
	for range r.IntN(4) {
		lits = append(lits, c.Input(""))
	}
	latches := 1 + r.IntN(6)
	for range latches {
		lits = append(lits, c.Latch("", aig.First([]int{0, 0, 0, 1, 2}[r.IntN(5)])))
	}
	pick := func() aig.Lit { return lits[r.IntN(len(lits))].NotIf(r.IntN(2) == 0) }
	gates := 1 + r.IntN(25)
	for range gates {
		switch r.IntN(4) {
		case 0:
			lits = append(lits, c.Xor(pick(), pick()))
		case 1:
			lits = append(lits, c.Mux(pick(), pick(), pick()))
		default:
			lits = append(lits, c.And(pick(), pick()))
		}
	}
	for i := range latches {
		c.SetNext(i, pick())
	}
	some := func(odds int) (list []aig.Lit) {
		for r.IntN(odds) == 0 {
			list = append(list, c.Any(pick(), pick(), pick()))
		}
		return list
	}
	c.Constraints, c.Steps, c.Initial = some(5), some(5), some(4)
	return &machine{Circuit: c, bad: c.All(pick(), pick(), pick())}
}

func TestRandomCircuits(t *testing.T) {
	n := campaign.Size(t, 5000, 200000)
	safe := 0
	for seed := range n {
		m := random(rand.New(rand.NewPCG(uint64(seed), 7)))
		bad, later := m.violated()
		result := pdr.Check(context.Background(), m.Circuit, m.bad, pdr.Options{})
		switch {
		case result.Verdict == pdr.Unknown || (result.Verdict == pdr.Unsafe) != bad:
			t.Fatalf("circuit %d: %v, but a bad state is reached: %v", seed, result.Verdict, bad)
		case bad:
			if why := m.replay(result.Run); why != "" {
				t.Fatalf("circuit %d: %+v: %s", seed, result.Run, why)
			}
			if result.Bound != len(result.Run.Inputs)-1 {
				t.Fatalf("circuit %d: %d steps of %+v", seed, result.Bound, result.Run)
			}
		default:
			safe++
			if why := m.invariant(result.Invariant, later); why != "" {
				t.Fatalf("circuit %d: %v: %s", seed, result.Invariant, why)
			}
		}
	}
	if safe < n/5 || safe > n*4/5 {
		t.Errorf("%d of %d circuits are safe", safe, n)
	}
}

// invariant says why clauses are no inductive invariant of frames behind the first, or "".
func (m *machine) invariant(clauses [][]aig.Lit, later map[int]bool) string {
	in := func(state int) bool {
		m.frame(state, 0)
		for _, c := range clauses {
			some := false
			for _, l := range c {
				some = some || m.is(l)
			}
			if !some {
				return false
			}
		}
		return true
	}
	holds := make([]bool, 1<<len(m.Latches))
	for state := range holds {
		if holds[state] = in(state); later[state] && !holds[state] {
			return "a state is reached and not in it"
		}
	}
	for state := range holds {
		for inputs := range 1 << len(m.Inputs) {
			m.frame(state, inputs)
			switch {
			case !holds[state] || !m.all(m.Constraints):
			case m.is(m.bad):
				return "it has a bad state"
			case m.all(m.Steps) && !holds[m.next()]:
				return "a step leads out of it"
			}
		}
	}
	return ""
}
