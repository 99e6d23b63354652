// This file tests slices: answers are those about the whole program, with executions and certificates of it.

package systems_test

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/systems"
)

// TestSlices leaves variables out of programs in which they are assigned in all ways: the execution has values of
// them that the judge confirms.
func TestSlices(t *testing.T) {
	for name, c := range map[string]struct {
		text    string
		leftOut int
		shows   string // in the table of the execution
	}{
		"assignments": {"decl g := 0; decl a := 1; decl b, c; void main() begin b := a; c := a & b; a, b := !a, schoose[c, 0]; g := 1; assert(!g); end", 3, "b=1"},
		"stars":       {"decl g := 0; decl a, b; void main() begin a, b := *, *; b := a | *; g := 1; assert(!g); end", 2, "g=1"},
		"dead":        {"decl g := 0; decl a := 1; void main() begin dead a; a := a; g := 1; assert(!g); end", 1, "g=1"},
		"started":     {"decl g := 0; decl a := 1; void main() begin decl l := 1; l := !l; start_thread f(a, l); assume(g); assert(0); end void f(x, y) begin decl z := 1; z := x & !y; a := z; g := 1; end", 5, "a=1"},
		"goto":        {"decl g := 0; decl a := 0; void main() begin decl l := 1; start_thread goto m; assume(g); assert(0); m: a := l; g := 1; end", 2, "a=1"},
		"called":      {"decl g := 0; decl a := 1; void main() begin decl l; start_thread f(a); assume(g); assert(0); end void f(x) begin decl r := 0; r := h(x); a := !r; g := 1; end bool h(y) begin decl z; z := !y; return 1; end", 6, "a=0"},
		"waiting":     {"decl g := 0; decl a := 0; void main() begin decl l := 1; start_thread goto m; f(); assert(l); goto e; m: a := 1; assume(g); l$ := 0; g := 0; e: skip; end void f() begin g := 1; assume(!g); end", 1, "a=1"},
		"deadlock":    {"decl a; void main() begin a := !a; start_thread goto m; assume(0); m: a := a | 1; assume(0); end", 1, "a=1"},
		"section":     {"decl g := 0; decl a := 0; void main() begin atomic_begin; a := 1; start_thread goto m; a := !a; atomic_end; assume(g); assert(0); m: a := !a; g := 1; end", 1, "a=1"},
	} {
		for _, algorithm := range []string{"bfs", "bws", "km", "akm", "symbolic", "bmc", "pdr", "auto"} {
			if name == "deadlock" && algorithm != "bfs" && algorithm != "symbolic" && algorithm != "bmc" {
				continue
			}
			m, err := systems.Read("x.bp", strings.NewReader(c.text))
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			o := systems.Options{Algorithm: algorithm, SelfCheck: true, Deadlock: name == "deadlock"}
			whole := o
			whole.Exact = true
			want, err := m.Check(t.Context(), whole)
			if err != nil {
				t.Fatalf("%s, %s: %v", name, algorithm, err)
			}
			r, err := m.Check(t.Context(), o)
			if err != nil {
				t.Errorf("%s, %s: %v", name, algorithm, err)
				continue
			}
			if r.Verdict != want.Verdict || r.Verdict == systems.Unsafe && (!r.Stats.Replayed || r.Stats.LeftOut != c.leftOut) || algorithm == "bfs" && r.Depth != want.Depth {
				t.Errorf("%s, %s: %s(%s) at depth %d, replayed %t, %d left out, want %s at depth %d", name, algorithm, r.Verdict, r.Detail, r.Depth, r.Stats.Replayed, r.Stats.LeftOut, want.Verdict, want.Depth)
			}
			if r.Verdict != systems.Unsafe {
				continue
			}
			var table bytes.Buffer
			if err := m.Render(&table, &r.Answer, "table"); err != nil || !strings.Contains(table.String(), c.shows) {
				t.Errorf("%s, %s: %v, want %s in\n%s", name, algorithm, err, c.shows, &table)
			}
		}
	}
}

