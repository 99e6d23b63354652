// This file tests formulas of both temporal logics on random circuits.

package circuit_test

import (
	"context"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randcircuit"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/parser/ltl"
	"github.com/ijit/ijit/systems/circuits/symbolic"
)

// A dice makes formulas.
type dice struct {
	*rand.Rand
	atoms []aig.Lit
}

// formula returns a random formula of linear temporal logic, or of computation tree logic.
func (d dice) formula(depth int, branching bool) *ltl.Formula {
	if depth == 0 || d.IntN(8) == 0 {
		l := d.atoms[d.IntN(len(d.atoms))]
		return ltl.Atom(int(l.NotIf(d.IntN(2) == 0)))
	}
	sub := func() *ltl.Formula { return d.formula(depth-1, branching) }
	switch d.IntN(6) {
	case 0:
		return ltl.Not(sub())
	case 1:
		return ltl.And(sub(), sub())
	case 2:
		return ltl.Or(sub(), sub())
	}
	last := int(ltl.OpTriggered)
	if branching {
		last = int(ltl.OpRelease)
	}
	f := &ltl.Formula{Op: ltl.Op(int(ltl.OpNext) + d.IntN(last-int(ltl.OpNext)+1)), Left: sub()}
	if f.Op.Binary() {
		f.Right = sub()
	}
	switch {
	case !branching:
		return f
	case d.IntN(2) == 0:
		return ltl.ForAll(f)
	}
	return ltl.Exists(f)
}

// tight asks a question with little more room than it needs, so that garbage is collected as
// often as it can be.
func tight(seed uint64, ask func(circuit.Options) *circuit.Result) *circuit.Result {
	for nodes := 60 + int(seed%40); ; nodes += nodes / 4 {
		if r := ask(circuit.Options{MaxNodes: nodes}); r.Reason != verdict.Memory {
			return r
		}
	}
}

// word returns a run as formulas see it.
func word(v *aig.Values, r *aig.Run) ltl.Word {
	return ltl.Word{Length: v.Len(), Loop: r.Loop, Value: func(atom, i int) bool { return v.At(aig.Lit(atom), i) }}
}

// TestCTL compares with a checker that goes state by state, replays counterexamples, and asks
// that those that are complete refute the formula.
func TestCTL(t *testing.T) {
	cfg := randcircuit.Config{Inputs: 2, Latches: 4, Gates: 12, Initial: true, Constraints: true, Steps: true, Fairness: true}
	count := map[verdict.Verdict]int{}
	partial := 0
	for seed := range campaign.Size(t, 600, 50000) {
		c := randcircuit.New(uint64(seed), cfg)
		d := dice{rand.New(rand.NewPCG(uint64(seed), 1)), nil}
		if d.IntN(2) == 0 { // so that many states are not fair
			c.Fairness = append(c.Fairness, c.Latches[0].Lit)
			c.Steps = append(c.Steps, c.Implies(c.Latches[len(c.Latches)-1].Lit, c.Latches[0].Lit))
		}
		for _, l := range c.Latches {
			d.atoms = append(d.atoms, l.Lit)
		}
		d.atoms = append(d.atoms, c.And(d.atoms[0], d.atoms[len(d.atoms)-1].Not()))
		k := newKripke(newExplicit(c))
		all := make([]bool, len(k.frames))
		copy(all, k.valid)
		fairly := k.always(all)
		f := d.formula(1+d.IntN(4), true)
		want := circuit.Safe
		for s, ok := range k.holds(f, fairly) {
			if k.initial[s] && fairly[s] && !ok {
				want = circuit.Unsafe
			}
		}
		r := tight(uint64(seed), func(o circuit.Options) *circuit.Result { return circuit.CTL(context.Background(), c, f, o) })
		if r.Verdict != want {
			t.Fatalf("circuit %d: %v: %v (%v), want %v", seed, f, r.Verdict, r.Err, want)
		}
		count[want]++
		if want == circuit.Safe {
			continue
		}
		v, err := aig.Replay(c, r.Run)
		if err != nil {
			t.Fatalf("circuit %d: %v: %v", seed, f, err)
		}
		if r.Partial {
			partial++
		} else if !ltl.Holds(linear(ltl.Positive(ltl.Not(f))), word(v, r.Run)) {
			t.Fatalf("circuit %d: %v: the run %v does not refute it", seed, f, r.Run)
		}
	}
	if unsafe := count[circuit.Unsafe]; count[circuit.Safe] < unsafe/10 || unsafe < count[circuit.Safe]/10 || partial > unsafe*3/4 {
		t.Errorf("%v, %d partial", count, partial)
	}
}

