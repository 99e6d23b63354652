// This file tests the check of thread-modular proofs against the judge.

package diagrams

import (
	"context"
	"errors"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/internal/proof/judge"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/recursion/contextbound"
	"github.com/ijit/ijit/systems/recursion/contextbound/schedule"
)

// modularOf returns a thread-modular proof as it is written.
func modularOf(inv *contextbound.Invariant) *proof.Summaries {
	e := &proof.Summaries{Nodes: inv.Nodes, At: map[string]string{}, Returns: map[string]string{}, Others: inv.Others}
	mark := map[bool]string{true: proof.InsideMark}
	for x, edge := range inv.At {
		e.At[strconv.Itoa(x.PC)+mark[x.Inside]] = edge
	}
	for x, edge := range inv.Returns {
		e.Returns[x.Name+mark[x.Inside]] = edge
	}
	return e
}

// calledInside reports whether a thread cannot be interrupted where it has called from.
func (s *summaries) calledInside(t judge.Thread) bool {
	for _, f := range t.Callers {
		if !s.free(f.PC) {
			return true
		}
	}
	return false
}

// isStarter reports whether a thread is what starts the threads of the program.
func (s *summaries) isStarter(t judge.Thread) bool {
	pc := t.PC
	if len(t.Callers) > 0 {
		pc = t.Callers[0].PC
	}
	return pc >= s.File.Main.Entry
}

// TestInterference checks the thread-modular proofs of random programs, damaged ones, and
// those of programs that differ in a statement. Where rounds need no more than such a proof, there is one. Whatever is accepted has all that
// the judge reaches, for some depth of calls, and no error.
func TestInterference(t *testing.T) {
	ctx := context.Background()
	n, proved := tally{}, 0
	for seed := range uint64(campaign.Size(t, 10, 3000)) {
		rng := rand.New(rand.NewPCG(seed, 51))
		cfg := randprog.Concurrent()
		cfg.Statement.Assert = int(seed % 2)
		cfg.ErrorLabel = 0
		if seed%5 == 4 {
			cfg.Enforce = 50
		}
		text := randprog.Generate(rng, cfg)
		program, err := parser.Parse("random.bp", []byte(text), 0)
		if err != nil {
			t.Fatal(err)
		}
		file := program.File
		r, err := contextbound.CheckRounds(ctx, program, "", contextbound.RoundOptions{Most: 1})
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		inv, err := contextbound.Prove(ctx, program, "", 0)
		if err != nil {
			t.Fatal(err)
		}
		complete := r.Verdict == algorithms.Safe && r.Complete
		if inv == nil && complete {
			t.Fatalf("seed %d: no proof\n%s", seed, text)
		}
		j, err := judge.New(file, judge.Small)
		if err != nil {
			t.Fatal(err)
		}
		twice, err := schedule.WithThreads(program, append(file.Threads, file.Threads...))
		if err != nil {
			t.Fatal(err)
		}
		copies, err := judge.New(twice.File, judge.Small)
		if err != nil {
			t.Fatal(err)
		}
		candidates := []*proof.Summaries{nil} // then those that need not be right
		if inv != nil {
			proved++
			candidates[0] = modularOf(inv)
			for range 4 {
				candidates = append(candidates, damaged(rng, candidates[0]))
			}
		}
		for range 6 {
			other := changedProgram(rng, text)
			if other == nil || other.File.NumPCs != file.NumPCs {
				continue
			}
			if inv, err := contextbound.Prove(ctx, other, "", 0); err == nil && inv != nil {
				candidates = append(candidates, modularOf(inv))
			}
		}
		for i, e := range candidates {
			if e == nil {
				continue
			}
			q := proof.Question{Asks: proof.Assertions, Initial: "one", Atomic: proof.Small, Copies: true}
			p := asked(t, file, &q)
			s, err := newSummaries(ctx, p, e)
			if err == nil {
				err = s.check()
			}
			if _, refused := errors.AsType[*proof.Rejected](err); err != nil && (!refused || i == 0) {
				t.Fatalf("seed %d: %v\n%s\n%+v", seed, err, text, e)
			}
			if err != nil {
				n[[2]bool{false, false}]++
				continue
			}
			n[[2]bool{true, true}]++
			for _, j := range []*judge.Judge{j, copies} {
				found := j.WithDepth(4).Walk(ctx, 1, 0, 1000, func(c judge.Config, depth int) {
					for k, x := range c.Threads {
						if c.Inside >= 0 && c.Inside != k || j == copies && s.isStarter(x) || t.Failed() {
							continue // others stand still, and what starts copies is not in the program
						}
						if !s.has(point{x.PC, s.calledInside(x)}, c.Shared, x.Locals) {
							t.Errorf("seed %d: %v is reached, but not in the set\n%s\n%+v", seed, c, text, e)
						}
					}
				})
				if len(found.Properties) > 0 {
					t.Errorf("seed %d: accepted, but %v fail\n%s", seed, found.Properties, text)
				}
			}
			if t.Failed() {
				return
			}
		}
	}
	t.Logf("%d proofs", proved)
	n.enough(t, 20)
}

