// This file tests traces: the judge replays them.

package bebop_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/examples/family"
	"github.com/ijit/ijit/internal/proof/judge"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/recursion/bebop"
)

// configs returns the configurations of an execution.
func configs(x *bebop.Execution) (list []judge.Config, last bebop.Step) {
	var callers []judge.Frame
	for depth, s := range x.All() {
		if depth != len(callers) {
			panic(fmt.Sprintf("depth %d with %d callers", depth, len(callers)))
		}
		list = append(list, judge.Config{Shared: s.Globals, Inside: -1, Threads: []judge.Thread{
			{PC: s.PC, Locals: s.Locals, Callers: callers},
		}})
		last = s
		switch s.Kind {
		case bebop.Call:
			callers = append(slices.Clip(callers), judge.Frame{PC: s.PC, Locals: s.Locals})
		case bebop.Return:
			callers = slices.Clip(callers[:len(callers)-1])
		}
	}
	return list, last
}

// length returns the number of steps of an execution, without the arrival.
func length(x *bebop.Execution) *big.Int {
	n := map[*bebop.Execution]*big.Int{}
	for _, c := range append(x.Calls(), x) {
		n[c] = new(big.Int)
		for _, s := range c.Steps {
			if s.Kind != bebop.Arrival {
				n[c].Add(n[c], big.NewInt(1))
			}
			if s.Inside != nil {
				n[c].Add(n[c], n[s.Inside])
			}
		}
	}
	return n[x]
}

// replay checks the trace of an answer and returns its length.
func replay(p *parser.Program, r *bebop.Result) (int, error) {
	if r.Trace == nil {
		return 0, fmt.Errorf("no trace: %s", r.Detail)
	}
	x, err := r.Trace.Execution(context.Background(), 0)
	if err != nil {
		return 0, err
	}
	list, last := configs(x)
	want, steps, final := bebop.Finding{PC: last.PC}, len(list)-1, -1
	if last.Kind == bebop.Failure {
		want.Failed, steps, final = true, steps+1, last.PC
	}
	if n := length(x); n.Cmp(big.NewInt(int64(steps))) != 0 {
		return 0, fmt.Errorf("length %d, but %d steps", n, steps)
	}
	if f := r.Findings[0]; f.PC != want.PC || f.Failed != want.Failed {
		return 0, fmt.Errorf("the trace leads to %v, the finding is %v", want, f)
	}
	j, err := judge.New(p.File, judge.Small)
	if err != nil {
		return 0, err
	}
	return steps, j.Replay(context.Background(), list, final, 1, 0)
}

// TestTraces replays traces of random programs to assertions and to random
// locations.
func TestTraces(t *testing.T) {
	n := campaign.Size(t, 100, 1000)
	replayed, least, exact := 0, 0, 0
	for i := range uint64(n) {
		text := random(*seed + i)
		p := parse(t, text)
		truth := judged(p.File)
		pc := int((*seed + i) % uint64(len(p.Nodes)))
		for _, opts := range []bebop.Options{
			{Trace: true},
			{Trace: true, NoLiveRanges: true},
			bebop.Collecting(bebop.Options{Trace: true}),
			{Trace: true, Targets: []int{pc}},
			{Trace: true, All: true, Order: bebop.BreadthFirst},
		} {
			r, err := bebop.Check(context.Background(), p, opts)
			if err != nil {
				t.Fatal(err)
			}
			if r.Verdict != algorithms.Unsafe {
				continue
			}
			steps, err := replay(p, r)
			if err != nil {
				text = randprog.Shrink(text, func(text string) bool {
					p, err := parser.Parse("random.bp", []byte(text), 0)
					if err != nil {
						return false
					}
					r, err := bebop.Check(context.Background(), p, opts)
					if err != nil || r.Verdict != algorithms.Unsafe {
						return false
					}
					_, err = replay(p, r)
					return err != nil
				})
				t.Fatalf("seed %d, %+v: %v\n%s", *seed+i, opts, err, text)
			}
			replayed++
			if shortest := minimum(truth.fails); opts.Targets == nil && truth.complete {
				exact++
				if steps == shortest {
					least++
				}
				if steps < shortest {
					t.Fatalf("seed %d: %d steps, but the judge needs %d\n%s", *seed+i, steps, shortest, text)
				}
			}
		}
	}
	t.Logf("%d traces; %d of %d have the least number of steps", replayed, least, exact)
	if replayed < n/2 {
		t.Errorf("only %d traces", replayed)
	}
}

