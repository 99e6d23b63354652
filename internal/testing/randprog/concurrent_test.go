// This file tests the generator of programs that are concurrent by convention.

package randprog

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ijit/ijit/internal/proof/judge"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/parser"
)

func TestConcurrentIsBalanced(t *testing.T) {
	programs := campaign.Size(t, 60, 2000)
	least := map[int]int{}
	unsafe, cut, large, trivial := 0, 0, 0, 0
	for seed := range uint64(programs) {
		text := Generate(rand.New(rand.NewPCG(seed, 11)), Concurrent())
		f := parse(t, text)
		j, err := judge.New(f, judge.Small)
		if err != nil {
			t.Fatal(err)
		}
		label := ""
		if strings.Contains(text, ErrorLabel) {
			label = ErrorLabel
		}
		got, err := j.WithDepth(4).Switches(context.Background(), label, 4, 20_000)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		least[got.Least]++
		if got.Least >= 0 {
			unsafe++
		}
		if got.Cut {
			cut++
		}
		if !got.Complete {
			large++
		}
		if got.States < 20 {
			trivial++
		}
	}
	t.Logf("of %d programs %d are unsafe (%v), %d are cut, %d have more than 20000 states, %d fewer than 20", programs, unsafe, least, cut, large, trivial)
	if unsafe*10 < programs*4 || unsafe*10 > programs*6 {
		t.Errorf("%d of %d programs are unsafe, want 40 to 60%%", unsafe, programs)
	}
	if late := least[1] + least[2] + least[3] + least[4]; late*10 < programs*2 {
		t.Errorf("%d of %d programs need a switch", late, programs)
	}
	if large*20 > programs {
		t.Errorf("%d of %d programs have too many states", large, programs)
	}
}

// Each program has threads by convention and something that should not happen, and
// all that can be in such a program occurs.
func TestConcurrentFeatures(t *testing.T) {
	features := map[string]int{}
	for seed := range uint64(500) {
		text := Generate(rand.New(rand.NewPCG(seed, 12)), Concurrent())
		f := parse(t, text)
		if n := len(f.Threads); n < 2 || n > 3 || len(f.Globals) > 4 || len(f.Warnings) > 0 {
			t.Fatalf("%d threads, %d globals, %v\n%s", n, len(f.Globals), f.Warnings, text)
		}
		if !strings.Contains(text, ErrorLabel) && !strings.Contains(text, "assert") {
			t.Fatalf("nothing can go wrong in\n%s", text)
		}
		countConvention(f, features)
		for _, p := range f.Procs {
			if !f.IsStarter(p) {
				eachStmt(p.Body, func(s *parser.Stmt) { countStmt(s, features) })
			}
		}
	}
	for _, feature := range []string{
		"three threads", "main as a thread", "init", "no init", "atomic", "no atomic", "atomic := 1", "atomic := 0", "label",
		"label in a procedure", "assert", "assume", "call", "call of itself", "nested call", "call in a section",
		"several return values", "atomic_begin", "atomic block", "if", "while", "goto", "return", "constrain",
	} {
		if features[feature] < 3 {
			t.Errorf("%s occurs %d times", feature, features[feature])
		}
	}
	for _, feature := range []string{"start goto", "start procedure", "start with arguments", "end_thread", "passive", "wait", "signal", "broadcast"} {
		if features[feature] > 0 {
			t.Errorf("%s occurs", feature)
		}
	}
}

// countConvention counts what only programs that are concurrent by convention have.
func countConvention(f *parser.File, features map[string]int) {
	count := func(feature string, is bool) {
		if is {
			features[feature]++
		}
	}
	count("three threads", len(f.Threads) == 3)
	count("main as a thread", slices.ContainsFunc(f.Threads, func(p *parser.Proc) bool { return p.Name == "main" }))
	count("init", f.Init != nil)
	count("no init", f.Init == nil)
	count("atomic", f.Atomic != nil)
	count("no atomic", f.Atomic == nil)
	for _, p := range f.Procs {
		eachStmt(p.Body, func(s *parser.Stmt) {
			if a, ok := s.Op.(*parser.Assign); ok && len(a.Lhs) == 1 && a.Lhs[0].Var != nil && a.Lhs[0].Var == f.Atomic {
				lit := a.Rhs[0].(*parser.Lit)
				count("atomic := 1", lit.Value)
				count("atomic := 0", !lit.Value && p != f.Init)
			}
			for _, l := range s.Labels {
				count("label", l.Name == ErrorLabel)
				count("label in a procedure", l.Name == ErrorLabel && !slices.Contains(f.Threads, p))
			}
		})
	}
}
