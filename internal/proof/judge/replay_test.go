// This file defines the tests of Replay: it accepts what the successors make up,
// nothing else, and does not need to list them.

package judge

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/parser"
)

// randomJudge draws a program, a mode, and a bound.
func randomJudge(t *rapid.T) (j *Judge, bound int) {
	src := randprog.Programs(randprog.Default()).Draw(t, "program")
	f, err := parser.ParseFile("random.bp", []byte(src))
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	j, err = New(f, Mode(rapid.IntRange(0, 1).Draw(t, "mode")))
	if err != nil {
		t.Fatal(err)
	}
	return j, rapid.IntRange(1, 3).Draw(t, "bound")
}

// A walk is a part of the state space with how each configuration was reached.
type walk struct {
	configs []Config
	before  map[string]Config // by key; initial configurations have none
	succs   map[string][]Succ
}

func explore(j *Judge, copies, bound, limit int) walk {
	w := walk{before: map[string]Config{}, succs: map[string][]Succ{}}
	seen := map[string]bool{}
	reach := func(c Config) bool {
		key := c.Key()
		if len(w.configs) >= limit || seen[key] {
			return false
		}
		seen[key] = true
		w.configs = append(w.configs, c)
		return true
	}
	for c := range j.Initial(copies) {
		reach(c)
	}
	for k := 0; k < len(w.configs); k++ {
		c := w.configs[k]
		succs := j.Successors(c, bound)
		w.succs[c.Key()] = succs
		for _, s := range succs {
			if s.Error == nil && reach(s.Next) {
				w.before[s.Next.Key()] = c
			}
		}
	}
	return w
}

func (w walk) path(to Config) []Config {
	path := []Config{to}
	for {
		c, ok := w.before[path[0].Key()]
		if !ok {
			return path
		}
		path = slices.Insert(path, 0, c)
	}
}

