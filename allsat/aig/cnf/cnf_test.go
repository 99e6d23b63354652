// This file defines tests of formulas against sets of states.

package cnf_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/allsat/aig/cnf"
	"github.com/ijit/ijit/allsat/sat"
	"github.com/ijit/ijit/allsat/sat/dimacs"
	"github.com/ijit/ijit/internal/testing/randcircuit"
)

// An explicit has the frames of a small circuit: states and inputs as numbers.
type explicit struct {
	c *aig.Circuit
	s *aig.Simulator
}

func (e explicit) frame(state, in int) {
	for i, l := range e.c.Latches {
		e.s.Set(l.Lit, uint64(state>>i&1))
	}
	for i, x := range e.c.Inputs {
		e.s.Set(x.Lit, uint64(in>>i&1))
	}
	e.s.Eval()
}

func (e explicit) holds(lits []aig.Lit) bool {
	for _, l := range lits {
		if e.s.Value(l)&1 == 0 {
			return false
		}
	}
	return true
}

func (e explicit) states() int { return 1 << len(e.c.Latches) }
func (e explicit) inputs() int { return 1 << len(e.c.Inputs) }

// first returns the first states, that may break rules yet.
func (e explicit) first() map[int]bool {
	states := map[int]bool{}
	for s := range e.states() {
		states[s] = true
		for i, l := range e.c.Latches {
			if l.Reset != l.Lit && aig.Lit(s>>i&1) != l.Reset {
				delete(states, s)
			}
		}
	}
	return states
}

// visit returns the states that obey the rules of a frame with some input, and the successors
// of frames that may be left. It calls frame for each one that obeys them.
func (e explicit) visit(states map[int]bool, initial bool, frame func()) (obey, next map[int]bool) {
	obey, next = map[int]bool{}, map[int]bool{}
	for state := range states {
		for in := range e.inputs() {
			e.frame(state, in)
			if initial && !e.holds(e.c.Initial) || !e.holds(e.c.Constraints) {
				continue
			}
			obey[state] = true
			frame()
			if e.holds(e.c.Steps) {
				e.s.Step()
				to := 0
				for i, l := range e.c.Latches {
					to |= int(e.s.Value(l.Lit)&1) << i
				}
				next[to] = true
			}
		}
	}
	return obey, next
}

func solver(f *cnf.Formula) *sat.Solver {
	s := sat.New(sat.Options{})
	for range f.Variables {
		s.NewVar()
	}
	for _, clause := range f.Clauses {
		s.Add(clause...)
	}
	return s
}

func TestBound(t *testing.T) {
	models, none := 0, 0
	for seed := range uint64(400) {
		c := randcircuit.New(seed, randcircuit.Small())
		bad := c.Bads[0].Lit
		cone := aig.NewCone(c, bad)
		inCone, _ := cone.Lit(bad)
		e := explicit{c, aig.NewSimulator(c)}
		states := e.first()
		for bound := range 5 {
			want := false
			_, states = e.visit(states, bound == 0, func() { want = want || e.s.Value(bad)&1 != 0 })
			f, err := cnf.Bound(t.Context(), c, bad, bound, 0)
			if err != nil {
				t.Fatal(err)
			}
			s := solver(f)
			if got := s.Solve(t.Context()) == sat.Sat; got != want {
				t.Fatalf("seed %d bound %d: %t, want %t", seed, bound, got, want)
			}
			if !want {
				none++
				continue
			}
			models++
			values := map[string]bool{}
			for _, n := range f.Names {
				values[fmt.Sprint(n.Name, "@", n.Frame)] = s.Value(n.Lit)
			}
			run := &aig.Run{Loop: -1}
			for _, l := range cone.Latches {
				v, ok := values[l.Name+"@0"]
				if !ok {
					v = l.Reset == aig.True
				}
				run.First = append(run.First, v)
			}
			for frame := range bound + 1 {
				var in []bool
				for _, x := range cone.Inputs {
					in = append(in, values[fmt.Sprint(x.Name, "@", frame)])
				}
				run.Inputs = append(run.Inputs, in)
			}
			v, err := aig.Replay(cone.Circuit, run)
			if err != nil || !v.Last(inCone) {
				t.Fatalf("seed %d bound %d: the names of a model give no run to the bad state: %v", seed, bound, err)
			}
			for frame := range bound + 1 {
				for _, l := range cone.Latches {
					if got, ok := values[fmt.Sprint(l.Name, "@", frame)]; ok && got != v.At(l.Lit, frame) {
						t.Fatalf("seed %d: %s@%d is %t", seed, l.Name, frame, got)
					}
				}
			}
		}
	}
	if models < 100 || none < 100 {
		t.Errorf("%d models, %d formulas without", models, none)
	}
}

