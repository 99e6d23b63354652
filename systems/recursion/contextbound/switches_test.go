// This file tests the least numbers of context switches, and the schedules that go with
// them, against expected ones and an independent search.

package contextbound_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/internal/proof/judge"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/contexttheory"
	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/recursion/calculus"
	"github.com/ijit/ijit/systems/recursion/calculus/syntax"
	"github.com/ijit/ijit/systems/recursion/contextbound"
	"github.com/ijit/ijit/systems/recursion/contextbound/schedule"
	"github.com/ijit/ijit/systems/recursion/getafix"
)

const drivers = "../../../../shared/suites/bluetooth"

// eachDriver calls f with all programs of the suite and the least number of context
// switches to the error, -1 if there is none.
func eachDriver(t testing.TB, f func(p *parser.Program, least int)) {
	t.Helper()
	table, err := os.ReadFile(filepath.Join(drivers, "expected.tsv"))
	if err != nil {
		t.Skipf("the shared suites are not here (%v)", err)
	}
	rows := 0
	for line := range strings.Lines(string(table)) {
		file, want, _ := strings.Cut(strings.TrimSpace(line), "\t")
		if !strings.HasSuffix(file, ".bp") {
			continue
		}
		rows++
		text, err := os.ReadFile(filepath.Join(drivers, file))
		if err != nil {
			t.Fatal(err)
		}
		least := -1
		if want != "none" {
			if least, err = strconv.Atoi(want); err != nil {
				t.Fatal(err)
			}
		}
		f(program(t, file, string(text)), least)
	}
	if rows != 12 {
		t.Errorf("%d programs", rows)
	}
}

func program(t testing.TB, name, text string) *parser.Program {
	t.Helper()
	p, err := parser.Parse(name, []byte(text), 0)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return p
}

// ways are the engines in the order in which they are tried, without those that come first.
var ways = [][]string{nil, {"stacks", "no stacks", "interfaces"}, {"interfaces"}}

// least checks a program, by some engines if any are named, and that the schedule that comes
// out leads to the target. It returns the least number of context switches, -1 if none up to
// most does.
func least(t *testing.T, p *parser.Program, label string, most int, engines ...string) (int, *contextbound.SwitchResult) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	o := contextbound.SwitchOptions{Most: most, Schedule: true}
	r, err := contextbound.CheckSwitches(ctx, p, label, o)
	if len(engines) > 0 {
		r, err = contextbound.CheckSwitchesBy(ctx, p, label, o, engines...)
	}
	if err != nil {
		t.Fatal(err)
	}
	switch r.Verdict {
	case algorithms.Unknown:
		t.Fatalf("%+v", r)
	case algorithms.Safe:
		return -1, r
	}
	target := schedule.Assertions(p)
	if label != "" {
		target = schedule.Label(p, label)
	}
	if n := len(r.Schedule.Contexts); n > 0 && n != r.Switches+1 {
		t.Errorf("%d contexts, %d switches", n, r.Switches)
	}
	if _, err := schedule.Run(ctx, p, *r.Schedule, target, schedule.Options{}); err != nil {
		t.Errorf("%+v: %v\n%s", r.Schedule, err, p.File)
	}
	return r.Switches, r
}

// TestBluetooth compares the least numbers of all drivers, and logs what each number of
// context switches takes.
func TestBluetooth(t *testing.T) {
	eachDriver(t, func(p *parser.Program, want int) {
		got, r := least(t, p, "SLIC_ERROR", 8)
		for _, s := range r.Stats {
			t.Logf("%s %d: %s, %d visits, %d nodes, %d at most, %v", p.File.Name, s.Switches, s.Engine, s.Visits, s.Nodes, s.Peak, s.Time)
		}
		// The drivers without an error have none with any number of switches.
		if got != want || r.Complete != (want < 0) {
			t.Errorf("%s: %d, %+v; want %d", p.File.Name, got, r, want)
		}
		if len(p.File.Threads) > 2 && campaign.Size(t, 0, 1) == 0 {
			return
		}
		if got, r := least(t, p, "SLIC_ERROR", 5, "interfaces"); got != want {
			t.Errorf("%s, by interfaces: %d, %+v; want %d", p.File.Name, got, r, want)
		}
		if got := bySwitchFormula(t, p, "SLIC_ERROR", 5); got != want {
			t.Errorf("%s, by the formula: %d, want %d", p.File.Name, got, want)
		}
	})
}

