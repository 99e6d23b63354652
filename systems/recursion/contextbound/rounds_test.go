// This file tests the formulas for any number of threads on programs with known
// answers, and against an independent search with some copies of each thread.

package contextbound_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/internal/proof/judge"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/recursion/contextbound"
	"github.com/ijit/ijit/systems/recursion/contextbound/schedule"
)

// inRounds checks a program with both formulas if that is asked for, and place by place with
// so many globals at first, 4 and 1 if nothing is said, which must agree, and returns the least number of rounds: 0 if there is none up
// to most, and -1 if there is none at all.
func inRounds(t *testing.T, text, label string, most int, formulas bool, first ...int) int {
	t.Helper()
	p := program(t, "threads.bp", text)
	var answers []int
	if formulas {
		answers = append(answers, byRoundFormula(t, p, label, most, false), byRoundFormula(t, p, label, most, true))
	}
	if len(first) == 0 {
		first = []int{4, 1}
	}
	for _, compared := range first {
		r, err := contextbound.CheckRoundsComparing(context.Background(), p, label, contextbound.RoundOptions{Most: most}, compared)
		if err != nil {
			t.Fatal(err)
		}
		answer := 0
		switch {
		case r.Verdict == algorithms.Unsafe:
			answer = r.Rounds
		case r.Complete:
			answer = -1
		case r.Verdict != algorithms.Safe || r.Rounds != most:
			t.Fatalf("%+v\n%s", r, text)
		}
		answers = append(answers, answer)
	}
	if slices.Max(answers) != slices.Min(answers) {
		t.Fatalf("eager and lazy, by default, with few globals at first: %d\n%s", answers, text)
	}
	// One round is not asked about by the formula if that is all.
	r, err := contextbound.CheckRounds(context.Background(), p, label, contextbound.RoundOptions{Most: 1, Schedule: true})
	if err != nil {
		t.Fatal(err)
	}
	if r.Verdict == algorithms.Unknown || (r.Verdict == algorithms.Unsafe) != (answers[0] == 1) {
		t.Fatalf("one round: %+v, want %d\n%s", r, answers[0], text)
	}
	if r.Verdict == algorithms.Unsafe {
		target := schedule.Assertions(p)
		if label != "" {
			target = schedule.Label(p, label)
		}
		if _, err := schedule.Run(context.Background(), p, *r.Schedule, target, schedule.Options{}); err != nil {
			t.Fatalf("one round: %+v: %v\n%s", r.Schedule, err, text)
		}
	}
	return answers[0]
}