// TestInterferenceByHand: proofs in which threads leave behind what others do not go on with
// are none. Of the edges, 1 says that x is 1.
func TestInterferenceByHand(t *testing.T) {
	for _, globals := range []string{"x := 0", "x := 0, atomic := 0"} {
		for _, test := range []struct {
			name, text string
			others     string
			at         []string // by program counter
			wrong      string
		}{
			{"a thread leaves behind what is not among it", "thread1() begin assert(!x); end void thread2() begin x := 1; end",
				"-1", []string{"-1", "-1", "-1", "1", "-1", "-1", "-1"}, "leaves behind what others do not go on with"},
			{"a thread does not go on with what is left behind", "thread1() begin assume(!x); assert(!x); end void thread2() begin x := 1; end",
				"0", []string{"0", "-1", "0", "0", "0", "0", "0", "0"}, "does not go on with all that others leave behind"},
			{"a thread does not begin with what is left behind", "thread1() begin assert(!x); end void thread2() begin x := 1; end",
				"0", []string{"-1", "-1", "0", "0", "0", "0", "0"}, "the beginning of thread1"},
			{"a thread ends inside of a section", "thread1() begin assert(!x); end void thread2() begin atomic { x := 1; end_thread; } end",
				"-1", []string{"-1", "-1", "-1", "-1", "1", "-0", "-0", "-1", "-1", "-1"}, "leaves behind what others do not go on with"},
			{"all is well", "thread1() begin assume(x); assert(x); end void thread2() begin skip; end",
				"-1", []string{"-1", "-0", "-0", "-1", "-1", "-1", "-1", "-1"}, ""},
		} {
			program, err := parser.Parse("by-hand.bp", []byte("decl "+globals+"; void "+test.text), 0)
			if err != nil {
				t.Fatal(err)
			}
			e := &proof.Summaries{Nodes: []string{"1 -0 0"}, At: map[string]string{}, Returns: map[string]string{}, Others: test.others}
			for pc, edge := range test.at {
				e.At[strconv.Itoa(pc)] = edge
			}
			d := &proof.Document{
				Schema: proof.Schema, Model: proof.Model{Kind: proof.Program}, Verdict: proof.Safe, Evidence: proof.Evidence{Summaries: e},
				Question: proof.Question{Asks: proof.Assertions, Initial: "one", Atomic: proof.Big, Copies: true},
			}
			err = checked(t, program.File, d)
			if test.wrong == "" && err != nil || test.wrong != "" && (err == nil || !strings.Contains(err.Error(), test.wrong)) {
				t.Errorf("%s, %s: %v", test.name, globals, err)
			}
		}
	}
}