// TestConcurrent compares random programs with the search of the judge: by all engines, and
// by formulas.
func TestConcurrent(t *testing.T) {
	const most = 4
	programs := campaign.Size(t, 15, 2000)
	numbers := map[int]int{}
	complete, cut, open, beyond, formulas := 0, 0, 0, 0, 0
	for seed := range programs {
		r := rand.New(rand.NewPCG(uint64(seed), 5))
		text := randprog.Generate(r, randprog.Concurrent())
		label := ""
		if strings.Contains(text, randprog.ErrorLabel) {
			label = randprog.ErrorLabel
		}
		p := program(t, "random.bp", text)
		j, err := judge.New(p.File, judge.Small)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		want, err := j.WithDepth(5).Switches(ctx, label, most, 100_000)
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		first := -2
		compare := func(way any, got int, known bool) {
			t.Helper()
			switch {
			case !want.Complete:
				open++
			case got == want.Least && !(known && got >= 0):
			case want.Cut && got >= 0 && (want.Least < 0 || got < want.Least):
				cut++ // with higher stacks than the judge tried; least has replayed it
			default:
				t.Fatalf("seed %d: %v: %d, for any number %v, want %+v\n%s", seed, way, got, known, want, text)
			}
			if first != -2 && got != first {
				t.Fatalf("seed %d: %d, but %v %d\n%s", seed, first, way, got, text)
			}
		}
		for i, engines := range ways {
			got, result := least(t, p, label, most, engines...)
			if compare(engines, got, result.Complete); i > 0 {
				continue
			}
			first = got
			numbers[got]++
			if result.Complete {
				complete++
			}
			if slices.ContainsFunc(result.Stats, func(s contextbound.SwitchStats) bool { return s.Engine == "interfaces" }) {
				beyond++
			}
		}
		if seed%2 == 0 { // formulas take as long as all engines together
			got, known, all := byContextFormula(t, p, label, most, 3)
			if known == most || got >= 0 {
				formulas++
				compare("context formula", got, all)
			}
		}
		if seed%4 == 0 {
			compare("switch formula", bySwitchFormula(t, p, label, most), false)
		}
	}
	t.Logf("least numbers: %v; %d for any number, %d beyond the judge's stacks, %d without its verdict, %d by interfaces, %d by the context formula",
		numbers, complete, cut, open, beyond, formulas)
	if programs > 50 && (numbers[-1] < programs/10 || programs-numbers[-1]-numbers[0] < programs/10 || complete == 0 ||
		programs-beyond < programs/10 || formulas < programs/4) {
		t.Error("the test has lost its point")
	}
}

// TestUnsupported checks programs and options that are refused.
func TestUnsupported(t *testing.T) {
	ctx := context.Background()
	plain := program(t, "plain.bp", "void main() begin assert(0); end")
	if _, err := contextbound.CheckSwitches(ctx, plain, "", contextbound.SwitchOptions{}); !errors.Is(err, getafix.ErrNoThreads) {
		t.Errorf("without threads: %v", err)
	}
	p := program(t, "tower.bp", tower(1))
	if _, err := contextbound.CheckSwitches(ctx, p, "NOWHERE", contextbound.SwitchOptions{}); !errors.Is(err, getafix.ErrLabel) {
		t.Errorf("without the label: %v", err)
	}
	if _, err := contextbound.CheckSwitches(ctx, p, "ERROR", contextbound.SwitchOptions{Most: -1}); err == nil {
		t.Error("no error for a negative number")
	}
	passive := program(t, "passive.bp", "void thread1() begin decl x; x$ := 1; end")
	if _, err := contextbound.CheckSwitches(ctx, passive, "", contextbound.SwitchOptions{}); !errors.Is(err, getafix.ErrThreads) {
		t.Errorf("an assignment to others: %v", err)
	}
}

