// This file tests formulas about infinite executions against a search of the states, and
// executions that go round for ever against the judge.

package threads_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/algorithms/ndfs"
	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/converter"
	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/internal/proof/temporal"
	"github.com/ijit/ijit/internal/show/executions"
	"github.com/ijit/ijit/internal/show/trace"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/parser/ltl"
	"github.com/ijit/ijit/systems/circuits/bmc"
	"github.com/ijit/ijit/systems/circuits/bmc/threads"
)

// proposition returns a random one about a program.
func proposition(r *rand.Rand, p *parser.Program, n int) string {
	thread := fmt.Sprintf("t%d", 1+r.IntN(n))
	if locals := p.File.Main.Locals; len(locals) > 0 && r.IntN(3) == 0 {
		return thread + "." + locals[r.IntN(len(locals))].Name
	}
	var labels []string
	for _, x := range p.Nodes {
		if x.Stmt != nil && x.Stmt.PC == x.PC {
			for _, l := range x.Stmt.Labels {
				labels = append(labels, l.Name)
			}
		}
	}
	if len(labels) > 0 && r.IntN(2) == 0 {
		if r.IntN(2) == 0 {
			thread = "some"
		}
		return thread + "@" + labels[r.IntN(len(labels))]
	}
	globals := p.File.Globals
	return globals[r.IntN(len(globals))].Name
}

// formula returns a random formula about a program.
func formula(r *rand.Rand, p *parser.Program, n, depth int) string {
	sub := func() string { return formula(r, p, n, depth-1) }
	if depth == 0 {
		return proposition(r, p, n)
	}
	switch r.IntN(8) {
	case 0:
		return "!(" + sub() + ")"
	case 1:
		return "(" + sub() + " & " + sub() + ")"
	case 2:
		return "(" + sub() + " | " + sub() + ")"
	case 3:
		return "X (" + sub() + ")"
	case 4:
		return "F (" + sub() + ")"
	case 5:
		return "G (" + sub() + ")"
	case 6:
		return "(" + sub() + " U " + sub() + ")"
	}
	return "O (" + sub() + ")"
}

// TestInfinite compares on random programs and formulas.
func TestInfinite(t *testing.T) {
	counts := map[string]int{}
	for seed := range uint64(campaign.Size(t, 100, 10000)) {
		r := rand.New(rand.NewPCG(seed, 10))
		cfg := randprog.Default()
		cfg.Statements = 8
		q := question{name: fmt.Sprintf("random%d", seed), threads: 1 + r.IntN(3), small: r.IntN(3) == 0}
		q.text = randprog.Generate(r, cfg)
		p, err := parser.Parse(q.name+".bp", []byte(q.text), parser.Post)
		if err != nil {
			t.Fatal(err)
		}
		if len(p.File.Globals) == 0 {
			continue
		}
		props := ltl.NewPropositions(p, q.threads)
		text := formula(r, p, q.threads, 1+r.IntN(3))
		f, err := ltl.Parse("", text, props.Atom)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		fair := r.IntN(2) == 0
		atomicity := image.Big
		if q.small {
			atomicity = image.Small
		}
		m := algorithms.NewMeter(t.Context(), 0, nil)
		want := ndfs.Check(ndfs.Question{
			System: converter.NewJIT(image.New(p, atomicity, nil)), Program: p, Threads: q.threads, Copies: 1, Fair: fair, Formula: f, Atoms: props.List,
		}, m, func(s ndfs.Stats) {
			if s.States > 300 {
				m.Fail(algorithms.Bound)
			}
		})
		if want.Verdict == algorithms.Unknown {
			continue
		}
		o := q.options(p)
		o.Infinite, o.Fair = true, fair
		s, err := threads.New(p, o)
		if unsupported := (*threads.UnsupportedError)(nil); errors.As(err, &unsupported) {
			counts["unsupported"]++
			continue
		} else if err != nil {
			t.Fatal(err)
		}
		g := ltl.Map(f, func(atom int) *ltl.Formula { return ltl.Atom(int(s.Proposition(&props.List[atom]))) })
		bound := 15
		found := bmc.Check(t.Context(), s.Circuit, g, bmc.Options{Bound: bound})
		describe := func() string { return fmt.Sprintf("%v, fair %v: %s\n%s", q, fair, text, q.text) }
		if found.Run == nil {
			if want.Verdict == algorithms.Unsafe && (found.Verdict == verdict.Safe || len(want.Run.Steps) < bound) {
				t.Fatalf("%s\nthere is no run of bound %d, but one of %d steps", describe(), bound, len(want.Run.Steps))
			}
			counts["none"]++
			continue
		}
		if want.Verdict == algorithms.Safe {
			t.Fatalf("%s\nthere is a run, but the formula holds", describe())
		}
		if _, err := aig.Replay(s.Circuit, found.Run); err != nil {
			t.Fatalf("%s\n%v", describe(), err)
		}
		x := s.Execution(found.Run)
		shown := executions.Symbolic(trace.NewCode(p, nil), x.Trace, atomicity)
		kind := "finite"
		if found.Run.Loop >= 0 {
			kind, shown.Lasso, shown.Loop = "lasso", true, x.Loop
		}
		counts[kind]++
		err = temporal.Check(t.Context(), shown, p.File, temporal.Claim{
			Copies: 1, Threads: q.threads, Atomicity: atomicity, Fair: fair, Formula: f, Atoms: props.List,
		})
		if err != nil {
			t.Fatalf("%s\n%v", describe(), err)
		}
	}
	t.Log(counts)
	if counts["none"] == 0 || counts["lasso"] == 0 || counts["finite"] == 0 {
		t.Error("not all answers occur")
	}
}
