// This file tests verdicts on random recursive programs against the judge, an
// interpreter with an explicit stack.

package bebop_test

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/internal/proof/judge"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/recursion/bebop"
)

var seed = flag.Uint64("seed", 0, "of the first random program")

// random generates the program of a seed. Some are full of calls, some enforce
// something in most procedures, some have many variables.
func random(seed uint64) string {
	cfg := randprog.Sequential()
	cfg.Shared, cfg.Locals, cfg.Procs = 3, 3, 3
	cfg.Statements = 8
	if seed%2 == 1 {
		cfg.Statement.Call, cfg.Statement.Assert = 40, 8
	}
	if seed%3 == 2 {
		cfg.Enforce = 70
	}
	text := randprog.Generate(rand.New(rand.NewPCG(seed, 7)), cfg)
	if seed%5 == 0 { // variables need more than a word
		pad := "p0 := 0"
		for i := range 62 {
			pad += fmt.Sprintf(", p%d := 0", i+1)
		}
		text = "decl " + pad + ";\n" + text
	}
	return text
}

// A truth is what the judge found out about a program.
type truth struct {
	fails    map[int]int  // assertions that can fail, and after how many steps
	reached  map[int]bool // program counters
	complete bool         // nothing was left out
}

func judged(f *parser.File) truth {
	const depth, limit = 5, 3000
	j, err := judge.New(f, judge.Small)
	if err != nil {
		panic(err)
	}
	w := truth{reached: map[int]bool{}}
	r := j.WithDepth(depth).Walk(context.Background(), 1, 1, limit, func(c judge.Config, _ int) {
		for _, t := range c.Threads {
			w.reached[t.PC] = true
		}
	})
	w.fails, w.complete = r.Properties, r.Complete && !r.Cut
	return w
}

// options are those under which the answer must be the same.
func options() map[string]bebop.Options {
	return map[string]bebop.Options{
		"":              {},
		"breadth-first": {Order: bebop.BreadthFirst},
		"callers first": bebop.CallersFirst(),
		"no live":       {NoLiveRanges: true},
		"collect":       bebop.Collecting(bebop.Options{}),
		"both":          {NoLiveRanges: true, Order: bebop.BreadthFirst},
	}
}

// TestRandom compares failing assertions and reached locations of random programs
// with those that the judge finds.
func TestRandom(t *testing.T) {
	n := campaign.Size(t, 100, 1000)
	unsafe, complete := 0, 0
	for i := range uint64(n) {
		text := random(*seed + i)
		p, err := parser.Parse("random.bp", []byte(text), 0)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		want := judged(p.File)
		if want.complete {
			complete++
		}
		if len(want.fails) > 0 {
			unsafe++
		}
		for name, opts := range options() {
			if fault := compare(p, opts, want); fault != "" {
				text = randprog.Shrink(text, func(text string) bool {
					p, err := parser.Parse("random.bp", []byte(text), 0)
					return err == nil && compare(p, opts, judged(p.File)) != ""
				})
				t.Fatalf("seed %d, %s: %s\n%s", *seed+i, name, fault, text)
			}
		}
	}
	t.Logf("%d programs, %d of them err, the judge saw all of %d", n, unsafe, complete)
}

// compare says what differs between the answer for p and the truth.
func compare(p *parser.Program, opts bebop.Options, want truth) string {
	every := make([]int, len(p.Nodes))
	for i := range every {
		every[i] = i
	}
	opts.All, opts.Targets, opts.Assertions = true, every, every
	r, err := bebop.Check(context.Background(), p, opts)
	if err != nil {
		return err.Error()
	}
	if !r.Complete || r.Verdict == algorithms.Unknown {
		return r.Detail
	}
	fails, reached := map[int]bool{}, map[int]bool{}
	for _, f := range r.Findings {
		if f.Failed {
			fails[f.PC] = true
		} else {
			reached[f.PC] = true
		}
	}
	missing := func(want, got []int) []int {
		return slices.DeleteFunc(slices.Sorted(slices.Values(want)), func(pc int) bool { return slices.Contains(got, pc) })
	}
	keys := func(m map[int]bool) []int { return slices.Collect(maps.Keys(m)) }
	wantFails := slices.Collect(maps.Keys(want.fails))
	if pcs := missing(wantFails, keys(fails)); len(pcs) > 0 {
		return "missed failing assertions " + show(pcs)
	}
	// The judge reaches the end of main by returning there.
	delete(want.reached, p.File.Main.Exit)
	if pcs := missing(keys(want.reached), keys(reached)); len(pcs) > 0 {
		return "missed locations " + show(pcs)
	}
	if want.complete {
		if pcs := missing(keys(fails), wantFails); len(pcs) > 0 {
			return "wrong failing assertions " + show(pcs)
		}
		delete(reached, p.File.Main.Exit)
		if pcs := missing(keys(reached), keys(want.reached)); len(pcs) > 0 {
			return "wrong locations " + show(pcs)
		}
	}
	return ""
}

func show(pcs []int) string { return fmt.Sprint(pcs) }
