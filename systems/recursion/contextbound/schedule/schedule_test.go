// This file defines the tests of executions: the judge replays them, and they have the
// schedule that was asked for.

package schedule_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/ijit/ijit/internal/proof/judge"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/recursion/contextbound/schedule"
)

func target(p *parser.Program, label string) schedule.Target {
	if label == "" {
		return schedule.Assertions(p)
	}
	return schedule.Label(p, label)
}

// configs returns the configurations of an execution.
func configs(x *schedule.Execution) []judge.Config {
	threads := map[int]*schedule.Thread{schedule.Starter: &x.Starter}
	all := []judge.Config{{Shared: x.Globals, Threads: []judge.Thread{thread(&x.Starter)}}}
	for _, s := range x.Steps {
		if s.Fails {
			continue
		}
		threads[s.Thread] = s.State
		if s.Created >= 0 {
			threads[s.Created] = s.Child
		}
		c := judge.Config{Shared: s.Globals}
		for _, t := range threads {
			if t != nil {
				c.Threads = append(c.Threads, thread(t))
			}
		}
		all = append(all, c)
	}
	return all
}

func thread(t *schedule.Thread) judge.Thread {
	th := judge.Thread{PC: t.PC, Locals: t.Locals}
	for _, f := range t.Callers {
		th.Callers = append(th.Callers, judge.Frame(f))
	}
	return th
}

// check checks that an execution is one, and that it has the schedule.
func check(x *schedule.Execution, s *schedule.Schedule, want schedule.Target) error {
	j, err := judge.New(x.Program.File, judge.Small)
	if err != nil {
		return err
	}
	if _, err := parser.ParseFile("execution.bp", []byte(x.Program.File.String())); err != nil {
		return err
	}
	if !slices.Contains(want.PCs, x.PC) || x.Fails != want.Fails {
		return fmt.Errorf("it leads to %d", x.PC)
	}
	final := -1
	if x.Fails {
		final = x.PC
	}
	if err := j.Replay(context.Background(), configs(x), final, 1, 0); err != nil {
		return err
	}
	// Who moves, and with which globals: a schedule says nothing of those that no thread has to do with.
	last, globals := -1, []bool(nil)
	known := s.Known
	if known == nil {
		known = schedule.Used(x.Program, x.Program.File.Threads)
	}
	differ := func(said []bool) bool {
		for i, is := range known {
			if is && said[i] != globals[i] {
				return true
			}
		}
		return false
	}
	for i, step := range x.Steps {
		who, pc := schedule.Starter, -1
		if step.Context >= 0 {
			who = s.Contexts[step.Context].Thread
		}
		if step.Fails != (x.Fails && i == len(x.Steps)-1) {
			return fmt.Errorf("step %d: %t", i, step.Fails)
		}
		for k := last; k < step.Context; k++ {
			if k >= 0 && differ(s.Contexts[k].After) {
				return fmt.Errorf("step %d: context %d is left with %v", i, k, globals)
			}
			if differ(s.Contexts[k+1].Before) {
				return fmt.Errorf("step %d: context %d begins with %v", i, k+1, globals)
			}
		}
		if step.Context < last || step.Thread != who {
			return fmt.Errorf("step %d: thread %d in context %d", i, step.Thread, step.Context)
		}
		last, globals = step.Context, step.Globals
		if step.State != nil {
			pc = step.State.PC
		}
		if i == len(x.Steps)-1 && pc != x.PC && last == len(s.Contexts)-1 {
			return fmt.Errorf("the last step leads to %d, not %d", pc, x.PC)
		}
	}
	return nil
}

func read(t testing.TB, path string) *parser.Program {
	t.Helper()
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return program(t, string(src))
}

func program(t testing.TB, src string) *parser.Program {
	t.Helper()
	p, err := parser.Parse("test.bp", []byte(src), 0)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

const bluetooth = "../../../../../shared/suites/bluetooth"

// drivers returns the unsafe ones.
func drivers(t testing.TB) []string {
	t.Helper()
	table, err := os.ReadFile(filepath.Join(bluetooth, "expected.tsv"))
	if err != nil {
		t.Skipf("the drivers, shared/suites/bluetooth, do not lie beside the checkout: %v", err)
	}
	var names []string
	for line := range strings.Lines(string(table)) {
		name, least, _ := strings.Cut(strings.TrimSpace(line), "\t")
		if strings.HasPrefix(name, "bluetooth") && least != "none" {
			names = append(names, name)
		}
	}
	return names
}

func TestBluetooth(t *testing.T) {
	names := drivers(t)
	if len(names) != 9 {
		t.Errorf("%d programs", len(names))
	}
	every := campaign.Every(t, len(names), 1)
	for i, name := range names {
		if i%every != campaign.Today(every) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			p := read(t, filepath.Join(bluetooth, name))
			j, err := judge.New(p.File, judge.Small)
			if err != nil {
				t.Fatal(err)
			}
			w := &way{t: t, f: p.File, judge: j, threads: p.File.Threads, most: 5, limit: 1_000_000, label: "SLIC_ERROR"}
			s, cost := w.find()
			if s == nil {
				t.Fatal("no schedule")
			}
			want := target(p, w.label)
			x, err := schedule.Run(context.Background(), p, *s, want, schedule.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if err := check(x, s, want); err != nil {
				t.Error(err)
			}
			t.Logf("%d switches, %d steps", cost, len(x.Steps))
		})
	}
}

