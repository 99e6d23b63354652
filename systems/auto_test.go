// This file tests counting context switches beside other searches.

package systems_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/examples/family"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/systems"
)

func TestAuto(t *testing.T) {
	driver := func(safe bool) string {
		return family.Driver(family.DriverSize{Procedures: 12, Globals: 30, Threads: 3, Switches: 1, Safe: safe, Seed: 1})
	}
	fixed, err := os.ReadFile("../examples/concurrent/bluetooth.bp")
	if err != nil {
		t.Fatal(err)
	}
	const mutual = `
decl lock := 0, in := 0;
void thread1() begin lock := 1 constrain !lock; assert(!in); in := 1; in := 0; lock := 0; end
void thread2() begin lock := 1 constrain !lock; assert(!in); in := 1; in := 0; lock := 0; end`
	var doubling strings.Builder // inlined, 2^17 copies of the last procedure
	doubling.WriteString("decl x := 0, y := 0;\nvoid thread1() begin y := 1; p0(); end\nvoid thread2() begin assert(!x); end\n")
	for i := range 17 {
		fmt.Fprintf(&doubling, "void p%d() begin x := y; if (*) then p%d(); p%d(); fi end\n", i, i+1, i+1)
	}
	doubling.WriteString("void p17() begin skip; end\n")
	for i, x := range []struct {
		name, text string
		o          systems.Options
		verdict    systems.Verdict
		by         string // "" if it does not matter
		detail     string
		switches   bool // are counted beside the other searches
	}{
		{"many globals", driver(false), systems.Options{SelfCheck: true}, systems.Unsafe, "getafix", "", true},
		{"many globals, no error", driver(true), systems.Options{Timeout: 100 * time.Millisecond}, systems.Unknown, "", "no error within", true},
		{"too many calls for the others", doubling.String(), systems.Options{SelfCheck: true}, systems.Unsafe, "getafix", "", true},
		{"for a certificate", string(fixed), systems.Options{Certify: true}, systems.Safe, "", "", false},
		{"fixed", string(fixed), systems.Options{}, systems.Safe, "", "", true},
		{"checked", mutual, systems.Options{SelfCheck: true}, systems.Safe, "", "", true},
		{"by a version", string(fixed), systems.Options{Via: systems.BP}, systems.Safe, "", "", false},
	} {
		if !campaign.Due(t, i%2, 2) {
			continue
		}
		m, err := systems.Read("program.bp", strings.NewReader(x.text))
		if err != nil {
			t.Fatal(err)
		}
		r, err := m.Check(context.Background(), x.o)
		for ; err == nil && x.o.Timeout > 0 && x.o.Timeout < time.Minute && !strings.Contains(r.Detail, x.detail); x.o.Timeout *= 2 {
			r, err = m.Check(context.Background(), x.o) // the machine is slow
		}
		if err != nil {
			t.Fatalf("%s: %v", x.name, err)
		}
		switches := slices.ContainsFunc(r.Stats.Sides, func(s systems.Side) bool { return s.Direction == "context switches" })
		if r.Verdict != x.verdict || x.by != "" && r.By != x.by || !strings.Contains(r.Detail, x.detail) || switches != x.switches {
			t.Errorf("%s: %v(%s) by %s: %s; %v", x.name, r.Verdict, r.Reason, r.By, r.Detail, r.Stats.Sides)
		}
		if r.Verdict == systems.Unsafe && !r.Stats.Replayed {
			t.Errorf("%s: the execution was not replayed: %s", x.name, r.Detail)
		}
		if x.o.SelfCheck && r.Verdict == systems.Safe && !r.Stats.Validated {
			t.Errorf("%s: the proof was not checked", x.name)
		}
	}
}

// TestAutoRandom checks on random programs with threads by convention that the default
// says what its parts say, with executions that can be replayed, and says something wherever
// one of them does.
func TestAutoRandom(t *testing.T) {
	programs, decided := campaign.Size(t, 15, 150), 0
	for seed := range uint64(programs) {
		text := randprog.Generate(rand.New(rand.NewPCG(seed, 3)), randprog.Concurrent())
		m, err := systems.Read("program.bp", strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		want := systems.Unknown
		for _, algorithm := range []string{"getafix", "bws", "auto"} {
			o := systems.Options{Algorithm: algorithm, SelfCheck: true, Timeout: time.Minute}
			if algorithm == "auto" && want == systems.Unknown {
				o.Timeout = 100 * time.Millisecond // it counts context switches as long as it may
			}
			r, err := m.Check(context.Background(), o)
			if err != nil {
				t.Fatalf("%s: %v\n%s", algorithm, err, text)
			}
			if r.Verdict == systems.Unsafe && !r.Stats.Replayed {
				t.Errorf("%s: the execution was not replayed: %s\n%s", algorithm, r.Detail, text)
			}
			if want != systems.Unknown && r.Verdict != want && (r.Verdict != systems.Unknown || algorithm == "auto") {
				t.Fatalf("%s: %v(%s), others %v\n%s", algorithm, r.Verdict, r.Reason, want, text)
			}
			if want == systems.Unknown {
				want = r.Verdict
			}
		}
		if want != systems.Unknown {
			decided++
		}
	}
	if decided < programs*4/5 {
		t.Errorf("%d of %d were decided", decided, programs)
	}
}

// TestAutoRaisesSwitches asks about recursive threads that take turns: auto counts further
// than getafix does by itself, until there is an error or a limit is met.
func TestAutoRaisesSwitches(t *testing.T) {
	turns := func(cond string) *systems.Model {
		return read(t, "decl turn := 0, a := 0, b := 0, c := 0;\n"+
			"void thread1() begin assume(!turn); a, b, c := !a, a != b, (a & b) != c; assert(!("+cond+")); turn := 1; thread1(); end\n"+
			"void thread2() begin assume(turn); turn := 0; thread2(); end\n")
	}
	m := turns("!a & b & c")
	o := systems.Options{SelfCheck: true, Timeout: time.Minute}
	r, err := m.Check(context.Background(), o)
	if err != nil || r.Verdict != systems.Unsafe || r.By != "getafix" || r.Extent.N != 10 || !r.Stats.Replayed {
		t.Errorf("%+v, %v", r, err)
	}
	o.Algorithm = "getafix"
	if r, err = m.Check(context.Background(), o); err != nil || r.Reason != systems.Bound || r.Extent.N != systems.DefaultSwitches {
		t.Errorf("%+v, %v", r, err)
	}
}
