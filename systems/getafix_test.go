// This file tests the algorithms that are formulas against procedure summaries.

package systems_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/ijit/ijit/examples/family"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/systems"
)

var formulas = []string{"getafix", "getafix-opt"}

// agree checks a program with an algorithm as o says, and compares verdicts, that of
// each property too if all are asked for. Traces must have been replayed.
func agree(t *testing.T, m *systems.Model, algorithm string, o systems.Options, want *systems.Result) *systems.Result {
	t.Helper()
	o.Algorithm, o.SelfCheck = algorithm, true
	r, err := m.Check(context.Background(), o)
	if err != nil {
		t.Fatalf("%s: %v", algorithm, err)
	}
	if r.Verdict != want.Verdict || r.Reason != want.Reason {
		t.Fatalf("%s: %s(%s) %s, want %s(%s)", algorithm, r.Verdict, r.Reason, r.Detail, want.Verdict, want.Reason)
	}
	if r.Verdict == systems.Unsafe && !r.Stats.Replayed {
		t.Errorf("%s: the trace was not replayed: %s", algorithm, r.Detail)
	}
	if diff := cmp.Diff(verdicts(want), verdicts(r)); diff != "" {
		t.Errorf("%s: properties (-want +got):\n%s", algorithm, diff)
	}
	return r
}

// verdicts returns those of the properties, by location.
func verdicts(r *systems.Result) map[int]string {
	list := map[int]string{}
	for _, p := range r.Properties {
		list[p.PC] = p.Verdict.String()
	}
	return list
}

// TestFormulas checks the sequential programs of the shared suite and the recursive
// examples.
func TestFormulas(t *testing.T) {
	type instance struct{ path, label string }
	var list []instance
	paths, err := filepath.Glob("../examples/recursive/*.bp")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	for _, path := range paths {
		list = append(list, instance{path, ""})
	}
	t.Run("boppo", func(t *testing.T) {
		dir := filepath.Join(suites(t), "boppo")
		for _, row := range rows(t, filepath.Join(dir, "expected.tsv")) {
			label, _ := strings.CutPrefix(row["options"], "label ")
			list = append(list, instance{filepath.Join(dir, row["program"]), label})
		}
	})
	sequential := 0
	for _, i := range list {
		t.Run(filepath.Base(i.path), func(t *testing.T) {
			m, err := systems.Open(i.path)
			if err != nil {
				t.Fatal(err)
			}
			for _, all := range []bool{false, true} {
				o := systems.Options{Label: i.label, All: all, Timeout: time.Minute}
				want, err := m.Check(context.Background(), systems.Options{Algorithm: "bebop", Label: i.label, All: all})
				if err != nil {
					t.Fatal(err)
				}
				if want.Reason == systems.Unsupported {
					return // it starts threads: see TestStartedSuite
				}
				sequential++
				for _, name := range formulas {
					agree(t, m, name, o, want)
				}
			}
		})
	}
	if sequential < 2*len(paths) {
		t.Errorf("only %d checks of sequential programs", sequential)
	}
}

// TestFormulaTrace checks what a trace through procedures says.
func TestFormulaTrace(t *testing.T) {
	m, err := systems.Read("levels.bp", strings.NewReader(family.Levels(20)))
	if err != nil {
		t.Fatal(err)
	}
	o := systems.Options{Label: "REACH"}
	want, err := m.Check(context.Background(), systems.Options{Algorithm: "bebop", Label: "REACH"})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range formulas {
		r := agree(t, m, name, o, want)
		if r.Property == nil || r.Property.Kind != "label" || r.Property.Text != "REACH" {
			t.Errorf("%s: the property is %+v", name, r.Property)
		}
		deepest := 0
		for s := range r.Trace.All() {
			for _, th := range s.State.Threads {
				deepest = max(deepest, th.Depth())
			}
		}
		if n, m := r.Trace.Len(), want.Trace.Len(); n.Cmp(m) != 0 || deepest != 20 {
			t.Errorf("%s: %d steps, %d calls deep; bebop: %d steps", name, n, deepest, m)
		}
		if r.Stats.PeakNodes == 0 || r.Stats.Variables == 0 || r.Stats.Fired == 0 || r.States == 0 || r.Depth == 0 {
			t.Errorf("%s: no statistics: %+v", name, r.Stats)
		}
	}
}

