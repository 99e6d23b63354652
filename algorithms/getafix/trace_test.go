// This file tests executions: the judge replays them.

package getafix_test

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/algorithms/bebop"
	"github.com/ijit/ijit/algorithms/getafix"
	"github.com/ijit/ijit/internal/judge"
	"github.com/ijit/ijit/internal/randprog"
	"github.com/ijit/ijit/parser"
)

var (
	programs = flag.Int("programs", 80, "how many random programs are checked with traces")
	first    = flag.Uint64("first", 0, "the seed of the first of them")
)

// forward are the names of the formulas that have traces.
var forward = []string{"ef", "ef-opt"}

func parse(t testing.TB, text string) *parser.Program {
	t.Helper()
	p, err := parser.Parse("program.bp", []byte(text), 0)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return p
}

func find(t testing.TB, name string) getafix.Formula {
	t.Helper()
	f, err := getafix.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func decide(t testing.TB, p *parser.Program, name string, q getafix.Question) *getafix.Answer {
	t.Helper()
	q.Formula = find(t, name)
	a, err := getafix.Decide(context.Background(), p, q)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// replay replays the trace of an answer and returns its length.
func replay(p *parser.Program, a *getafix.Answer) (int, error) {
	if a.Trace == nil {
		return 0, fmt.Errorf("no trace: %s", a.Detail)
	}
	var list []judge.Config
	var callers []judge.Frame
	var last getafix.Step
	wrong := false
	err := a.Trace.Walk(context.Background(), func(s getafix.Step) bool {
		if s.Depth != len(callers) {
			wrong = true
		}
		list = append(list, judge.Config{Shared: s.Globals, Inside: -1, Threads: []judge.Thread{
			{PC: s.PC, Locals: s.Locals, Callers: callers},
		}})
		last = s
		switch s.Kind {
		case getafix.Call:
			callers = append(slices.Clip(callers), judge.Frame{PC: s.PC, Locals: s.Locals})
		case getafix.Return:
			callers = slices.Clip(callers[:len(callers)-1])
		}
		return true
	})
	if err != nil || wrong {
		return 0, fmt.Errorf("walk: %v, wrong depths: %v", err, wrong)
	}
	n, err := a.Trace.Len(context.Background())
	if err != nil {
		return 0, err
	}
	steps, final := len(list)-1, -1
	if last.Kind == getafix.Failure {
		steps, final = steps+1, last.PC
	}
	if n.Cmp(big.NewInt(int64(steps))) != 0 {
		return 0, fmt.Errorf("length %d, but %d steps", n, steps)
	}
	if f := a.Findings[0]; f.PC != last.PC || f.Failed != (final >= 0) {
		return 0, fmt.Errorf("the trace leads to %+v, the finding is %+v", last, f)
	}
	j, err := judge.New(p.File, judge.Small)
	if err != nil {
		return 0, err
	}
	return steps, j.Replay(context.Background(), list, final, 1, 0)
}

// TestTraces compares the answers for random programs with those of procedure
// summaries, target by target, and replays traces to assertions and to labels.
func TestTraces(t *testing.T) {
	n := *programs
	if testing.Short() {
		n = min(n, 30)
	}
	unsafe, longest := 0, 0
	for seed := *first; seed < *first+uint64(n); seed++ {
		r := rand.New(rand.NewPCG(seed, 17))
		text := randprog.Generate(r, randprog.Sequential())
		p := parse(t, text)
		places := labels(p)
		for _, label := range append([]string{""}, slices.Sorted(maps.Keys(places))...) {
			want, err := bebop.Check(context.Background(), p, bebop.Options{Targets: places[label], All: true})
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range forward {
				all := decide(t, p, name, getafix.Question{Label: label, All: true, Trace: seed%2 == 0})
				if a, b := found(all.Findings), reached(want.Findings); !slices.Equal(a, b) || all.Verdict != want.Verdict || !all.Complete {
					t.Fatalf("seed %d: %s, label %q: %s %v, want %s %v\n%s", seed, name, label, all.Verdict, a, want.Verdict, b, text)
				}
				if want.Verdict != algorithms.Unsafe {
					continue
				}
				one := decide(t, p, name, getafix.Question{Label: label, Trace: true})
				for _, a := range []*getafix.Answer{all, one} {
					if a == all && seed%2 != 0 {
						continue
					}
					steps, err := replay(p, a)
					if err != nil {
						t.Fatalf("seed %d: %s, label %q: %v\n%s", seed, name, label, err, text)
					}
					unsafe++
					longest = max(longest, steps)
				}
			}
		}
	}
	t.Logf("%d traces replayed, the longest of %d steps", unsafe, longest)
	if unsafe < n || n >= 80 && longest < 12 {
		t.Errorf("%d traces, the longest of %d steps, are not enough to say anything", unsafe, longest)
	}
}

// labels returns the places of the labels of a program.
func labels(p *parser.Program) map[string][]int {
	places := map[string][]int{}
	for _, n := range p.Nodes {
		if n.Stmt != nil && n.Stmt.PC == n.PC {
			for _, l := range n.Stmt.Labels {
				places[l.Name] = append(places[l.Name], n.PC)
			}
		}
	}
	return places
}

func found(list []getafix.Finding) []int {
	var pcs []int
	for _, f := range list {
		pcs = append(pcs, f.PC)
	}
	slices.Sort(pcs)
	return pcs
}

func reached(list []bebop.Finding) []int {
	var pcs []int
	for _, f := range list {
		pcs = append(pcs, f.PC)
	}
	slices.Sort(pcs)
	return pcs
}

// TestReturned replays a trace on which it matters what is returned: by the exit that is
// reached later, and to a global that the procedure changes too.
func TestReturned(t *testing.T) {
	p := parse(t, `decl g := 0;
void main() begin
  decl x;
  x := choose(0);
  assume(x);
  g := set();
  assume(!g);
  REACH: skip;
end
bool choose(a) begin
  if * then
    return a;
  fi
  skip;
  return !a;
end
bool set() begin
  g := 1;
  return !g;
end
`)
	for _, name := range forward {
		a := decide(t, p, name, getafix.Question{Label: "REACH", Trace: true})
		if steps, err := replay(p, a); err != nil || steps != 9 {
			t.Errorf("%s: %d steps, %v", name, steps, err)
		}
	}
}
