// This file defines the tests of the oracle of context switches.

package judge

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/parser"
)

const bluetooth = "../../../../shared/suites/bluetooth"

// TestBluetooth compares the least numbers of context switches with those that an
// independent search has found.
func TestBluetooth(t *testing.T) {
	table, err := os.ReadFile(filepath.Join(bluetooth, "expected.tsv"))
	if err != nil {
		t.Skipf("the drivers, shared/suites/bluetooth, do not lie beside the checkout: %v", err)
	}
	rows := 0
	for line := range strings.Lines(string(table)) {
		name, want, _ := strings.Cut(strings.TrimSpace(line), "\t")
		if strings.HasPrefix(line, "#") || name == "program" {
			continue
		}
		rows++
		if strings.Contains(name, "_2a2s") && campaign.Size(t, 0, 1) == 0 || !campaign.Due(t, rows%2, 2) {
			continue // the largest ones, and those of another day
		}
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(bluetooth, name)
			src, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			f, err := parser.ParseFile(path, src)
			if err != nil {
				t.Fatal(err)
			}
			j, err := New(f, Small)
			if err != nil {
				t.Fatal(err)
			}
			got, err := j.Switches(context.Background(), "SLIC_ERROR", 100, 0)
			if err != nil {
				t.Fatal(err)
			}
			least := -1
			if want != "none" {
				if least, err = strconv.Atoi(want); err != nil {
					t.Fatal(err)
				}
			}
			if got.Least != least || got.Exhausted != (least < 0) || !got.Complete || got.Cut {
				t.Errorf("%+v, want %s", got, want)
			}
		})
	}
	if rows != 12 {
		t.Errorf("%d programs", rows)
	}
}

// A turnsCase is a program of which the numbers of switches and rounds are known.
type turnsCase struct {
	name, src string
	label     string
	depth     int
	switches  int   // -1: never
	rounds    []int // with 1, 2, ... copies
	cut       bool
}