// randomWay returns a random program and a search in it.
func randomWay(t *testing.T, rt *rapid.T) (*parser.Program, *way, string) {
	src := randprog.Generate(randprog.Rapid(rt), randprog.Concurrent())
	p, err := parser.Parse("random.bp", []byte(src), 0)
	if err != nil {
		rt.Fatal(err)
	}
	j, err := judge.New(p.File, judge.Small)
	if err != nil {
		rt.Fatal(err)
	}
	w := &way{t: t, f: p.File, judge: j.WithDepth(4), threads: p.File.Threads, most: 4, limit: 4_000}
	if strings.Contains(src, randprog.ErrorLabel) {
		w.label = randprog.ErrorLabel
	}
	if w.rounds = rapid.Bool().Draw(rt, "rounds"); w.rounds {
		w.most = 2
		if rapid.Bool().Draw(rt, "copies") {
			w.threads = rapid.SliceOfN(rapid.SampledFrom(p.File.Threads), 1, 4).Draw(rt, "threads")
		}
	}
	return p, w, src
}

// TestRandom follows schedules of random programs.
func TestRandom(t *testing.T) {
	reached, empty, copies := 0, 0, 0
	costs := map[int]int{}
	rapid.Check(t, func(rt *rapid.T) {
		p, w, src := randomWay(t, rt)
		s, cost := w.find()
		if s == nil {
			return
		}
		reached++
		costs[cost]++
		if !slices.Equal(w.threads, p.File.Threads) {
			copies++
		}
		want := target(p, w.label)
		x, err := schedule.Run(context.Background(), p, *s, want, schedule.Options{})
		if err == nil {
			err = check(x, s, want)
		}
		if err != nil {
			rt.Fatalf("%v: %v\n%s", s, err, src)
		}
		if !everyContext(x, len(s.Contexts)) {
			empty++
		}
	})
	t.Logf("%d executions, by switches or further rounds %v; %d with empty contexts, %d with other threads", reached, costs, empty, copies)
	if !testing.Short() && (reached < 5 || reached > 30 && empty == 0 || len(costs) < 2) {
		t.Error("too few of a kind")
	}
}

// everyContext reports whether something happens in each of n contexts.
func everyContext(x *schedule.Execution, n int) bool {
	seen := map[int]bool{}
	for _, s := range x.Steps {
		if s.Context >= 0 {
			seen[s.Context] = true
		}
	}
	return len(seen) == n
}

// TestChanged follows schedules that were changed, which may be none: then a search
// agrees.
func TestChanged(t *testing.T) {
	none, some, agreed := 0, 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		p, w, src := randomWay(t, rt)
		s, _ := w.find()
		if s == nil || len(s.Contexts) == 0 {
			return
		}
		change(rt, p, s)
		want := target(p, w.label)
		x, err := schedule.Run(context.Background(), p, *s, want, schedule.Options{})
		if err != nil && !errors.Is(err, schedule.ErrNoExecution) {
			rt.Fatalf("%v: %v\n%s", s, err, src)
		}
		w.fixed, w.rounds, w.most, w.limit = s, false, len(s.Contexts)-1, 20_000
		found, _ := w.find()
		if err != nil {
			none++
			if found != nil {
				rt.Fatalf("%v has an execution:\n%s", s, src)
			}
			return
		}
		some++
		if found != nil { // stacks of the search have a bound
			agreed++
		}
		if err := check(x, s, want); err != nil {
			rt.Fatalf("%v: %v\n%s", s, err, src)
		}
	})
	t.Logf("%d schedules without an execution, %d with one, %d of which were found", none, some, agreed)
	if !testing.Short() && (none == 0 || some < 2) || agreed < some*9/10 {
		t.Error("too few of a kind")
	}
}

// change changes a schedule: what is handed over at a switch, or who runs.
func change(rt *rapid.T, p *parser.Program, s *schedule.Schedule) {
	i := rapid.IntRange(0, len(s.Contexts)-1).Draw(rt, "context")
	c := &s.Contexts[i]
	switch rapid.IntRange(0, 2).Draw(rt, "change") {
	case 0:
		c.Thread = rapid.IntRange(0, len(s.Threads)-1).Draw(rt, "thread")
	case 1: // one more context, in which nothing has to happen
		s.Contexts = slices.Insert(s.Contexts, i, schedule.Context{
			Thread: rapid.IntRange(0, len(s.Threads)-1).Draw(rt, "thread"), Before: c.Before, After: c.Before,
		})
	default:
		var globals []int
		for g, used := range schedule.Used(p, s.Threads) {
			if used && p.File.Globals[g] != p.File.Atomic {
				globals = append(globals, g)
			}
		}
		if len(globals) == 0 {
			return
		}
		c.Before = slices.Clone(c.Before)
		g := rapid.SampledFrom(globals).Draw(rt, "global")
		c.Before[g] = !c.Before[g]
		if i > 0 {
			s.Contexts[i-1].After = c.Before
		}
	}
}