// TestSwitchLimits checks that limits are answers.
func TestSwitchLimits(t *testing.T) {
	p := program(t, "tower.bp", tower(3))
	over, cancel := context.WithCancel(context.Background())
	cancel()
	late, cancel := context.WithTimeout(context.Background(), -time.Second)
	defer cancel()
	for _, c := range []struct {
		ctx     context.Context
		options contextbound.SwitchOptions
		want    algorithms.Reason
	}{
		{context.Background(), contextbound.SwitchOptions{Most: 9, MaxNodes: 3000}, algorithms.Memory},
		{context.Background(), contextbound.SwitchOptions{Most: 9, MaxBytes: 200_000}, algorithms.Memory},
		{over, contextbound.SwitchOptions{Most: 9}, algorithms.Interrupted},
		{late, contextbound.SwitchOptions{Most: 9}, algorithms.Timeout},
	} {
		r, err := contextbound.CheckSwitches(c.ctx, p, "ERROR", c.options)
		if err != nil || r.Verdict != algorithms.Unknown || r.Reason != c.want || r.Detail == "" {
			t.Errorf("%+v: %+v, %v; want %s", c.options, r, err, c.want)
		}
	}
}

// TestBeforeThreads checks errors of the initial procedure, and programs with a single
// thread.
func TestBeforeThreads(t *testing.T) {
	for text, want := range map[string]int{
		"decl g; void init() begin g := *; assert(g); end void thread1() begin skip; end":                                                                             0,
		"decl g; void init() begin g := 1; end void thread1() begin assert(g); end":                                                                                   -1,
		"decl g; void init() begin while (*) do g := 1; od end void thread1() begin assert(g); end":                                                                   0,
		"decl g := 0; decl h := 1; void thread1() begin assume(h | !h); g := 1; end void thread2() begin assert(!g); end":                                             1,
		"decl g; void init() begin g := 1; init2(); end void init2() begin skip; end void thread1() begin f(); end void f() begin if (*) then f(); fi assert(g); end": -1,
	} {
		got, r := least(t, program(t, "begin.bp", text), "", 3)
		if got != want || got < 0 && !r.Complete {
			t.Errorf("%d, %+v, want %d\n%s", got, r, want, text)
		}
	}
}

// TestTexts checks that the texts can be printed and read, whatever their size.
func TestTexts(t *testing.T) {
	p := program(t, "three.bp", "void thread1() begin skip; end void thread2() begin skip; end void thread3() begin skip; end")
	b, err := getafix.NewThreads(p, "", calculus.Options{})
	if err != nil {
		t.Fatal(err)
	}
	declarations, err := b.Declarations()
	if err != nil {
		t.Fatal(err)
	}
	check := func(f getafix.Formula) {
		file, err := syntax.Parse(f.Name, []byte(f.Text))
		if err != nil {
			t.Fatal(err)
		}
		system, err := calculus.Compile(declarations, file)
		if err != nil {
			t.Fatal(err)
		}
		if w := system.Warnings(); len(w) > 0 {
			t.Errorf("%s: %v", f.Name, w)
		}
	}
	for n := 1; n <= 4; n++ {
		check(getafix.SwitchFormula(n, 5))
	}
	check(contexttheory.Formula(1))
	check(contexttheory.Formula(1, 1))
	check(contexttheory.FirstContext(1, 2))
	check(contexttheory.Formula(3, 1, 2))
}

// BenchmarkSwitches checks the drivers of the suite in all ways.
func BenchmarkSwitches(b *testing.B) {
	for i, engines := range ways {
		eachDriver(b, func(p *parser.Program, _ int) {
			b.Run(strings.TrimSuffix(p.File.Name, ".bp")+"/"+[]string{"default", "stacks", "interfaces"}[i], func(b *testing.B) {
				for b.Loop() {
					var err error
					if o := (contextbound.SwitchOptions{Most: 8}); i == 0 {
						_, err = contextbound.CheckSwitches(context.Background(), p, "SLIC_ERROR", o)
					} else {
						_, err = contextbound.CheckSwitchesBy(context.Background(), p, "SLIC_ERROR", o, engines...)
					}
					if err != nil {
						b.Fatal(err)
					}
				}
			})
		})
	}
}