var turnsCases = []turnsCase{
	{name: "at once",
		src:      `void thread1() begin assert(0); end`,
		switches: 0, rounds: []int{1, 1}},
	{name: "in order",
		src:      `decl x := 0; void thread1() begin x := 1; end void thread2() begin assert(!x); end`,
		switches: 1, rounds: []int{1, 1}},
	{name: "out of order: a second round, or a second copy",
		src:      `decl x := 0; void thread1() begin assert(!x); end void thread2() begin x := 1; end`,
		switches: 1, rounds: []int{2, 1}},
	{name: "there and back: one copy goes on after the other, or another one starts late",
		src: `decl a := 0, b := 0;
		      void thread1() begin a := 1; assert(!b); end
		      void thread2() begin assume(a); b := 1; end`,
		switches: 2, rounds: []int{2, 1}},
	{name: "a copy cannot do for another what only one of them may do",
		src: `decl a := 0, b := 0, taken := 0;
		      void thread1() begin assume(!taken); taken := 1; a := 1; assert(!b); end
		      void thread2() begin assume(a); b := 1; end`,
		// With two copies both can pass the assumption before one of them goes on.
		switches: 2, rounds: []int{2, 2, 2}},
	{name: "three threads in a circle",
		src: `decl a := 0, b := 0, c := 0;
		      void thread1() begin assume(b); c := 1; end
		      void thread2() begin assume(a); b := 1; end
		      void main() begin a := 1; assert(!c); end`,
		switches: 3, rounds: []int{3, 2, 1}},
	{name: "a label, reached before its statement is executed",
		src:   `decl x := 0; void thread1() begin x := 1; end void thread2() begin assume(x); l: assume(0); end`,
		label: "l", switches: 1, rounds: []int{1}},
	{name: "a label where a thread begins",
		src:   `void thread1() begin skip; end void thread2() begin l: skip; end`,
		label: "l", switches: 0, rounds: []int{1}},
	{name: "a label in a procedure of both",
		src: `decl x := 0; void thread1() begin x := 1; f(); end void thread2() begin f(); end
		      void f() begin if x then l: skip; fi end`,
		label: "l", switches: 0, rounds: []int{1}},
	{name: "a failing assertion is not a label, and the search goes on behind it",
		src:   `decl x := 0; void thread1() begin x := *; assert(x); l: skip; end`,
		label: "l", switches: 0, rounds: []int{1}},
	{name: "not while atomic is true",
		src: `decl atomic := 0, x := 0;
		      void thread1() begin atomic := 1; x := 1; x := 0; atomic := 0; end
		      void thread2() begin assert(!x); end`,
		switches: -1, rounds: []int{-1, -1}},
	{name: "not while a thread is inside a section",
		src: `decl x := 0;
		      void thread1() begin atomic { x := 1; x := 0; } end
		      void thread2() begin assert(!x); end`,
		switches: -1, rounds: []int{-1, -1}},
	{name: "not while a procedure called from a section runs",
		src: `decl x := 0;
		      void thread1() begin atomic { x := 1; f(); x := 0; } end
		      void f() begin skip; end
		      void thread2() begin assert(!x); end`,
		switches: -1, rounds: []int{-1, -1}},
	{name: "a section delays nothing before it",
		src: `decl x := 0;
		      void thread1() begin x := 1; atomic { x := 0; } end
		      void thread2() begin atomic { assert(!x); } end`,
		switches: 1, rounds: []int{1}},
	{name: "not after a thread has ended while atomic is true",
		src: `decl atomic := 0;
		      void thread1() begin atomic := 1; end
		      void thread2() begin assert(!atomic); end`,
		switches: -1, rounds: []int{-1, -1}},
	{name: "any thread may be the first if init leaves atomic true",
		src: `decl atomic;
		      void init() begin atomic := 1; end
		      void thread1() begin assume(0); end
		      void thread2() begin assert(!atomic); end`,
		switches: 0, rounds: []int{1, 1}},
	{name: "but then it goes on",
		src: `decl atomic, x;
		      void init() begin atomic, x := 1, 0; end
		      void thread1() begin x := 1; atomic := 0; end
		      void thread2() begin assert(!x | atomic); end`,
		switches: 1, rounds: []int{1}},
	{name: "init fails",
		src:      `void init() begin assert(0); end void thread1() begin skip; end`,
		switches: 0, rounds: []int{1}},
	{name: "switches in init do not exist",
		src:      `decl x := 0; void init() begin x := 1; x := 0; end void thread1() begin assert(!x); end`,
		switches: -1, rounds: []int{-1}},
	{name: "a thread that has ended is switched from",
		src:      `decl x := 0; void thread1() begin x := 1; end_thread; end void thread2() begin assert(!x); end`,
		switches: 1, rounds: []int{1}},
	{name: "values of locals at the beginning",
		src:      `void thread1() begin decl a, b := 1; assert(a | !b); end`,
		switches: 0, rounds: []int{1}},
	{name: "a stack waits for its next turn",
		src: `decl x := 0, y := 0;
		      void thread1() begin decl l := 1; f(l); assert(!l); end
		      void f(p) begin if p then f(0); else x := 1; assume(y); fi end
		      void thread2() begin assume(x); y := 1; end`,
		depth: 3, switches: 2, rounds: []int{2, 1}},
	{name: "a stack that is too deep",
		src: `decl x := 0;
		      void thread1() begin f(); assert(0); end
		      void f() begin if * then f(); assert(!x); fi end
		      void thread2() begin x := 1; assume(0); end`,
		depth: 2, cut: true, switches: 0, rounds: []int{1}},
	{name: "a stack that would be too deep",
		src:   `void thread1() begin f(); end void f() begin g(); end void g() begin assert(0); end`,
		depth: 2, cut: true, switches: -1, rounds: []int{-1}},
}