// searched returns the least number of rounds that an explicit search finds with some
// copies of each thread.
func searched(t *testing.T, text, label string, most, copies, states int) judge.Contexts {
	t.Helper()
	f, err := parser.ParseFile("threads.bp", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	j, err := judge.New(f, judge.Small)
	if err != nil {
		t.Fatal(err)
	}
	r, err := j.WithDepth(4).Rounds(context.Background(), label, copies, most, states)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestRounds checks programs with known least numbers of rounds.
func TestRounds(t *testing.T) {
	cases := []struct {
		name, text string
		rounds     int // in at most 4
	}{
		{"a thread alone", `
void thread1() begin assert(0); end`, 1},
		{"nothing can fail", `
decl x;
void init() begin x := 0; end
void thread1() begin x := 1; end
void thread2() begin assert(!x | x); end`, -1},
		{"it fails before the threads begin", `
decl x;
void init() begin x := 0; assert(x); end
void thread1() begin x := 1; end`, 1},
		{"the other way round", `
decl x;
void init() begin x := 0; end
void thread1() begin assert(!x); end
void thread2() begin x := 1; end`, 1},
		{"there and back again", `
decl x;
void init() begin x := 0; end
void thread1() begin assume(!x); x := 1; assume(!x); assert(0); end
void thread2() begin assume(x); x := 0; end`, 2},
		{"two copies of one thread", `
decl first, second;
void init() begin first := 0; second := 0; end
void thread1() begin first, second := 1, first constrain !second; assert(!second); end`, 1},
		{"many copies of one thread", `
decl a, b, c;
void init() begin a := 0; b := 0; c := 0; end
void thread1() begin a, b, c := !a, b ^ a, c ^ (a & b); assert(!(a & b & c)); end`, 1},
		{"three rounds", `
decl x;
void init() begin x := 0; end
void thread1() begin assume(!x); assume(x); assume(!x); assert(0); end
void thread2() begin x := 1; x := 0; end`, 3},
		{"what only a copy that goes on can do", `
decl a, b, c, d, taken;
void init() begin a := 0; b := 0; c := 0; d := 0; taken := 0; end
void thread1() begin taken := 1 constrain !taken; a := 1; assume(b); c := 1; assume(d); assert(0); end
void thread2() begin assume(a); b := 1; assume(c); d := 1; end`, 3},
		{"one copy that remembers", `
decl x, y, taken;
void init() begin x := 0; y := 0; taken := 0; end
void thread1() begin taken := 1 constrain !taken; x := 1; assume(y); x := 0; assume(!y); x := 1; assume(y); assert(0); end
void thread2() begin y := x; end`, 4},
		{"a mutual exclusion that is not forgotten", `
decl lock, in;
void init() begin lock := 0; in := 0; end
void thread1() begin lock := 1 constrain !lock; assert(!in); in := 1; in := 0; lock := 0; end`, 0},
		{"only without a past", `
decl x;
void init() begin x := 0; end
void thread1() begin x := 1; end
void thread2() begin decl l; l := x; assume(l); assert(x); end`, 0},
		{"the stack remembers", `
decl x;
void init() begin x := 0; end
void thread1() begin decl l; l := f(x); assert(l); end
bool f(y) begin decl r; if (y) then return 1; fi assume(x); r := f(x); return r & !y; end
void thread2() begin x := !x; end`, -1},
		{"a call that returns in a later round", `
decl x;
void init() begin x := 0; end
void thread1() begin decl l; l := f(0); assert(l); end
bool f(y) begin decl r; if (y) then assume(!x); return 0; fi assume(!x); assume(x); r := f(1); return r; end
void thread2() begin x := 1; assume(x); x := 0; end`, 3},
		{"not while atomic is true", `
decl atomic, x;
void init() begin atomic := 0; x := 0; end
void thread1() begin atomic := 1; x := 1; x := 0; atomic := 0; end
void thread2() begin assert(!x); end`, -1},
		{"not in an atomic section", `
decl x;
void init() begin x := 0; end
void thread1() begin atomic { f(); x := 0; } end
void f() begin x := 1; end
void thread2() begin assert(!x); end`, -1},
		{"not in an atomic section, whatever else may seem to fail", `
decl x, lock, in;
void init() begin x := 0; lock := 0; in := 0; end
void thread1() begin atomic { f(); assert(!x); } end
void f() begin x := 0; end
void thread2() begin x := 1; end
void thread3() begin lock := 1 constrain !lock; assert(!in); in := 1; in := 0; lock := 0; end`, 0},
		{"in what was called in an earlier round", `
decl x;
void init() begin x := 0; end
void thread1() begin f(); end
void f() begin assume(!x); assume(x); g(); end
void g() begin assume(!x); assert(0); end
void thread2() begin x := 1; assume(x); x := 0; end`, 3},
		{"no more turns for one that has stopped for ever", `
decl x;
void init() begin x := 0; end
void thread1() begin assume(!x); assume(x); assume(!x); assert(0); end
void thread2() begin decl l; x := 1; l := 0; end
void thread3() begin decl l; assume(x); x := 0; l := 0; end`, 3},
	}
	for i, c := range cases {
		if !campaign.Due(t, i%3, 3) {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			if got := inRounds(t, c.text, "", 4, true); got != c.rounds {
				t.Errorf("%d, want %d", got, c.rounds)
			}
			least, most := 0, 7
			if c.rounds < 0 {
				most = campaign.Size(t, 3, 7) // where there is no answer all are looked at
			}
			for copies := 1; copies <= most && least != c.rounds; copies++ {
				if r := searched(t, c.text, "", 4, copies, 20_000); r.Least > 0 && (least == 0 || r.Least < least) {
					least = r.Least
				}
			}
			if least != max(c.rounds, 0) {
				t.Errorf("the search finds %d rounds, want %d", least, c.rounds)
			}
		})
	}
}

// driver returns the source of a Bluetooth driver.
func driver(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "shared", "suites", "bluetooth", file))
	if err != nil {
		t.Skipf("the shared suites are not here (%v)", err)
	}
	return string(text)
}