// linear returns a formula without its path quantifiers: what one path must show.
func linear(f *ltl.Formula) *ltl.Formula {
	switch {
	case f == nil:
		return nil
	case f.Op == ltl.OpForAll || f.Op == ltl.OpExists:
		return linear(f.Left)
	}
	return &ltl.Formula{Op: f.Op, Atom: f.Atom, Left: linear(f.Left), Right: linear(f.Right)}
}

// TestLTL replays counterexamples and asks that they refute the formula, and where there is
// none, goes through all short runs.
func TestLTL(t *testing.T) {
	cfg := randcircuit.Config{Inputs: 1, Latches: 3, Gates: 10, Initial: true, Constraints: true, Steps: true, Fairness: true}
	count := map[verdict.Verdict]int{}
	finite := 0
	for seed := range campaign.Size(t, 150, 50000) {
		c := randcircuit.New(uint64(seed), cfg)
		d := dice{rand.New(rand.NewPCG(uint64(seed), 2)), nil}
		for n := range c.Len() {
			d.atoms = append(d.atoms, aig.Lit(2*n))
		}
		f := d.formula(1+d.IntN(4), false)
		if d.IntN(2) == 0 {
			f = ltl.Finally(f)
		}
		r := tight(uint64(seed), func(o circuit.Options) *circuit.Result { return circuit.LTL(context.Background(), c, f, o) })
		count[r.Verdict]++
		switch r.Verdict {
		case circuit.Unknown:
			t.Fatalf("circuit %d: %v: %v", seed, f, r.Err)
		case circuit.Unsafe:
			v, err := aig.Replay(c, r.Run)
			if err != nil {
				t.Fatalf("circuit %d: %v: %v", seed, f, err)
			}
			if !ltl.Holds(ltl.Not(f), word(v, r.Run)) {
				t.Fatalf("circuit %d: %v: the run %v does not refute it", seed, f, r.Run)
			}
			if r.Run.Loop < 0 {
				finite++
			}
		case circuit.Safe:
			x := newExplicit(c)
			x.runs(7, func(w ltl.Word, run []int) {
				if ltl.Holds(ltl.Not(f), w) {
					t.Fatalf("circuit %d: %v: SAFE, but the frames %v with loop %d refute it", seed, f, run, w.Loop)
				}
			})
		}
	}
	if unsafe := count[circuit.Unsafe]; count[circuit.Safe] < unsafe/10 || unsafe < count[circuit.Safe]/10 || finite < unsafe/10 || finite > unsafe*9/10 {
		t.Errorf("%v, %d finite", count, finite)
	}
}

// runs goes through the runs of up to so many frames: finite ones, and fair lassos.
func (x *explicit) runs(length int, visit func(ltl.Word, []int)) {
	var run []int
	var extend func(frame int)
	extend = func(frame int) {
		run = append(run, frame)
		value := func(atom, i int) bool { return x.is(run[i], aig.Lit(atom)) }
		visit(ltl.Word{Length: len(run), Loop: -1, Value: value}, run)
		for _, next := range x.next(frame) {
			for loop, f := range run {
				if f == next && x.fair(run[loop:]) {
					visit(ltl.Word{Length: len(run), Loop: loop, Value: value}, run)
				}
			}
			if len(run) < length {
				extend(next)
			}
		}
		run = run[:len(run)-1]
	}
	for f := range x.values {
		if x.initial(f) {
			extend(f)
		}
	}
}

func (x *explicit) fair(frames []int) bool {
	for _, l := range x.Fairness {
		some := false
		for _, f := range frames {
			some = some || x.is(f, l)
		}
		if !some {
			return false
		}
	}
	return true
}