func TestTurns(t *testing.T) {
	ctx := context.Background()
	for _, test := range turnsCases {
		t.Run(test.name, func(t *testing.T) {
			j := mustJudge(t, test.src, Small).WithDepth(test.depth)
			check := func(what string, got Contexts, err error, want int) {
				if err != nil {
					t.Fatal(err)
				}
				if got.Least != want || got.Exhausted != (want < 0) || !got.Complete || got.Cut && !test.cut {
					t.Errorf("%s: %+v, want %d, cut %t", what, got, want, test.cut)
				}
			}
			got, err := j.Switches(ctx, test.label, 20, 0)
			check("switches", got, err, test.switches)
			if got.Cut != test.cut && got.Least < 0 {
				t.Errorf("cut: %t, want %t", got.Cut, test.cut)
			}
			for k, want := range test.rounds {
				got, err := j.Rounds(ctx, test.label, k+1, 20, 0)
				check(strconv.Itoa(k+1)+" copies, rounds", got, err, want)
			}
			if test.switches > 0 {
				if got, err := j.Switches(ctx, test.label, test.switches-1, 0); err != nil || got.Least != -1 || got.Exhausted {
					t.Errorf("one switch less: %+v, %v", got, err)
				}
				if got, err := j.Switches(ctx, test.label, test.switches, 0); err != nil || got.Least != test.switches {
					t.Errorf("as many switches: %+v, %v", got, err)
				}
			}
			if want := test.rounds[0]; want > 1 {
				if got, err := j.Rounds(ctx, test.label, 1, want, 0); err != nil || got.Least != want {
					t.Errorf("as many rounds: %+v, %v", got, err)
				}
				if got, err := j.Rounds(ctx, test.label, 1, want-1, 0); err != nil || got.Least != -1 {
					t.Errorf("one round less: %+v, %v", got, err)
				}
			}
		})
	}
}

func TestTurnsGiveUp(t *testing.T) {
	j := mustJudge(t, `decl a, b, c; void thread1() begin decl d; a, b, c, d := *, *, *, *; end`, Small)
	got, err := j.Switches(context.Background(), "", 3, 20)
	if err != nil || got.Complete || got.Exhausted || got.Least >= 0 || got.States != 20 {
		t.Errorf("at the limit: %+v, %v", got, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if got, err := j.Rounds(ctx, "", 1, 3, 0); err != nil || got.Complete || got.Exhausted {
		t.Errorf("cancelled: %+v, %v", got, err)
	}
	if _, err := j.Switches(context.Background(), "l", 3, 0); err == nil || !strings.Contains(err.Error(), "no label l") {
		t.Errorf("no label: %v", err)
	}
	j = mustJudge(t, `void main() begin skip; end`, Small)
	if _, err := j.Switches(context.Background(), "", 3, 0); err == nil || !strings.Contains(err.Error(), "no threads") {
		t.Errorf("no threads: %v", err)
	}
}

// TestSwitchesAreSteps compares the oracle, with any number of switches, to the
// search over configurations: the same assertions and the same label are reached.
func TestSwitchesAreSteps(t *testing.T) {
	ctx := context.Background()
	unsafe, compared := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		j, src := randomThreads(t, Small)
		label := ""
		if strings.Contains(src, randprog.ErrorLabel) {
			label = randprog.ErrorLabel
		}
		reached := false
		all := j.Walk(ctx, 1, 0, 2_000, func(c Config, _ int) {
			for _, t := range c.Threads {
				if s := j.places[t.PC].stmt; s != nil && label != "" {
					reached = reached || slices.ContainsFunc(s.Labels, func(l *parser.Label) bool { return l.Name == label })
				}
			}
		})
		if label == "" {
			reached = all.Error
		}
		got, err := j.Switches(ctx, label, 1_000, 2_000)
		if err != nil {
			t.Fatal(err)
		}
		if !all.Complete || !got.Complete {
			return
		}
		compared++
		if reached {
			unsafe++
		}
		if reached != (got.Least >= 0) || got.Exhausted == reached {
			t.Fatalf("reached: %t, %+v\n%s", reached, got, src)
		}
		// Turns in a fixed order are no less general than switches.
		rounds, err := j.Rounds(ctx, label, 1, 1_000, 2_000)
		if err != nil {
			t.Fatal(err)
		}
		n := len(j.file.Threads)
		if rounds.Complete && (reached != (rounds.Least >= 0) || reached && (rounds.Least > got.Least+1 || got.Least >= rounds.Least*n)) {
			t.Fatalf("%+v, but %+v\n%s", got, rounds, src)
		}
	})
	t.Logf("%d programs compared, %d unsafe", compared, unsafe)
	if !testing.Short() && (compared < 8 || unsafe < 2) {
		t.Errorf("%d programs compared, %d unsafe", compared, unsafe)
	}
}