func TestReplayAcceptsEveryPath(t *testing.T) {
	ctx := context.Background()
	rapid.Check(t, func(t *rapid.T) {
		j, bound := randomJudge(t)
		copies := rapid.IntRange(1, 2).Draw(t, "copies")
		w := explore(j, copies, bound, 150)
		for _, c := range w.configs {
			path := w.path(c)
			for _, anyNumber := range []int{copies, -1} {
				if err := j.Replay(ctx, path, -1, anyNumber, bound); err != nil {
					t.Fatal(err)
				}
			}
			for _, s := range w.succs[c.Key()] {
				if s.Error == nil {
					continue
				}
				if err := j.Replay(ctx, path, s.Error.PC, copies, bound); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
}

// Checking a step and listing the steps are two ways to the same relation.
func TestLeadsIsSuccessors(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		j, bound := randomJudge(t)
		checkLeads(t, j, explore(j, rapid.IntRange(1, 2).Draw(t, "copies"), bound, 40), bound)
	})
}

// checkLeads compares the two on each pair of configurations of w.
func checkLeads(t interface{ Fatalf(string, ...any) }, j *Judge, w walk, bound int) {
	ctx := context.Background()
	for _, c := range w.configs {
		next := map[string]bool{}
		fails := map[int]bool{}
		for _, s := range w.succs[c.Key()] {
			if s.Error != nil {
				fails[s.Error.PC] = true
			} else {
				next[s.Next.Key()] = true
			}
		}
		for _, d := range w.configs {
			forms, err := j.leads(ctx, c, j.unheld(d), bound)
			got := slices.ContainsFunc(forms, func(form Config) bool { return form.Key() == d.Key() })
			if want := next[d.Key()]; err != nil || got != want {
				t.Fatalf("%v leads to %v: %v (%v), want %v", c, d, got, err, want)
			}
		}
		for pc := range j.places {
			if !j.places[pc].asserts() {
				continue
			}
			if got, err := j.fails(ctx, c, pc, bound); err != nil || got != fails[pc] {
				t.Fatalf("%v fails at pc %d: %v (%v), want %v", c, pc, got, err, fails[pc])
			}
		}
	}
}

// values reads a valuation: "01" is 0 for the first variable, 1 for the second.
func values(s string) []bool {
	v := make([]bool, len(s))
	for k := range s {
		v[k] = s[k] == '1'
	}
	return v
}

func thread(pc int, locals string) Thread { return Thread{PC: pc, Locals: values(locals)} }

func config(shared string, threads ...Thread) Config {
	return Config{Shared: values(shared), Threads: threads}
}

func TestReplayRejects(t *testing.T) {
	const src = `decl x := 0, y; void main() begin
	  decl l := 1;
	  x := 1;
	  assert(y);
	  atomic { x := 0; };
	  end`
	// 0 x := 1, 1 assert, 2 {, 3 x := 0, 4 }, 5 end
	start := config("00", thread(0, "1"))
	second := config("10", thread(1, "1"))
	for _, test := range []struct {
		name   string
		steps  []Config
		final  int
		copies int
		want   string // part of the message; "" if there is no error
	}{
		{"nothing", nil, -1, 1, "step 0: no configuration"},
		{"only the start", []Config{start}, -1, 1, ""},
		{"any number of copies", []Config{config("00", thread(0, "1"), thread(0, "1"))}, -1, -1, ""},
		{"a wrong number of copies", []Config{start}, -1, 2, "step 0: starts with 1 threads instead of 2"},
		{"a shared variable not initial", []Config{config("10", thread(0, "1"))}, -1, 1, "step 0: x does not have"},
		{"a local variable not initial", []Config{config("00", thread(0, "0"))}, -1, 1, "step 0: l does not have"},
		{"not at the entry", []Config{config("00", thread(1, "1"))}, -1, 1, "step 0: a thread starts at pc 1 instead"},
		{"too few shared variables", []Config{config("0", thread(0, "1"))}, -1, 1, "step 0: 1 shared values for 2"},
		{"too many locals", []Config{config("00", thread(0, "11"))}, -1, 1, "step 0: 2 local values for 1"},
		{"no such pc", []Config{start, config("00", thread(77, "1"))}, -1, 1, "step 1: there is no pc 77"},
		{"a step", []Config{start, second}, -1, 1, ""},
		{"a step with a failing assertion", []Config{start, second}, 1, 1, ""},
		{"an assertion that is not reached", []Config{start}, 1, 1, "step 0: the assertion at pc 1 (line 4) cannot fail"},
		{"not an assertion", []Config{start}, 2, 1, "step 0: there is no assertion at pc 2"},
		{"no step at all", []Config{start, start}, -1, 1, "step 1: no step leads from <00 | 0:1> to <00 | 0:1> (nothing changes)"},
		{"y changes on the way", []Config{start, config("11", thread(1, "1"))}, -1, 1, "y changes to 1"},
		{"a thread too many", []Config{start, config("10", thread(1, "1"), thread(0, "1"))}, -1, 1,
			"(x changes to 1; threads new: [1:1])"},
	} {
		t.Run(test.name, func(t *testing.T) {
			err := mustJudge(t, src, Big).Replay(context.Background(), test.steps, test.final, test.copies, 2)
			var wrong *ReplayError
			switch {
			case test.want == "" && err != nil:
				t.Error(err)
			case test.want != "" && !errors.As(err, &wrong):
				t.Errorf("got %v, want a ReplayError", err)
			case test.want != "" && !strings.Contains(err.Error(), test.want):
				t.Errorf("got %q, want it to contain %q", err, test.want)
			}
		})
	}
}

func TestReplayModes(t *testing.T) {
	const src = `decl x := 0; void main() begin atomic { x := 1; assert(0); }; skip; end`
	outside, inside := config("0", thread(0, "")), config("0", thread(1, ""))
	for _, test := range []struct {
		mode  Mode
		steps []Config
		final int
		ok    bool
	}{
		{Big, []Config{outside}, 2, true},
		{Small, []Config{outside}, 2, false},
		{Small, []Config{outside, inside, config("1", thread(2, ""))}, 2, true},
		{Big, []Config{outside, inside}, -1, false},
	} {
		err := mustJudge(t, src, test.mode).Replay(context.Background(), test.steps, test.final, 1, 0)
		if (err == nil) != test.ok {
			t.Errorf("mode %d, %v: got %v, want ok %v", test.mode, test.steps, err, test.ok)
		}
	}
}

// xs lists x1 .. x30 with a separator, each made by format.
func xs(format, separator string) string {
	var list []string
	for k := range 30 {
		list = append(list, fmt.Sprintf(format, k+1))
	}
	return strings.Join(list, separator)
}

// Each program has a step with at least 2^30 results.
func TestReplayDoesNotEnumerate(t *testing.T) {
	zeros := strings.Repeat("0", 30)
	some := strings.Repeat("10", 15)
	stars := strings.Repeat("*, ", 29) + "*"
	for _, test := range []struct {
		name  string
		src   string
		steps []Config
		final int
		ok    bool
	}{
		{"assignment",
			"decl " + xs("x%d := 0", ", ") + "; void main() begin " + xs("x%d", ", ") + " := " + stars + "; end",
			[]Config{config(zeros, thread(0, "")), config(some, thread(1, ""))}, -1, true},
		{"assignment that keeps one variable",
			"decl y := 0, " + xs("x%d := 0", ", ") + "; void main() begin " + xs("x%d", ", ") + " := " + stars + "; end",
			[]Config{config("0"+zeros, thread(0, "")), config("1"+some, thread(1, ""))}, -1, false},
		{"assignment with a constraint, satisfied",
			"decl " + xs("x%d := 0", ", ") + "; void main() begin " + xs("x%d", ", ") + " := " + stars + " constrain 'x1 & !'x2; end",
			[]Config{config(zeros, thread(0, "")), config(some, thread(1, ""))}, -1, true},
		{"assignment with a constraint, violated",
			"decl " + xs("x%d := 0", ", ") + "; void main() begin " + xs("x%d", ", ") + " := " + stars + " constrain 'x1 & 'x2; end",
			[]Config{config(zeros, thread(0, "")), config(some, thread(1, ""))}, -1, false},
		{"dead locals",
			"void main() begin decl " + xs("x%d := 0", ", ") + "; dead " + xs("x%d", ", ") + "; end",
			[]Config{config("", thread(0, zeros)), config("", thread(1, some))}, -1, true},
		{"passive assignment",
			"void main() begin decl " + xs("x%d := 0", ", ") + "; " + xs("x%d$", ", ") + " := " + stars + " constrain 'x1$; end",
			[]Config{config("", thread(0, zeros), thread(0, zeros)), config("", thread(0, some), thread(1, zeros))}, -1, true},
		{"passive assignment, violated",
			"void main() begin decl " + xs("x%d := 0", ", ") + "; " + xs("x%d$", ", ") + " := " + stars + " constrain 'x2$; end",
			[]Config{config("", thread(0, zeros), thread(0, zeros)), config("", thread(0, some), thread(1, zeros))}, -1, false},
		{"procedure as a thread",
			"void main() begin start_thread f(); end void f() begin decl " + xs("x%d", ", ") + "; end",
			[]Config{config("", thread(0, "")), config("", thread(1, ""), thread(2, some))}, -1, true},
		{"section whose variables are settled",
			"decl " + xs("x%d := 0", ", ") + "; void main() begin atomic { " + xs("x%d", ", ") + " := " + stars + "; assume(x1); assume(x2); }; end",
			[]Config{config(zeros, thread(0, "")), config(some, thread(5, ""))}, -1, false},
		{"section whose variables change again",
			"decl " + xs("x%d := 0", ", ") + "; void main() begin atomic { " + xs("x%d", ", ") + " := " + stars + "; x1, x2 := x3, x4; }; end",
			[]Config{config(zeros, thread(0, "")), config(some, thread(4, ""))}, -1, true},
		{"section with a failing assertion",
			"decl " + xs("x%d := 0", ", ") + "; void main() begin atomic { " + xs("x%d", ", ") + " := " + stars + "; assert(x1); }; end",
			[]Config{config(zeros, thread(0, ""))}, 2, true},
		{"assertion next to a large assignment",
			"decl " + xs("x%d := 0", ", ") + "; void main() begin start_thread f(); " + xs("x%d", ", ") + " := " + stars + "; end void f() begin assert(x1); end",
			[]Config{config(zeros, thread(0, "")), config(zeros, thread(1, ""), thread(3, ""))}, 3, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
			defer cancel()
			err := mustJudge(t, test.src, Big).Replay(ctx, test.steps, test.final, -1, 2)
			var wrong *ReplayError
			if test.ok && err != nil || !test.ok && !errors.As(err, &wrong) {
				t.Errorf("got %v, want ok %v", err, test.ok)
			}
		})
	}
}

// What cannot be decided in time is neither accepted nor rejected.
func TestReplayGivesUp(t *testing.T) {
	src := "decl " + xs("x%d := 0", ", ") + "; void main() begin atomic { " +
		xs("x%d", ", ") + " := " + strings.Repeat("*, ", 29) + "*; assume(0); " +
		xs("x%d", ", ") + " := " + strings.Repeat("0, ", 29) + "0; }; end"
	zeros := strings.Repeat("0", 30)
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	steps := []Config{config(zeros, thread(0, "")), config(zeros, thread(5, ""))}
	err := mustJudge(t, src, Big).Replay(ctx, steps, -1, 1, 0)
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v, want it to run out of time", err)
	}
}
