// This file defines the tests of the generator: every program is legal, and
// enough of them are interesting.

package randprog

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/ijit/ijit/internal/proof/judge"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/parser"
)

func parse(t interface{ Fatalf(string, ...any) }, text string) *parser.File {
	f, err := parser.ParseFile("random.bp", []byte(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return f
}

func explore(t interface{ Fatalf(string, ...any) }, text string, mode judge.Mode, copies, bound, limit int) judge.Result {
	j, err := judge.New(parse(t, text), mode)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return j.WithDepth(4).Explore(context.Background(), copies, bound, limit)
}

func configs() map[string]Config {
	return map[string]Config{"default": Default(), "plain": Plain(), "calls": Calls(), "sequential": Sequential(), "concurrent": Concurrent(), "starting": Starting()}
}

func TestGeneratedProgramsAreLegal(t *testing.T) {
	for name, cfg := range configs() {
		t.Run(name, func(t *testing.T) {
			for seed := range uint64(campaign.Size(t, 40, 10_000)) {
				parse(t, Generate(rand.New(rand.NewPCG(seed, 0)), cfg))
			}
		})
	}
}

func TestRapidProgramsAreLegal(t *testing.T) {
	for name, cfg := range configs() {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) { parse(t, Programs(cfg).Draw(t, "program")) })
		})
	}
}

func TestSameDecisionsSameProgram(t *testing.T) {
	for seed := range uint64(20) {
		a := Generate(rand.New(rand.NewPCG(seed, 1)), Default())
		b := Generate(rand.New(rand.NewPCG(seed, 1)), Default())
		if a != b {
			t.Fatalf("seed %d:\n%s\n%s", seed, a, b)
		}
	}
}

// zeros is the source of the smallest choices.
type zeros struct{}

func (zeros) IntN(int) int { return 0 }