// TestFormulaLong checks that an execution of more steps than anybody can count is shown and
// replayed: equal calls are kept once.
func TestFormulaLong(t *testing.T) {
	text := "void main() begin p0(); REACH: skip; end\nvoid p100() begin skip; end\n"
	for i := range 100 {
		text += fmt.Sprintf("void p%d() begin p%d(); p%d(); end\n", i, i+1, i+1)
	}
	m, err := systems.Read("doubling.bp", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range formulas {
		r, err := m.Check(context.Background(), systems.Options{Algorithm: name, Label: "REACH", SelfCheck: true, Certify: true})
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict != systems.Unsafe || r.Trace == nil || r.Trace.Len().BitLen() < 100 || !r.Stats.Replayed {
			t.Errorf("%s: %s, trace %v, replayed %v: %s", name, r.Verdict, r.Trace != nil, r.Stats.Replayed, r.Detail)
		}
		if err := r.Certificate.Err(); err == nil || !strings.Contains(err.Error(), "too long") {
			t.Errorf("%s: certificate: %v", name, err)
		}
	}
}

// TestFormulaLimits checks that limits are answers.
func TestFormulaLimits(t *testing.T) {
	m, err := systems.Read("counter.bp", strings.NewReader(family.RecursiveCounter(16, false)))
	if err != nil {
		t.Fatal(err)
	}
	canceled, cancel := context.WithCancel(context.Background())
	cancel()
	for _, name := range formulas {
		for _, limit := range []struct {
			ctx    context.Context
			o      systems.Options
			reason systems.Reason
		}{
			{canceled, systems.Options{}, systems.Interrupted},
			{context.Background(), systems.Options{Timeout: time.Millisecond}, systems.Timeout},
			{context.Background(), systems.Options{Memory: 100 << 10}, systems.Memory},
		} {
			limit.o.Algorithm, limit.o.Label = name, "REACH"
			r, err := m.Check(limit.ctx, limit.o)
			if err != nil {
				t.Fatal(err)
			}
			if r.Verdict != systems.Unknown || r.Reason != limit.reason || r.Detail == "" {
				t.Errorf("%s: %s(%s) %s, want UNKNOWN(%s)", name, r.Verdict, r.Reason, r.Detail, limit.reason)
			}
		}
	}
}

// TestFormulaThreads checks that statements about threads are no silent gap.
func TestFormulaThreads(t *testing.T) {
	for kind, text := range map[string]string{
		"start_thread": "void main() begin start_thread f(); L: start_thread goto L; end void f() begin assert(0); end",
		"signal":       "void main() begin start_thread f(); f(); end void f() begin signal; assert(0); end",
		"wait":         "void main() begin f(); wait; end void f() begin skip; end",
	} {
		m, err := systems.Read("threads.bp", strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range formulas {
			r, err := m.Check(context.Background(), systems.Options{Algorithm: name})
			if err != nil {
				t.Fatal(err)
			}
			if r.Reason != systems.Unsupported || r.Property == nil || r.Property.Kind != kind || !strings.Contains(r.Detail, "auto") {
				t.Errorf("%s: %s(%s) %s, %+v", name, r.Verdict, r.Reason, r.Detail, r.Property)
			}
		}
	}
}

// TestFormulaExecutions checks executions of random programs, and of some in which values
// matter that formulas forget: what is returned by the exit that is reached later, a result
// that nobody uses, and globals behind their last use. All are replayed.
func TestFormulaExecutions(t *testing.T) {
	programs := map[string]string{
		"returned": "decl g := 0; void main() begin decl x; x := choose(0); assume(x); g := set(); assert(g); end\n" +
			"bool choose(a) begin if * then return a; fi skip; return !a; end bool set() begin g := 1; return !g; end",
		"forgotten": "decl g, h, k; void main() begin decl x, y; x := g; h := !g; y := f(x, h); k := *; main2(y); assert(!k); end\n" +
			"bool f(a, b) begin decl c; c := !a; g := !b; return c; end void main2(z) begin h := *; k := !k; end",
	}
	n := campaign.Size(t, 24, 2000)
	for seed := range uint64(n) {
		programs[fmt.Sprint("random", seed)] = randprog.Generate(rand.New(rand.NewPCG(seed, 17)), randprog.Sequential())
	}
	unsafe := 0
	for name, text := range programs {
		m, err := systems.Read(name+".bp", strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		for _, all := range []bool{false, true} {
			want, err := m.Check(context.Background(), systems.Options{Algorithm: "bebop", All: all})
			if err != nil {
				t.Fatal(err)
			}
			for _, formula := range formulas {
				if agree(t, m, formula, systems.Options{All: all}, want); want.Verdict == systems.Unsafe {
					unsafe++
				}
			}
		}
	}
	if unsafe < n {
		t.Errorf("%d executions are not enough to say anything", unsafe)
	}
}

// TestFormulaWithoutExecution checks a program for whose error procedure summaries find no
// execution in time, as it lies behind many states: the answer stays. Where the error is
// near, many states beside it do not matter.
func TestFormulaWithoutExecution(t *testing.T) {
	campaign.Alone(t)
	counter := strings.Replace(family.RecursiveCounter(12, false), "REACH: skip;", "assert(0);", 1)
	near := strings.Replace(family.RecursiveCounter(30, false), "  count();", "  if * then assert(0); fi\n  count();", 1)
	for _, c := range []struct {
		text    string
		memory  uint64
		execute bool
	}{{near, 0, true}, {counter, 3 << 20, false}} {
		m, err := systems.Read("counter.bp", strings.NewReader(c.text))
		if err != nil {
			t.Fatal(err)
		}
		r, err := m.Check(context.Background(), systems.Options{Algorithm: "getafix", Timeout: time.Minute, Memory: c.memory})
		if err != nil {
			t.Fatal(err)
		}
		t.Log(r.Verdict, r.Detail, r.Stats)
		if r.Verdict != systems.Unsafe || (r.Trace != nil) != c.execute || !c.execute && !strings.Contains(r.Detail, "no execution") {
			t.Errorf("%s, trace %v: %s", r.Verdict, r.Trace != nil, r.Detail)
		}
	}
}