// TestDeadlock compares with what is found state by state.
func TestDeadlock(t *testing.T) {
	dead := 0
	for seed := range campaign.Size(t, 600, 50000) {
		c := randcircuit.New(uint64(seed), randcircuit.Small())
		k := newKripke(newExplicit(c))
		depth := make([]int, len(k.frames))
		var queue []int
		for s := range depth {
			if depth[s] = -1; k.initial[s] {
				depth[s] = 0
				queue = append(queue, s)
			}
		}
		want := -1
		for ; len(queue) > 0 && want < 0; queue = queue[1:] {
			s := queue[0]
			want = depth[s]
			for u, edges := range k.edges[s] {
				if len(edges) == 0 {
					continue
				}
				if want = -1; depth[u] < 0 {
					depth[u] = depth[s] + 1
					queue = append(queue, u)
				}
			}
		}
		r := circuit.Deadlock(context.Background(), c, circuit.Options{})
		if r.Verdict == circuit.Unknown || (r.Verdict == circuit.Unsafe) != (want >= 0) || want >= 0 && r.Depth != want {
			t.Fatalf("circuit %d: %v (%v) at depth %d, want %d", seed, r.Verdict, r.Err, r.Depth, want)
		}
		if want >= 0 {
			dead++
			if _, err := aig.Replay(c, r.Run); err != nil {
				t.Fatalf("circuit %d: %v", seed, err)
			}
		}
	}
	if dead == 0 {
		t.Error("there was no deadlock")
	}
}

// TestRing asks about a ring of cells what its design says of it: with diagrams large enough
// that garbage is collected.
func TestRing(t *testing.T) {
	n := 12
	if testing.Short() {
		n = 8
	}
	c, live := ring(n, false)
	latch := func(kind, cell int) *ltl.Formula { return ltl.Atom(int(c.Latches[3*cell+kind].Lit)) }
	const token, request, grant = 0, 1, 2
	ag := func(f *ltl.Formula) *ltl.Formula { return ltl.ForAll(ltl.Globally(f)) }
	af := func(f *ltl.Formula) *ltl.Formula { return ltl.ForAll(ltl.Finally(f)) }
	ef := func(f *ltl.Formula) *ltl.Formula { return ltl.Exists(ltl.Finally(f)) }
	eg := func(f *ltl.Formula) *ltl.Formula { return ltl.Exists(ltl.Globally(f)) }
	for _, x := range []struct {
		name    string
		f       *ltl.Formula
		want    verdict.Verdict
		partial bool
		lasso   bool
	}{
		{"mutual exclusion", ag(ltl.Not(ltl.And(latch(grant, 0), latch(grant, 1)))), circuit.Safe, false, false},
		{"liveness", ag(ltl.Implies(latch(request, 0), af(latch(grant, 0)))), circuit.Safe, false, false},
		{"possibility", ag(ef(latch(grant, n-1))), circuit.Safe, false, false},
		{"the token comes by itself", ag(af(latch(token, 1))), circuit.Safe, false, false},
		{"a cell is always granted", af(latch(grant, 1)), circuit.Unsafe, false, true},
		{"granted for ever", ef(ltl.And(latch(grant, 1), eg(latch(grant, 1)))), circuit.Unsafe, true, false},
		{"no grant at all", ag(ltl.Not(latch(grant, n-1))), circuit.Unsafe, false, false},
		{"until", ltl.ForAll(ltl.Until(latch(token, 0), latch(token, 2))), circuit.Unsafe, false, false},
		{"next", ag(ltl.Implies(latch(request, 1), ltl.ForAll(ltl.Next(latch(request, 1))))), circuit.Unsafe, false, false},
	} {
		r := circuit.CTL(context.Background(), c, x.f, circuit.Options{})
		if r.Verdict != x.want || r.Partial != x.partial {
			t.Errorf("%s: %v (%v), partial: %v", x.name, r.Verdict, r.Err, r.Partial)
			continue
		}
		if x.want == circuit.Safe {
			continue
		}
		v, err := aig.Replay(c, r.Run)
		if err != nil {
			t.Errorf("%s: %v", x.name, err)
		} else if !x.partial && (!ltl.Holds(linear(ltl.Positive(ltl.Not(x.f))), word(v, r.Run)) || x.lasso != (r.Run.Loop >= 0)) {
			t.Errorf("%s: the run %v does not refute it", x.name, r.Run)
		}
	}
	if r := circuit.LTL(context.Background(), c, live, circuit.Options{}); r.Verdict != circuit.Safe {
		t.Errorf("liveness: %v (%v)", r.Verdict, r.Err)
	}
	buggy, live := ring(n, true)
	r := circuit.LTL(context.Background(), buggy, live, circuit.Options{})
	again := circuit.LTL(context.Background(), buggy, live, circuit.Options{})
	if r.Verdict != circuit.Unsafe || !reflect.DeepEqual(r, again) {
		t.Errorf("without fairness: %v (%v), and once more: %v", r, r.Err, again)
	} else if v, err := aig.Replay(buggy, r.Run); err != nil || !ltl.Holds(ltl.Not(live), word(v, r.Run)) {
		t.Errorf("without fairness: the run %v does not refute liveness (%v)", r.Run, err)
	}
}