func TestTheSmallestProgram(t *testing.T) {
	const want = `
void main() begin
    assert(0);
    skip;
    skip;
    skip;
    skip;
end
`
	if got := Generate(zeros{}, Default()); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// The proportions that Default promises. The numbers are far enough from the
// measured ones that only a change of the generator can break them.
func TestDefaultIsBalanced(t *testing.T) {
	programs := campaign.Size(t, 60, 2000)
	for _, start := range []struct{ copies, bound int }{{1, 3}, {2, 3}} {
		errs, trivial, large := 0, 0, 0
		var states []int
		for seed := range uint64(programs) {
			text := Generate(rand.New(rand.NewPCG(seed, 2)), Default())
			got := explore(t, text, judge.Big, start.copies, start.bound, 20_000)
			states = append(states, got.States)
			if got.Error {
				errs++
			}
			if !got.Complete {
				large++
			}
			if got.States < 10 {
				trivial++
			}
		}
		slices.Sort(states)
		t.Logf("from %d copies: of %d programs %d err, %d have fewer than 10 states, %d more than 20000; median %d, 9th decile %d",
			start.copies, programs, errs, trivial, large, states[programs/2], states[programs*9/10])
		if errs*10 < programs*3 || errs*10 > programs*7 {
			t.Errorf("from %d copies %d of %d programs err, want 30 to 70%%", start.copies, errs, programs)
		}
		if trivial*5 > programs*2 {
			t.Errorf("from %d copies %d of %d programs are trivial", start.copies, trivial, programs)
		}
		if large*20 > programs {
			t.Errorf("from %d copies %d of %d programs have too many states", start.copies, large, programs)
		}
	}
}

// So many programs with calls err, are recursive and are small enough to be
// explored.
func TestCallsAreBalanced(t *testing.T) {
	const programs = 200
	for name, cfg := range map[string]Config{"calls": Calls(), "sequential": Sequential()} {
		errs, cut, large := 0, 0, 0
		for seed := range uint64(programs) {
			text := Generate(rand.New(rand.NewPCG(seed, 9)), cfg)
			bound := 2
			if name == "sequential" {
				bound = 1
			}
			got := explore(t, text, judge.Big, 1, bound, 20_000)
			switch {
			case !got.Complete:
				large++
			case got.Cut:
				cut++
			}
			if got.Error {
				errs++
			}
		}
		t.Logf("%s: of %d programs %d err, %d are recursive without bound, %d have more than 20000 states", name, programs, errs, cut, large)
		if errs*10 < programs*3 || errs*10 > programs*7 {
			t.Errorf("%s: %d of %d programs err, want 30 to 70%%", name, errs, programs)
		}
		if large*10 > programs {
			t.Errorf("%s: %d of %d programs have too many states", name, large, programs)
		}
		if want := name == "sequential"; want != (cut*10 > programs*2) || !want && cut > 0 {
			t.Errorf("%s: %d of %d programs are recursive", name, cut, programs)
		}
	}
}

// Every feature occurs, and none that is switched off.
func TestFeatures(t *testing.T) {
	count := func(cfg Config) map[string]int {
		features := map[string]int{}
		for seed := range uint64(300) {
			f := parse(t, Generate(rand.New(rand.NewPCG(seed, 3)), cfg))
			countFeatures(f, features)
		}
		return features
	}
	all := []string{
		"skip", "assign", "passive", "constrain", "discard", "dead", "assume", "assert", "goto", "goto several",
		"if", "elsif", "else", "lone goto", "while", "start goto", "start procedure", "start with arguments",
		"end_thread", "atomic_begin", "atomic block", "nested section", "wait", "signal", "broadcast", "return",
		"enforce", "shadow", "initialised",
	}
	got := count(Default())
	for _, feature := range all {
		if got[feature] == 0 {
			t.Errorf("%s never occurs", feature)
		}
	}
	for feature := range got {
		if !slices.Contains(all, feature) {
			t.Errorf("%s is not in the list of this test", feature)
		}
	}
	calls := []string{"call", "call with arguments", "several return values", "call in a section", "nested call",
		"return of nothing"}
	recursive := []string{"call of main", "call of itself"}
	threads := []string{"start goto", "start procedure", "start with arguments", "end_thread", "atomic_begin", "wait",
		"signal", "broadcast", "passive"}
	threaded, sequential := count(Calls()), count(Sequential())
	for _, feature := range slices.Concat(all, calls) {
		if threaded[feature] == 0 {
			t.Errorf("%s never occurs with calls", feature)
		}
	}
	for _, feature := range slices.Concat(calls, recursive) {
		if feature != "call in a section" && sequential[feature] == 0 {
			t.Errorf("%s never occurs in sequential programs", feature)
		}
		if slices.Contains(recursive, feature) && threaded[feature] > 0 {
			t.Errorf("%s occurs without recursion", feature)
		}
	}
	for _, feature := range threads {
		if sequential[feature] > 0 {
			t.Errorf("%s occurs in sequential programs", feature)
		}
	}
	plain := count(Plain())
	for _, feature := range []string{"passive", "discard", "dead", "while", "start procedure", "atomic block",
		"wait", "signal", "broadcast", "return", "enforce", "shadow"} {
		if plain[feature] > 0 {
			t.Errorf("%s occurs although it is switched off", feature)
		}
	}
}

func countFeatures(f *parser.File, features map[string]int) {
	for _, p := range f.Procs {
		if p.Enforce != nil {
			features["enforce"]++
		}
		for _, v := range p.Locals {
			if v.Init != parser.InitAny {
				features["initialised"]++
			}
			if slices.ContainsFunc(f.Globals, func(g *parser.Var) bool { return g.Name == v.Name }) {
				features["shadow"]++
			}
		}
		eachStmt(p.Body, func(s *parser.Stmt) { countStmt(s, features) })
	}
}

func countStmt(s *parser.Stmt, features map[string]int) {
	switch op := s.Op.(type) {
	case *parser.Skip:
		features["skip"]++
	case *parser.Assign:
		features["assign"]++
		if op.Constrain != nil {
			features["constrain"]++
		}
		for _, r := range op.Lhs {
			if r.Var == nil {
				features["discard"]++
			}
			if r.Passive {
				features["passive"]++
			}
		}
	case *parser.Dead:
		features["dead"]++
	case *parser.Assume:
		features["assume"]++
	case *parser.Assert:
		features["assert"]++
	case *parser.Goto:
		features["goto"]++
		if len(op.Targets) > 1 {
			features["goto several"]++
		}
		if s.PC < 0 {
			features["lone goto"]++
		}
	case *parser.If:
		features["if"]++
		if len(op.Arms) > 1 {
			features["elsif"]++
		}
		if op.HasElse {
			features["else"]++
		}
	case *parser.While:
		features["while"]++
	case *parser.StartThread:
		switch {
		case op.Target != nil:
			features["start goto"]++
		case len(op.Args) > 0:
			features["start with arguments"]++
		default:
			features["start procedure"]++
		}
	case *parser.EndThread:
		features["end_thread"]++
	case *parser.AtomicBegin:
		features["atomic_begin"]++
	case *parser.Atomic:
		features["atomic block"]++
		if s.Section != nil {
			features["nested section"]++
		}
	case *parser.Wait:
		features["wait"]++
	case *parser.Signal:
		features["signal"]++
	case *parser.Broadcast:
		features["broadcast"]++
	case *parser.Return:
		features["return"]++
		if s.Proc.Returns > 0 && len(op.Values) == 0 {
			features["return of nothing"]++
		}
	case *parser.Call:
		features["call"]++
		if len(op.Args) > 0 {
			features["call with arguments"]++
		}
		if len(op.Lhs) > 1 {
			features["several return values"]++
		}
		if s.Section != nil {
			features["call in a section"]++
		}
		switch op.Proc.Name {
		case "main":
			features["call of main"]++
		case s.Proc.Name:
			features["call of itself"]++
		}
		if s.Proc.Name != "main" {
			features["nested call"]++
		}
	}
}