// valid decides a quantified formula by trying all values of the universal variables.
func valid(t *testing.T, f *cnf.Formula) bool {
	s := solver(f)
	for values := range 1 << len(f.Universal) {
		var assumed []sat.Lit
		for i, v := range f.Universal {
			l := sat.Lit(v)
			if values>>i&1 == 0 {
				l = -l
			}
			assumed = append(assumed, l)
		}
		if s.Solve(t.Context(), assumed...) == sat.Unsat {
			return false
		}
	}
	return true
}

func TestDiameter(t *testing.T) {
	count := map[bool]int{}
	for seed := range uint64(300) {
		cfg := randcircuit.Small()
		cfg.Inputs, cfg.Latches = 1, 3
		c := randcircuit.New(seed, cfg)
		e := explicit{c, aig.NewSimulator(c)}
		// within reports whether no state of frame bound+1 is new.
		within := func(states map[int]bool, initial bool, bound int) bool {
			reached := map[int]bool{}
			for frame := range bound + 2 {
				obey, next := e.visit(states, initial && frame == 0, func() {})
				for s := range obey {
					if frame > bound && !reached[s] {
						return false
					}
					reached[s] = true
				}
				states = next
			}
			return true
		}
		for bound := range 3 {
			want := within(e.first(), true, bound)
			anywhere := true
			for s := range e.states() {
				anywhere = anywhere && within(map[int]bool{s: true}, false, bound)
			}
			for open, want := range map[bool]bool{false: want, true: anywhere} {
				f, err := cnf.Diameter(t.Context(), c, open, bound, 0)
				if err != nil {
					t.Fatal(err)
				}
				if got := valid(t, f); got != want {
					t.Fatalf("seed %d bound %d open %t: %t, want %t", seed, bound, open, got, want)
				}
				count[want]++
			}
		}
	}
	if count[true] < 200 || count[false] < 200 {
		t.Error(count)
	}
}

// TestWrite reads what is written, and checks the prefix.
func TestWrite(t *testing.T) {
	c := aig.New()
	in, l := c.Input("go"), c.Latch("", aig.Any)
	c.SetNext(0, c.And(in, l).Not())
	f, err := cnf.Bound(t.Context(), c, l, 2, 0)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := f.Write(&b); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	for _, line := range []string{" l0@0\n", " go@0\n", " l0@1\n", " go@1\n", " l0@2\n"} {
		if !strings.Contains(text, line) {
			t.Errorf("%q is missing in\n%s", line, text)
		}
	}
	if strings.Contains(text, "go@2") {
		t.Error("the last input is not asked about")
	}
	var clauses [][]sat.Lit
	h, err := dimacs.Read(&b, "", func(c []sat.Lit) error { clauses = append(clauses, append([]sat.Lit{}, c...)); return nil })
	if err != nil || h.Variables != f.Variables || fmt.Sprint(clauses) != fmt.Sprint(f.Clauses) {
		t.Errorf("%v %v, want %v", err, clauses, f.Clauses)
	}
	q, err := cnf.Diameter(t.Context(), c, false, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	b.Reset()
	if err := q.Write(&b); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(b.String(), "\n")
	for strings.HasPrefix(lines[0], "c ") {
		lines = lines[1:]
	}
	if lines[0] != fmt.Sprintf("p cnf %d %d", q.Variables, len(q.Clauses)) || lines[1] != "a 1 2 0" || !strings.HasPrefix(lines[2], "e 3 ") || len(lines) != 4+len(q.Clauses) {
		t.Error(lines)
	}
}

func TestLimits(t *testing.T) {
	c := aig.New()
	l := c.Latch("", aig.Zero)
	c.SetNext(0, c.Xor(l, c.Input("")))
	c.Constraints = []aig.Lit{c.Or(l, c.Input(""))}
	ctx, cancel := context.WithCancel(t.Context())
	if _, err := cnf.Bound(ctx, c, l, 1<<30, 1000); !errors.Is(err, cnf.ErrLimit) {
		t.Error(err)
	}
	if _, err := cnf.Diameter(ctx, c, true, 1<<30, 1000); !errors.Is(err, cnf.ErrLimit) {
		t.Error(err)
	}
	cancel()
	if _, err := cnf.Bound(ctx, c, l, 1<<30, 0); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if _, err := cnf.Diameter(ctx, c, false, 1<<30, 0); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