// TestUnsupported asks that what is no formula of a logic is said to be none.
func TestUnsupported(t *testing.T) {
	c, _ := ring(2, false)
	p, in := ltl.Atom(int(c.Latches[0].Lit)), ltl.Atom(int(c.Inputs[0].Lit))
	for _, f := range []*ltl.Formula{
		ltl.Globally(p),
		ltl.ForAll(p),
		ltl.ForAll(ltl.Not(ltl.Finally(ltl.Globally(p)))),
		ltl.ForAll(ltl.Finally(ltl.Globally(p))),
		ltl.ForAll(ltl.And(ltl.Globally(p), ltl.Finally(p))),
		ltl.ForAll(ltl.Once(p)),
		ltl.Exists(ltl.Finally(ltl.Yesterday(p))),
		ltl.ForAll(ltl.Globally(in)),
	} {
		if r := circuit.CTL(context.Background(), c, f, circuit.Options{}); r.Verdict != circuit.Unknown || r.Reason != verdict.Unsupported || r.Err == nil {
			t.Errorf("%v: %v, %v (%v)", f, r.Verdict, r.Reason, r.Err)
		}
	}
	if r := circuit.LTL(context.Background(), c, ltl.ForAll(ltl.Globally(p)), circuit.Options{}); r.Reason != verdict.Unsupported {
		t.Errorf("a path quantifier: %v, %v (%v)", r.Verdict, r.Reason, r.Err)
	}
}

// TestFormulaLimits ends questions about formulas at all their events.
func TestFormulaLimits(t *testing.T) {
	c, live := ring(3, false)
	p := ltl.Atom(int(c.Latches[2].Lit))
	ask := map[string]func(context.Context, circuit.Options) *circuit.Result{
		"LTL": func(ctx context.Context, o circuit.Options) *circuit.Result { return circuit.LTL(ctx, c, live, o) },
		"lasso": func(ctx context.Context, o circuit.Options) *circuit.Result {
			return circuit.LTL(ctx, c, ltl.Finally(ltl.Globally(p)), o)
		},
		"CTL": func(ctx context.Context, o circuit.Options) *circuit.Result {
			return circuit.CTL(ctx, c, ltl.ForAll(ltl.Finally(ltl.Exists(ltl.Globally(p)))), o)
		},
	}
	for name, ask := range ask {
		events := 0
		ask(context.Background(), circuit.Options{Event: func(circuit.Event) { events++ }})
		for last := 1; last < events; last += 1 + events/50 {
			ctx, cancel := context.WithCancel(context.Background())
			n := 0
			r := ask(ctx, circuit.Options{Event: func(circuit.Event) {
				if n++; n == last {
					cancel()
				}
			}})
			cancel()
			if r.Verdict == circuit.Unknown && r.Reason != verdict.Interrupted || r.Verdict != circuit.Unknown && last < events-20 {
				t.Errorf("%s: %v, %v (%v) after event %d of %d", name, r.Verdict, r.Reason, r.Err, last, events)
			}
		}
		for nodes := 10; nodes < 3000; nodes += nodes / 3 {
			if r := ask(context.Background(), circuit.Options{MaxNodes: nodes}); r.Verdict == circuit.Unknown && r.Reason != verdict.Memory {
				t.Errorf("%s: %v (%v) with %d nodes", name, r.Reason, r.Err, nodes)
			}
		}
	}
}

