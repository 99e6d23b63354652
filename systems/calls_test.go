// This file tests checks of programs with calls of procedures.

package systems_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/systems"
)

// TestCallsDifferential is TestDifferential for programs with calls.
func TestCallsDifferential(t *testing.T) {
	campaign.Alone(t)
	unsafe := 0
	for seed := range uint64(campaign.Size(t, 4, 200)) {
		src := randprog.Generate(rand.New(rand.NewPCG(seed, 13)), randprog.Calls())
		_, errs, err := differ(src)
		unsafe += errs
		if err != nil {
			small := randprog.Shrink(src, func(s string) bool { _, _, err := differ(s); return err != nil })
			_, _, err = differ(small)
			t.Fatalf("seed %d: %v\n%s", seed, err, small)
		}
	}
	if unsafe == 0 {
		t.Error("no program errs")
	}
}

// TestCallsAlgorithms runs all algorithms on programs with calls: no two disagree.
func TestCallsAlgorithms(t *testing.T) {
	decided := map[string]int{}
	for seed := range uint64(campaign.Size(t, 2, 200)) {
		src := randprog.Generate(rand.New(rand.NewPCG(seed, 14)), randprog.Calls())
		m, err := systems.Read("random.bp", strings.NewReader(src))
		if err != nil {
			t.Fatal(err)
		}
		verdicts := map[systems.Verdict]string{}
		for _, a := range systems.Algorithms() {
			if a.Formulas() {
				continue
			}
			o := systems.Options{Algorithm: a.Name, SelfCheck: true}
			if a.Name == "bmc" || a.Name == "kind" {
				o.Bound = 10
			}
			r, err := m.Check(undecided(&o), o)
			if err != nil {
				t.Fatalf("seed %d: %s: %v\n%s", seed, a.Name, err, src)
			}
			if r.Verdict != systems.Unknown && !(r.Verdict == systems.Safe && r.Cut) {
				verdicts[r.Verdict] = a.Name
				decided[a.Name]++
			}
		}
		if len(verdicts) > 1 {
			t.Fatalf("seed %d: %v\n%s", seed, verdicts, src)
		}
	}
	t.Logf("decided: %v", decided)
	if decided["bws"] == 0 || decided["km"] == 0 {
		t.Errorf("decided: %v", decided)
	}
}

// TestCallsSymbolic compares symbolic reachability with breadth-first search: verdict,
// depth of each property, and whether the bound counted.
func TestCallsSymbolic(t *testing.T) {
	unsafe, compared := 0, 0
	for seed := range uint64(campaign.Size(t, 15, 150)) {
		src := randprog.Generate(rand.New(rand.NewPCG(seed, 15)), randprog.Calls())
		m, err := systems.Read("random.bp", strings.NewReader(src))
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range []systems.Options{
			{Threads: 1}, {Threads: 2}, {Threads: 2, Initial: "2", Atomicity: systems.Small}, {Threads: 3},
		} {
			o.All, o.SelfCheck, o.Timeout = true, true, time.Minute
			var answers []*systems.Result
			for _, o.Algorithm = range []string{"bfs", "symbolic"} {
				r, err := m.Check(context.Background(), o)
				if err != nil {
					t.Fatalf("seed %d, %d threads: %s: %v\n%s", seed, o.Threads, o.Algorithm, err, src)
				}
				answers = append(answers, r)
			}
			want, got := answers[0], answers[1]
			if want.Verdict == systems.Unknown || got.Verdict == systems.Unknown && got.Reason != systems.Unsupported {
				continue // out of time
			}
			compared++
			if want.Verdict == systems.Unsafe {
				unsafe++
			}
			same := want.Verdict == got.Verdict && want.Depth == got.Depth && want.Cut == got.Cut &&
				slices.EqualFunc(want.Properties, got.Properties, func(x, y systems.Property) bool { return x.Depth == y.Depth && x.PC == y.PC })
			if want.Verdict == systems.Safe {
				same = want.Verdict == got.Verdict && want.Cut == got.Cut
			}
			if !same || got.Stats.Replayed != (got.Verdict == systems.Unsafe) {
				t.Fatalf("seed %d, %d threads: symbolic %v(%s %s) depth %d cut %v replayed %v, bfs %v depth %d cut %v\n%s", seed, o.Threads,
					got.Verdict, got.Reason, got.Detail, got.Depth, got.Cut, got.Stats.Replayed, want.Verdict, want.Depth, want.Cut, src)
			}
		}
	}
	t.Logf("%d comparisons, %d unsafe", compared, unsafe)
	if unsafe == 0 || unsafe == compared {
		t.Error("the programs are all alike")
	}
}

// What is asked about a label is asked about all copies of it, and the answer is
// about the program as written.
func TestCallsAsWritten(t *testing.T) {
	const src = `decl x := 0;
void f(p) begin
  decl l := 1;
  if p then L: x := l; fi;
end
void main() begin
  decl m;
  f(0);
  f(m);
  assert(!x);
end
`
	m, err := systems.Read("test.bp", strings.NewReader(src))
	if err != nil {
		t.Fatal(err)
	}
	for _, via := range []systems.Via{systems.JIT, systems.BP, systems.TTS} {
		r, err := m.Check(context.Background(), systems.Options{Via: via, Algorithm: "bfs", Label: "L", All: true, SelfCheck: true})
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict != systems.Unsafe || r.Property == nil || r.Property.Pos.String() != "4:16" || len(r.Properties) != 1 || !r.Stats.Replayed {
			t.Errorf("%s: got %+v", via, r)
		}
		last := r.Trace.Steps[len(r.Trace.Steps)-1].State.Threads[0]
		if last.Proc != "f" || fmt.Sprint(last.Names, last.Locals) != "[p l] [1 1]" || last.Depth() != 1 ||
			fmt.Sprint(last.Caller.Proc, last.Caller.Names, last.Caller.Locals) != "main[m] [1]" {
			t.Errorf("%s: the trace ends in %+v", via, last)
		}
		r, err = m.Check(context.Background(), systems.Options{Via: via, Algorithm: "bfs", SelfCheck: true})
		if err != nil {
			t.Fatal(err)
		}
		var lines []int
		for _, s := range r.Trace.Steps {
			lines = append(lines, s.Pos.Line)
		}
		if want := []int{8, 4, 5, 9, 4, 4, 5, 10}; !slices.Equal(lines, want) {
			t.Errorf("%s: the trace goes through lines %v, want %v", via, lines, want)
		}
	}
}

func TestRecursionIsUnsupported(t *testing.T) {
	m, err := systems.Read("test.bp", strings.NewReader("void f() begin if * then f(); fi; end\nvoid main() begin start_thread f(); f(); end"))
	if err != nil {
		t.Fatal(err)
	}
	r, err := m.Check(context.Background(), systems.Options{Algorithm: "bws", All: true})
	if err != nil || r.Verdict != systems.Unknown || r.Reason != systems.Unsupported ||
		!strings.HasPrefix(r.Detail, "test.bp:1:26: f calls itself") || r.Property == nil || r.Property.Pos.String() != "1:26" {
		t.Errorf("got %+v, %v", r, err)
	}
}