// TestRoundsBluetooth checks the drivers. With any number of adders and stoppers all of
// them fail in two rounds: one stopper makes up for the missing one of version 3. With
// one stopper, version 3 fails if its counter overflows, for which there are enough
// adders.
func TestRoundsBluetooth(t *testing.T) {
	formula := campaign.Size(t, 0, 1) > 0 // it takes half a minute
	for version := range 3 {
		text := driver(t, fmt.Sprintf("bluetooth_v%d_1a1s.bp", version+1))
		if got := inRounds(t, text, "SLIC_ERROR", 3, formula); got != 2 {
			t.Errorf("version %d: %d", version+1, got)
		}
	}
	first := []int{4, 1} // the latter takes three times as long, and is one half of TestRounds
	first = first[:min(2, campaign.Size(t, 1, 2))]
	once := strings.NewReplacer(
		"decl atomic,", "decl taken, atomic,",
		"  p3, p2, p1, p0 := F, F, F, T; ", "  taken := F; p3, p2, p1, p0 := F, F, F, T; ",
		"  BCSP_PnpStop();", "  taken := T constrain !taken; BCSP_PnpStop();",
	).Replace(driver(t, "bluetooth_v3_1a1s.bp"))
	if got := inRounds(t, once, "SLIC_ERROR", 2, formula, first...); got != 2 {
		t.Errorf("one stopper: %d", got)
	}
	few := strings.Replace(once, "p1 ^ p0, !p0;\n  if", "p1 ^ p0, !p0 constrain !(p3 & p2 & p1 & p0);\n  if", 1)
	if got := inRounds(t, few, "SLIC_ERROR", 2, formula, first...); got != 0 {
		t.Errorf("one stopper, no overflow: %d", got)
	}
}

// TestRoundsRandom compares the least numbers of rounds of random programs with those
// that some copies of each thread need.
func TestRoundsRandom(t *testing.T) {
	const most = 3
	programs := campaign.Size(t, 3, 500)
	least, confirmed, unsafe := map[int]int{}, 0, 0
	for seed := range programs {
		r := rand.New(rand.NewPCG(uint64(seed), 6))
		text := randprog.Generate(r, randprog.Concurrent())
		label := ""
		if strings.Contains(text, randprog.ErrorLabel) {
			label = randprog.ErrorLabel
		}
		got := inRounds(t, text, label, most, true)
		least[got]++
		if got > 0 {
			unsafe++
		}
		for copies := 1; copies <= 4; copies++ {
			want := searched(t, text, label, most, copies, 5000)
			if want.Least > 0 && (got <= 0 || got > want.Least) {
				t.Fatalf("seed %d: %d rounds, want %d with %d copies\n%s", seed, got, want.Least, copies, text)
			}
			if got > 0 && want.Least == got {
				confirmed++
				break
			}
			if !want.Complete {
				break
			}
		}
	}
	t.Logf("least numbers of rounds: %v; %d of %d found by the search, too", least, confirmed, unsafe)
	if programs < 25 {
		return
	}
	if least[0] == 0 || least[1] == 0 || least[2] == 0 || confirmed < unsafe*3/4 {
		t.Error("the test has lost its point")
	}
}

// TestRoundsLimits checks that limits end as values, and wrong options as errors.
func TestRoundsLimits(t *testing.T) {
	p, err := parser.Parse("threads.bp", []byte(`
decl a, b, c;
void thread1() begin a, b, c := b, c, !a; assert(!(a & b & c)); end`), 0)
	if err != nil {
		t.Fatal(err)
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	late, cancel := context.WithDeadline(context.Background(), time.Now().Add(-time.Second))
	defer cancel()
	for _, c := range []struct {
		ctx     context.Context
		options contextbound.RoundOptions
		reason  algorithms.Reason
	}{
		{ended, contextbound.RoundOptions{Most: 2}, algorithms.Interrupted},
		{late, contextbound.RoundOptions{Most: 2}, algorithms.Timeout},
		{context.Background(), contextbound.RoundOptions{Most: 2, MaxNodes: 40}, algorithms.Memory},
	} {
		r, err := contextbound.CheckRounds(c.ctx, p, "", c.options)
		if err != nil || r.Verdict != algorithms.Unknown || r.Reason != c.reason || r.Detail == "" {
			t.Errorf("%+v, %v; want %s", r, err, c.reason)
		}
	}
	if r, err := contextbound.CheckRounds(context.Background(), p, "", contextbound.RoundOptions{}); err == nil {
		t.Errorf("no rounds: %+v", r)
	}
	if r, err := contextbound.CheckRounds(context.Background(), p, "nowhere", contextbound.RoundOptions{Most: 1}); err == nil {
		t.Errorf("no label: %+v", r)
	}
}