// TestSlicesOfRandom compares answers about slices of random programs with those about the whole, by each algorithm, and
// validates their certificates, which are about the whole.
func TestSlicesOfRandom(t *testing.T) {
	decided, left, certified := 0, 0, 0
	for seed := range uint64(campaign.Size(t, 8, 1500)) {
		cfg := randprog.Default()
		switch seed % 3 {
		case 0:
			cfg = randprog.Starting()
		case 1:
			cfg = randprog.Calls()
		}
		cfg.Shared, cfg.Locals = cfg.Shared+2, cfg.Locals+2 // some of them are not read
		src := randprog.Generate(rand.New(rand.NewPCG(seed, 37)), cfg)
		m, err := systems.Read("x.bp", strings.NewReader(src))
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range []systems.Options{
			{Algorithm: "bfs", Threads: 2}, {Algorithm: "bfs", Threads: 2, Deadlock: true}, {Algorithm: "bfs", Threads: 2, Leak: true},
			{Algorithm: "bws"}, {Algorithm: "bws", Images: systems.BackwardImages, Initial: "many"}, {Algorithm: "ecut"}, {Algorithm: "km"}, {Algorithm: "akm"},
			{Algorithm: "symbolic", Threads: 2}, {Algorithm: "pdr", Threads: 2, Atomicity: systems.Small}, {Algorithm: "bmc", Threads: 2, Bound: 8}, {Algorithm: "bebop"},
			{Threads: 2, LTL: "G (F main@exit)"}, {Algorithm: "auto"},
		} {
			o.SelfCheck, o.Certify = true, true
			whole := o
			whole.Exact = true
			want, err := m.Check(undecided(&whole), whole)
			if err != nil {
				continue // the question is not for the program
			}
			r, err := m.Check(undecided(&o), o)
			if err != nil {
				t.Fatalf("seed %d, %+v: %v\n%s", seed, o, err, src)
			}
			if r.Verdict == systems.Unknown || want.Verdict == systems.Unknown {
				continue
			}
			if decided++; r.Verdict != want.Verdict || o.Algorithm == "bfs" && !o.Leak && (r.Verdict == systems.Unsafe && r.Depth != want.Depth || r.Verdict == systems.Safe && r.States > want.States) {
				t.Fatalf("seed %d, %+v: %s at depth %d, %d states; of the whole %s at depth %d, %d states\n%s", seed, o, r.Verdict, r.Depth, r.States, want.Verdict, want.Depth, want.States, src)
			}
			left += r.Stats.LeftOut
			if c := r.Certificate; c != nil && c.Err() == nil {
				if _, err := m.Validate(t.Context(), c); err != nil {
					t.Fatalf("seed %d, %+v: %v\n%s", seed, o, err, src)
				}
				certified++
			}
		}
	}
	if t.Logf("%d answers, %d certificates, %d variables left out", decided, certified, left); decided < 50 || certified < 30 || left < 50 {
		t.Errorf("%d answers, %d certificates, %d variables left out", decided, certified, left)
	}
}

// TestCutoffsOfSlices: a cutoff is about all thread states, those that only differ in variables without influence, too.
func TestCutoffsOfSlices(t *testing.T) {
	m, err := systems.Read("x.bp", strings.NewReader("decl g := 0; decl a, b := 0; void main() begin start_thread goto w; assert(!g); w: a, b := 1, a; end"))
	if err != nil {
		t.Fatal(err)
	}
	whole, err := m.Check(t.Context(), systems.Options{Algorithm: "ecut", Exact: true})
	if err != nil {
		t.Fatal(err)
	}
	if r, err := m.Check(t.Context(), systems.Options{Algorithm: "ecut"}); err != nil || r.Cutoff != whole.Cutoff || r.Cutoff == 0 {
		t.Errorf("cutoff %d, %v, want %d", r.Cutoff, err, whole.Cutoff)
	}
	if r, err := m.Check(t.Context(), systems.Options{}); err != nil || r.Verdict != systems.Safe || r.Stats.LeftOut == 0 || r.Cutoff != 0 && r.Cutoff != whole.Cutoff {
		t.Errorf("auto: %s, %d left out, cutoff %d, %v", r.Verdict, r.Stats.LeftOut, r.Cutoff, err)
	}
}
