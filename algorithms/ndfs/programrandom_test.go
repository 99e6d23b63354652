// This file defines the test of random programs against an interpreter that shares no code.

package ndfs_test

import (
	"cmp"
	"context"
	"math/rand/v2"
	"testing"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/algorithms/ndfs"
	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/internal/proof/judge"
	"github.com/ijit/ijit/internal/proof/temporal"
	"github.com/ijit/ijit/internal/show/executions"
	"github.com/ijit/ijit/internal/show/trace"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/parser/ltl"
)

func TestRandomPrograms(t *testing.T) {
	n := campaign.Size(t, 300, 10000)
	r := rand.New(rand.NewPCG(7, 8))
	verdicts, beginnings := map[algorithms.Verdict]int{}, 0
	for i := 0; verdicts[algorithms.Safe]+verdicts[algorithms.Unsafe] < n; i++ {
		cfg := randprog.Default()
		cfg.Initialised = 90
		if i%3 == 0 {
			cfg = randprog.Plain()
		}
		src := randprog.Generate(r, cfg)
		p, err := parser.Parse("random.bp", []byte(src), parser.Post)
		if err != nil {
			t.Fatal(err)
		}
		if len(p.Calls()) > 0 {
			continue
		}
		threads := 1 + r.IntN(3)
		copies := r.IntN(threads + 1) // 0: any number
		atoms := ltl.NewPropositions(p, threads)
		f := programFormula(t, r, p, atoms, threads)
		fair, atomicity := r.IntN(2) == 0, image.Big
		if r.IntN(3) == 0 {
			atomicity = image.Small
		}
		j, err := judge.New(p.File, judge.Small)
		if err != nil {
			continue
		}
		steps := j
		if atomicity == image.Big {
			if steps, err = judge.New(p.File, judge.Big); err != nil {
				t.Fatal(err)
			}
		}
		g := &judged{judge: j, steps: steps, atoms: atoms.List, threads: threads, copies: copies, fair: fair, big: atomicity == image.Big, keys: map[string]uint32{}}
		want := ndfs.Run(g, f, algorithms.NewMeter(context.Background(), 0, nil), nil)
		if g.limit {
			continue // too large for the interpreter
		}
		got := check(t, p, atomicity, ndfs.Question{Threads: threads, Copies: copies, Fair: fair, Formula: f, Atoms: atoms.List})
		verdicts[want.Verdict]++
		if got.Verdict != want.Verdict {
			t.Fatalf("case %d: %v, want %v: %s with %d threads, %d of main, fair %t, atomicity %v\n%s", i, got.Verdict, want.Verdict, atoms.Text(f), threads, copies, fair, atomicity, src)
		}
		if got.Run != nil {
			if err := g.refutes(got.Run, f); err != nil {
				t.Fatalf("case %d: %v: %s with %d threads, %d of main\n%s\n%+v", i, err, atoms.Text(f), threads, copies, src, got.Run)
			}
			shown := executions.Symbolic(trace.NewCode(p, nil), got.Run.Trace, atomicity)
			if shown.Lasso, shown.Loop = got.Run.Loop >= 0, max(got.Run.Loop, 0); !shown.Lasso {
				beginnings++
			}
			claim := temporal.Claim{
				Copies: cmp.Or(copies, -1), Threads: threads, Atomicity: atomicity, Fair: fair, Formula: f, Atoms: atoms.List,
			}
			if err := temporal.Check(context.Background(), shown, p.File, claim); err != nil {
				t.Fatalf("case %d: %v: %s with %d threads, %d of main\n%s", i, err, atoms.Text(f), threads, copies, src)
			}
		}
	}
	t.Log(verdicts, beginnings)
	if beginnings == 0 {
		t.Error("all executions are lassos")
	}
	if verdicts[algorithms.Safe] < n/5 || verdicts[algorithms.Unsafe] < n/5 {
		t.Errorf("too one-sided: %v", verdicts)
	}
}

// programFormula returns a random formula over a few propositions about p.
func programFormula(t *testing.T, r *rand.Rand, p *parser.Program, atoms *ltl.Propositions, threads int) *ltl.Formula {
	f, err := ltl.Parse("random", randprog.Formula(r, p, threads), atoms.Atom)
	if err != nil {
		t.Fatal(err)
	}
	return f
}