func minimum(m map[int]int) int {
	least := 1 << 60
	for _, n := range m {
		least = min(least, n)
	}
	return least
}

// TestShortest checks that traces of programs without calls have the least number
// of steps.
func TestShortest(t *testing.T) {
	cfg := randprog.Sequential()
	cfg.Procs, cfg.Statement.Call, cfg.Statement.Assert = 0, 0, 6
	found := 0
	for seed := range uint64(150) {
		text := randprog.Generate(rand.New(rand.NewPCG(seed, 11)), cfg)
		p := parse(t, text)
		truth := judged(p.File)
		r, err := bebop.Check(context.Background(), p, bebop.Options{Trace: true})
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict != algorithms.Unsafe || !truth.complete {
			continue
		}
		found++
		steps, err := replay(p, r)
		if err != nil {
			t.Fatal(err)
		}
		if least := minimum(truth.fails); steps != least || r.Findings[0].Depth != least {
			t.Errorf("seed %d: %d steps, depth %d, but the least number is %d\n%s", seed, steps, r.Findings[0].Depth, least, text)
		}
	}
	if found < 30 {
		t.Errorf("only %d programs err", found)
	}
}

// TestFamilyTraces replays the traces of small members of the families.
func TestFamilyTraces(t *testing.T) {
	for name, text := range map[string]string{
		"levels":     family.Levels(12),
		"globals":    family.RecursiveCounter(6, false),
		"parameters": family.RecursiveCounter(6, true),
	} {
		p := parse(t, text)
		r := check(t, p, bebop.Options{Trace: true})
		if _, err := replay(p, r); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestLongTrace checks that a trace of more steps than anybody can count is found,
// measured and begun.
func TestLongTrace(t *testing.T) {
	const n = 100
	text := "decl g := 0;\nvoid main() begin f0(); REACH: skip; end\n"
	for i := range n {
		text += fmt.Sprintf("void f%d() begin f%d(); f%d(); end\n", i, i+1, i+1)
	}
	text += fmt.Sprintf("void f%d() begin g := !g; end\n", n)
	r := check(t, parse(t, text), bebop.Options{Trace: true})
	x, err := r.Trace.Execution(context.Background(), 1000)
	if err != nil {
		t.Fatal(err)
	}
	// A call of level i takes a step for each of its two calls and its return, and
	// what these take; at the last level there are two steps.
	want := big.NewInt(2)
	for range n {
		want.Lsh(want, 1).Add(want, big.NewInt(3))
	}
	if want.Add(want, big.NewInt(1)); length(x).Cmp(want) != 0 {
		t.Errorf("%d steps, want %d", length(x), want)
	}
	seen, depth := 0, 0
	for d, _ := range x.All() {
		depth = max(depth, d)
		if seen++; seen == 1000 {
			break
		}
	}
	if depth != n+1 {
		t.Errorf("%d deep", depth)
	}
	if _, err := r.Trace.Execution(context.Background(), 100); !errors.Is(err, bebop.ErrTooLong) {
		t.Errorf("with a limit: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err = r.Trace.Execution(ctx, 0); !errors.Is(err, context.Canceled) {
		t.Errorf("after the context ended: %v", err)
	}
	if _, err := r.Trace.Execution(context.Background(), 0); err != nil {
		t.Errorf("after that: %v", err)
	}
}

// TestOutline checks that an outline is an execution without what happens in calls.
func TestOutline(t *testing.T) {
	r := check(t, parse(t, family.Levels(6)), bebop.Options{Trace: true})
	all, err := r.Trace.Execution(context.Background(), 0)
	if err != nil {
		t.Fatal(err)
	}
	some, err := r.Trace.Outline(context.Background(), 5)
	if err != nil {
		t.Fatal(err)
	}
	over := 0
	for i, s := range some.Steps {
		same := all.Steps[i]
		if s.Kind == bebop.Over {
			same.Kind, same.Inside = bebop.Over, nil
			over++
		}
		if diff := cmp.Diff(same, s); diff != "" {
			t.Fatalf("step %d: %s", i, diff)
		}
	}
	if over != 2 || len(some.Steps) != len(all.Steps) {
		t.Errorf("%d calls left out; %d of %d steps", over, len(some.Steps), len(all.Steps))
	}
}
