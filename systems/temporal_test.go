// This file tests formulas of temporal logic about programs.

package systems_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/systems"
)

// TestObserved checks that variables which nothing but the formula reads begin with either
// value, although there are so many that others begin with 0 only.
func TestObserved(t *testing.T) {
	v := make([]string, 40)
	for i := range v {
		v[i] = fmt.Sprint("v", i)
	}
	src := "decl " + strings.Join(v, ",") + ";\nvoid main() begin decl a; v1 := v2; skip; end\n"
	for formula, want := range map[string]systems.Verdict{
		"!v0":            systems.Unsafe,
		"!t1.a":          systems.Unsafe,
		"G F !v1":        systems.Unsafe,
		"G (v1 -> G v1)": systems.Unsafe,
		"v0 -> G v0":     systems.Safe,
	} {
		m, err := systems.Read("free.bp", strings.NewReader(src))
		if err != nil {
			t.Fatal(err)
		}
		r, err := m.Check(context.Background(), systems.Options{Algorithm: "ndfs", LTL: formula, Threads: 1, SelfCheck: true, Timeout: time.Minute})
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict != want {
			t.Errorf("%s: %v(%s), want %v", formula, r.Verdict, r.Reason, want)
		}
	}
}

// TestFormulaCalls checks that a variable is that of the procedure in which the thread is,
// whether that was called or not.
func TestFormulaCalls(t *testing.T) {
	const src = `
decl g := 0;
void main() begin decl x := 1; f(); inside: skip; start_thread f(); skip; end
void f() begin decl x := 0; decl y := 0; g := 1; deep: g := 0; x := 1; y := x; y := 0; end
`
	for formula, want := range map[string]systems.Verdict{
		"G t1.x":                systems.Unsafe, // not in f
		"G (t1@inside -> t1.x)": systems.Safe,
		"F (t1@deep & !t1.x)":   systems.Safe,
		"G (t1.y -> t1.x)":      systems.Safe,
		"G !t1.y":               systems.Unsafe,
		"F t1@deep":             systems.Safe,
		"G (t1@deep -> g)":      systems.Safe, // it comes there before the other thread is started
		"G (t2@deep -> !t2.x)":  systems.Safe,
		"G !t2.x":               systems.Unsafe,
		"G !(t1@deep & t1.x)":   systems.Safe,
		"F G t2.x":              systems.Unsafe, // thread 1 need not start it
		"t2.x -> X t2.x":        systems.Safe,
	} {
		for _, fair := range []bool{false, true} {
			m, err := systems.Read("calls.bp", strings.NewReader(src))
			if err != nil {
				t.Fatal(err)
			}
			r, err := m.Check(context.Background(), systems.Options{Algorithm: "ndfs", LTL: formula, Threads: 2, Fair: fair, SelfCheck: true, Timeout: time.Minute})
			if err != nil {
				t.Fatalf("%s: %v", formula, err)
			}
			if r.Verdict != want || want == systems.Unsafe && !r.Stats.Replayed {
				t.Errorf("%s: %v(%s), replayed %t, want %v", formula, r.Verdict, r.Reason, r.Stats.Replayed, want)
			}
		}
	}
}

// TestFormulasAgree compares all algorithms for formulas on random programs. Each
// counterexample is replayed by the judge.
func TestFormulasAgree(t *testing.T) {
	campaign.Alone(t)
	count := map[systems.Verdict]int{}
	for seed := range uint64(campaign.Size(t, 8, 3000)) {
		config := randprog.Default()
		config.Entries = true
		src := randprog.Generate(rand.New(rand.NewPCG(seed, 21)), config)
		m, err := systems.Read("random.bp", strings.NewReader(src))
		if err != nil {
			t.Fatal(err)
		}
		o := systems.Options{Threads: 2, Fair: seed%3 == 0, Atomicity: systems.Atomicity(seed / 2 % 2), SelfCheck: true}
		globals := m.Program.File.Globals
		if len(globals) == 0 {
			continue
		}
		x, y := "{"+globals[0].Name+"}", "{"+globals[len(globals)-1].Name+"}"
		o.LTL = [...]string{
			"G F some@ENTRY_main", "G (" + x + " -> F !" + y + ")", "F G (" + x + " | t2@ENTRY_main)", "X t1@ENTRY_main V !" + y,
			"G (Y " + x + " -> O " + y + ")", "F " + x + " & F !" + y, x + " U G !" + y, "G !t2@ENTRY_main",
		}[seed%8]
		verdicts := map[systems.Verdict]string{}
		for _, a := range []string{"ndfs", "symbolic", "bmc", "kind", "pdr"} {
			o.Algorithm, o.Bound = a, 0
			if a == "bmc" || a == "kind" {
				o.Bound = 6
			}
			ctx, cancel := context.WithTimeout(context.Background(), time.Second)
			r, err := m.Check(ctx, o)
			cancel()
			if err != nil {
				t.Fatalf("seed %d: %+v: %v\n%s", seed, o, err, src)
			}
			if r.Verdict != systems.Unknown {
				verdicts[r.Verdict] += " " + a
				count[r.Verdict]++
			}
		}
		if len(verdicts) > 1 {
			t.Fatalf("seed %d: %+v: %v\n%s", seed, o, verdicts, src)
		}
	}
	t.Log(count)
	if count[systems.Safe] == 0 || count[systems.Unsafe] == 0 {
		t.Error("the answers are all alike")
	}
}

// TestCircuitsAgree compares the algorithms for circuits with breadth-first search on random
// programs: the verdict and, where each step is one of the circuit, the least depth.
func TestCircuitsAgree(t *testing.T) {
	campaign.Alone(t)
	count := map[systems.Verdict]int{}
	for seed := range uint64(campaign.Size(t, 8, 3000)) {
		src := randprog.Generate(rand.New(rand.NewPCG(seed, 22)), randprog.Default())
		m, err := systems.Read("random.bp", strings.NewReader(src))
		if err != nil {
			t.Fatal(err)
		}
		o := systems.Options{Threads: 1 + int(seed)%3, Atomicity: systems.Small, SelfCheck: true, Deadlock: seed%5 == 0}
		check := func(algorithm string, bound int) *systems.Result {
			ctx, cancel := context.WithTimeout(context.Background(), time.Second)
			defer cancel()
			o.Algorithm, o.Bound = algorithm, bound
			r, err := m.Check(ctx, o)
			if err != nil {
				t.Fatalf("seed %d: %+v: %v\n%s", seed, o, err, src)
			}
			return r
		}
		want := check("bfs", 0)
		count[want.Verdict]++
		for _, r := range []*systems.Result{check("bmc", 12), check("kind", 8), check("pdr", 0)} {
			if want.Verdict == systems.Unknown || r.Verdict == systems.Unknown {
				continue
			}
			least := r.Algorithm != "pdr"
			if r.Verdict != want.Verdict || r.Verdict == systems.Unsafe && least && r.Depth != want.Depth || r.Verdict == systems.Safe && want.Cut && !r.Cut {
				t.Fatalf("seed %d: %s: %v at depth %d (cut %t), bfs %v at %d (cut %t)\n%s", seed, r.Algorithm, r.Verdict, r.Depth, r.Cut, want.Verdict, want.Depth, want.Cut, src)
			}
		}
	}
	t.Log(count)
	if count[systems.Safe] == 0 || count[systems.Unsafe] == 0 {
		t.Error("the answers are all alike")
	}
}