// A countdown is a context that is cancelled when it has been looked at for so many times.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestCancelledAnywhere ends questions at each look at the context, also where a circuit has no
// initial state, so that no ring was found by then.
func TestCancelledAnywhere(t *testing.T) {
	started, live := ring(2, false)
	stuck, _ := ring(2, false)
	stuck.Initial = append(stuck.Initial, aig.False)
	for name, c := range map[string]*aig.Circuit{"ring": started, "no initial state": stuck} {
		bad := c.Latches[1].Lit
		p := ltl.Atom(int(bad))
		branching := ltl.ForAll(ltl.Finally(ltl.Exists(ltl.Until(p, ltl.Not(p)))))
		tree := ltl.ForAll(ltl.Globally(ltl.Exists(ltl.Release(p, ltl.Not(p)))))
		for question, ask := range map[string]func(context.Context) *circuit.Result{
			"reach":    func(ctx context.Context) *circuit.Result { return circuit.Reach(ctx, c, bad, circuit.Options{}) },
			"deadlock": func(ctx context.Context) *circuit.Result { return circuit.Deadlock(ctx, c, circuit.Options{}) },
			"LTL":      func(ctx context.Context) *circuit.Result { return circuit.LTL(ctx, c, live, circuit.Options{}) },
			"LTL, lasso": func(ctx context.Context) *circuit.Result {
				return circuit.LTL(ctx, c, ltl.Globally(p), circuit.Options{Infinite: true})
			},
			"CTL":       func(ctx context.Context) *circuit.Result { return circuit.CTL(ctx, c, branching, circuit.Options{}) },
			"CTL, tree": func(ctx context.Context) *circuit.Result { return circuit.CTL(ctx, c, tree, circuit.Options{}) },
		} {
			want := ask(context.Background()).Verdict
			for looks, ended := 0, false; !ended; looks++ {
				ctx := &countdown{context.Background(), looks}
				r := ask(ctx)
				ended = ctx.left >= 0
				if r.Verdict != want && (ended || r.Verdict != circuit.Unknown || r.Reason != verdict.Interrupted) {
					t.Errorf("%s, %s: %v (%s) when cancelled at look %d, want %v", name, question, r.Verdict, r.Reason, looks, want)
				}
			}
		}
	}
}

// TestUnfair asks that states in which no fair path begins are none for path quantifiers, and
// that states of finite runs count for deadlocks.
func TestUnfair(t *testing.T) {
	c := aig.New()
	in := c.Input("stop")
	stopped := c.Latch("stopped", aig.Zero)
	c.SetNext(0, in)
	begun := c.Latch("begun", aig.Zero)
	c.SetNext(1, aig.True)
	c.Steps = []aig.Lit{stopped.Not()}
	p, first := ltl.Atom(int(stopped)), ltl.Atom(int(begun.Not()))
	not := ltl.Not(p)
	for _, f := range []*ltl.Formula{
		ltl.Not(ltl.Exists(ltl.Next(p))),
		ltl.Not(ltl.Exists(ltl.Finally(p))),
		ltl.Not(ltl.Exists(ltl.Until(not, p))),
		ltl.Not(ltl.Exists(ltl.Release(p, ltl.Or(first, p)))),
		ltl.ForAll(ltl.Globally(not)),
		ltl.ForAll(ltl.Next(not)),
		ltl.ForAll(ltl.Release(p, not)),
	} {
		if r := circuit.CTL(context.Background(), c, f, circuit.Options{}); r.Verdict != circuit.Safe {
			t.Errorf("%v: %v (%v)", f, r.Verdict, r.Err)
		}
	}
	// A finite run refutes an invariant, unless only infinite ones count.
	f := ltl.Globally(not)
	if r := circuit.LTL(context.Background(), c, f, circuit.Options{}); r.Verdict != circuit.Unsafe || len(r.Run.Inputs) != 2 {
		t.Errorf("%v: %v (%v)", f, r.Verdict, r.Err)
	}
	if r := circuit.LTL(context.Background(), c, f, circuit.Options{Infinite: true}); r.Verdict != circuit.Safe {
		t.Errorf("%v on infinite runs: %v (%v)", f, r.Verdict, r.Err)
	}
	if r := circuit.Deadlock(context.Background(), c, circuit.Options{}); r.Verdict != circuit.Unsafe || r.Depth != 1 {
		t.Errorf("deadlock: %v at depth %d (%v)", r.Verdict, r.Depth, r.Err)
	}
}
