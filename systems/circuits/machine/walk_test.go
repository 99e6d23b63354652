// This file tests walks through models.

package machine

import (
	"context"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/allsat/aig/aiger"
)

// successorsOf returns the values of variables behind all moves of a position, by simulation of all states and inputs.
func successorsOf(w *Walk, p *Position) map[string]bool {
	c, keys := w.machine.Circuit, map[string]bool{}
	sim := aig.NewSimulator(c)
	bits := func(n, count int) []bool {
		list := make([]bool, count)
		for i := range list {
			list[i] = n>>i&1 != 0
		}
		return list
	}
	holds := func(lits []aig.Lit) bool {
		return !slices.ContainsFunc(lits, func(l aig.Lit) bool { return sim.Value(l)&1 == 0 })
	}
	if p.state == nil {
		for n := range 1 << len(c.Latches) {
			state := bits(n, len(c.Latches))
			sim.Begin(state)
			sim.Eval()
			reset := true
			for i, l := range c.Latches {
				reset = reset && (l.Reset == l.Lit || (l.Reset == aig.True) == state[i])
			}
			if reset && holds(c.Initial) && holds(c.Constraints) {
				to := &Position{state: state, inputs: make([]bool, len(c.Inputs))}
				to.after = w.values(p, to)
				keys[to.key()] = true
			}
		}
		return keys
	}
	for n := range 1 << len(c.Inputs) {
		inputs := bits(n, len(c.Inputs))
		sim.Begin(append(slices.Clone(p.state), make([]bool, len(c.Latches)-len(p.state))...)) // those of a condition are false
		sim.Frame(inputs)
		if !holds(c.Steps) {
			continue
		}
		sim.Step()
		sim.Eval()
		if !holds(c.Constraints) {
			continue
		}
		to := &Position{inputs: inputs}
		for _, l := range c.Latches {
			to.state = append(to.state, sim.Value(l.Lit)&1 != 0)
		}
		to.after = w.values(p, to)
		keys[to.key()] = true
	}
	return keys
}

const wordModel = `MODULE main
VAR x : unsigned word[3]; y : signed word[2]; c : {red, green};
IVAR i : word[1]; j : boolean;
FROZENVAR k : boolean;
ASSIGN init(x) := {0ud3_1, 0ud3_6}; next(x) := k ? x + (0ub2_0 :: i) : x;
  next(c) := j ? red : {red, green};
INVAR x != 0ud3_5
TRANS next(y) > y | y = 0sd2_1
INVARSPEC x != 0ud3_4
LTLSPEC G F c = red
`

// TestWalk compares the moves that are listed with those that a simulation of all inputs finds.
func TestWalk(t *testing.T) {
	models := map[string]string{"words": wordModel}
	for _, name := range []string{"counter", "peterson", "semaphore"} {
		text, err := os.ReadFile("../../../examples/" + name + ".smv")
		if err != nil {
			t.Fatal(err)
		}
		models[name] = string(text)
	}
	for name, text := range models {
		m, _, err := ReadSMV(name, []byte(text), false)
		if err != nil {
			t.Fatal(err)
		}
		for seed := range uint64(3) {
			w, err := NewWalk(m, seed)
			if err != nil {
				t.Fatal(err)
			}
			if len(w.machine.Latches)+len(w.machine.Inputs) > 20 {
				t.Fatalf("%s: too large", name)
			}
			for range 12 {
				if _, more, err := w.Ways(context.Background()); err != nil || more {
					t.Fatalf("%s: %v, %v", name, more, err)
				}
				got := map[string]bool{}
				for _, move := range w.Now().Config.next {
					got[move.Next.key()] = true
				}
				if want := successorsOf(w, w.Now().Config); !maps.Equal(got, want) || len(got) != len(w.Now().Config.next) {
					t.Fatalf("%s: %d moves, want %d", name, len(got), len(want))
				}
				if moved, err := w.Random(context.Background()); err != nil || moved != (len(got) > 0) {
					t.Fatalf("%s: moved %v, %v", name, moved, err)
				}
			}
			obeys(t, w)
		}
	}
}

// obeys checks that each state of a walk is one that may come next.
func obeys(t *testing.T, w *Walk) {
	t.Helper()
	states := w.States()
	for i := range states[1:] {
		if !successorsOf(w, states[i].Config)[states[i+1].Config.key()] {
			t.Errorf("state %d does not follow", i+1)
		}
	}
}

// last returns the value of a variable in the last state.
func last(w *Walk, name string) string {
	for _, s := range w.Waves().Signals {
		if s.Name == name {
			return s.Values[len(s.Values)-1]
		}
	}
	return ""
}

// TestWalkWays checks ways to a state, conditions, and what fails.
func TestWalkWays(t *testing.T) {
	ctx := context.Background()
	m, _, err := ReadSMV("words", []byte(wordModel), false)
	if err != nil {
		t.Fatal(err)
	}
	w, err := NewWalk(m, 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.First("x = 0ud3_6 & k"); err != nil {
		t.Fatal(err)
	}
	if n, _, _ := w.Ways(ctx); n != 8 {
		t.Errorf("%d first states, want 8", n)
	}
	if err := w.First("i = 0ud1_0"); err == nil || !strings.Contains(err.Error(), "inputs") {
		t.Error(err)
	}
	if found, _, err := w.Reach(ctx, "x = 0ud3_4 & c = green"); !found || err != nil || last(w, "x") != "0ud3_4" || last(w, "c") != "green" || w.Waves().Positions != 4 {
		t.Errorf("%v, %v: %+v", found, err, w.Waves())
	}
	if err := w.First("k"); err == nil {
		t.Error("there is a first state already")
	}
	if found, complete, err := w.Reach(ctx, "x = 0ud3_6"); found || !complete || err != nil { // 5 is excluded
		t.Errorf("%v, %v, %v", found, complete, err)
	}
	obeys(t, w)
	if err := w.Steps("j & next(c) = red & i = 0ud1_0"); err != nil {
		t.Fatal(err)
	}
	n, _, err := w.Ways(ctx)
	for i := range n {
		if changes, inputs := w.Effect(i); inputs != "i = 0ud1_0, j = TRUE" || !strings.Contains(changes, "c = red") {
			t.Errorf("%s by %s", changes, inputs)
		}
	}
	if n == 0 || err != nil {
		t.Errorf("%d moves, %v", n, err)
	}
	if err := w.Steps("q"); err == nil {
		t.Error("there is no q")
	}
	for range 2 {
		p, err := w.Fail(ctx)
		if err != nil || p.Kind != "invar" || last(w, "x") != "0ud3_4" {
			t.Fatalf("%+v, %v", p, err)
		}
		obeys(t, w)
	}
	if circuit, err := ReadAIGER(strings.NewReader("aag 1 1 0 1 0\n2\n2\n"), "x.aag", aiger.Limits{}); err != nil {
		t.Fatal(err)
	} else if _, err := NewWalk(circuit, 1); err == nil {
		t.Error("a circuit has no variables")
	}
}
