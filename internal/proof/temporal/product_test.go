// This file defines tests of ranks: they show what holds, and nothing shows what does not.

package temporal_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/algorithms/ndfs"
	"github.com/ijit/ijit/converter"
	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/internal/proof/temporal"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/parser/ltl"
)

// TestRanks compares ranks with a search for accepting cycles that has another automaton, on random programs and formulas: there are
// ranks if and only if there is no counterexample and the bound refuses nobody, the check accepts them, without one of their pairs it
// does not, and where there is a counterexample it accepts no ranks at all.
func TestRanks(t *testing.T) {
	counts := map[string]int{}
	for seed := range uint64(campaign.Size(t, 150, 10000)) {
		r := rand.New(rand.NewPCG(seed, 31))
		cfg := randprog.Default()
		cfg.Initialised = 90
		switch seed % 4 {
		case 0:
			cfg = randprog.Plain()
		case 1:
			cfg = randprog.Calls()
		}
		text := randprog.Generate(r, cfg)
		p, err := parser.Parse("random.bp", []byte(text), parser.Both)
		if err != nil {
			t.Fatal(err)
		}
		run, inlined := p, (*parser.Inlined)(nil)
		if len(p.Calls()) > 0 {
			if inlined, err = p.Inline(1 << 12); err != nil {
				continue
			}
			run = inlined.Program
		}
		q := proof.Question{Asks: proof.Formula, Initial: "one", Atomic: proof.Big, Threads: 1 + r.IntN(3), Fair: r.IntN(2) == 0, Formula: randprog.Formula(r, p, 2)}
		copies := 1
		if q.Threads > 1 && r.IntN(4) == 0 {
			q.Initial, copies = "2", 2
		}
		atomicity := image.Big
		if r.IntN(3) == 0 {
			q.Atomic, atomicity = proof.Small, image.Small
		}
		written := ltl.NewPropositions(p, q.Threads)
		f, err := ltl.Parse("formula", q.Formula, written.Atom)
		if err != nil {
			continue // about thread 2, where there is one
		}
		atoms := written
		if inlined != nil {
			atoms = ltl.InlinedPropositions(inlined, q.Threads)
			if _, err := ltl.Parse("formula", q.Formula, atoms.Atom); err != nil {
				t.Fatal(err)
			}
		}
		found := ndfs.Check(ndfs.Question{
			System: converter.NewJIT(image.New(run, atomicity, nil)), Program: run, Inlined: inlined, Threads: q.Threads, Copies: copies, Fair: q.Fair, Formula: f, Atoms: atoms.List,
		}, algorithms.NewMeter(t.Context(), 0, nil), nil)
		claim := temporal.Claim{Copies: copies, Threads: q.Threads, Atomicity: atomicity, Fair: q.Fair, Formula: f, Atoms: written.List}
		product, err := temporal.Prove(t.Context(), p.File, claim)
		check := func(e *proof.Product) error {
			return temporal.CheckDocument(t.Context(), p.File, &proof.Document{Question: q, Verdict: proof.Safe, Evidence: proof.Evidence{Product: e}})
		}
		rejected := func(err error) bool {
			_, is := errors.AsType[*proof.Rejected](err)
			return is
		}
		fatal := func(why string) {
			t.Fatalf("seed %d: %s: %s with %+v: the search says %v, %t, ranks %v\n%s", seed, why, q.Formula, q, found.Verdict, found.Cut, err, text)
		}
		switch {
		case errors.Is(err, temporal.ErrTooLarge):
			counts["too large"]++
		case rejected(err):
			if !found.Cut && found.Verdict == algorithms.Safe {
				fatal("no thread was refused")
			}
			counts["refused"]++
		case (err == nil) != (found.Verdict == algorithms.Safe):
			fatal("they differ")
		case err != nil && !strings.Contains(err.Error(), "does not hold"):
			fatal("no counterexample")
		case err == nil:
			if err := check(product); err != nil {
				fatal(err.Error())
			}
			counts["proved"]++
			if i := r.IntN(max(1, len(product.Pairs))); len(product.Pairs) > 0 && len(product.Pairs[i].At) > 0 {
				at := &product.Pairs[i].At
				k := r.IntN(len(*at))
				if *at = slices.Delete(*at, k, k+1); !rejected(check(product)) {
					fatal("a pair is missing")
				}
				counts["incomplete"]++
			}
		default:
			for range 3 {
				if forged := temporal.Forge(t.Context(), r, p.File, claim); forged != nil {
					if !rejected(check(forged)) {
						fatal("forged ranks are accepted")
					}
					counts["forged"]++
				}
			}
		}
	}
	t.Log(counts)
	for _, kind := range []string{"proved", "incomplete", "forged", "refused"} {
		if counts[kind] == 0 {
			t.Errorf("there is none that is %s", kind)
		}
	}
}

// TestStops proves a formula of which there are exponentially many valuations: what does not fit is said, and a context ends it.
func TestStops(t *testing.T) {
	p, err := parser.Parse("x.bp", []byte("decl x := 0; void main() begin l: x := 0; goto l; end"), parser.Both)
	if err != nil {
		t.Fatal(err)
	}
	atoms := ltl.NewPropositions(p, 1)
	f, err := ltl.Parse("formula", "!("+strings.Repeat("F X ", 30)+"x)", atoms.Atom)
	if err != nil {
		t.Fatal(err)
	}
	claim := temporal.Claim{Copies: 1, Threads: 1, Formula: f, Atoms: atoms.List}
	if _, err := temporal.Prove(t.Context(), p.File, claim); !errors.Is(err, temporal.ErrTooLarge) {
		t.Errorf("it is not too large: %v", err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	q := proof.Question{Asks: proof.Formula, Initial: "one", Atomic: proof.Big, Threads: 1, Formula: "!(" + strings.Repeat("F X ", 30) + "x)"}
	for _, ctx := range []context.Context{ended, t.Context()} {
		err := temporal.CheckDocument(ctx, p.File, &proof.Document{Question: q, Verdict: proof.Safe, Evidence: proof.Evidence{Product: &proof.Product{
			Parts: parts(f), Omits: []int{0}, Pairs: []proof.Pairs{},
		}}})
		if _, rejected := errors.AsType[*proof.Rejected](err); rejected == (ctx == ended) {
			t.Errorf("%v", err)
		}
	}
}

// parts lists the parts of the negation of a formula about x.
func parts(f *ltl.Formula) (list []string) {
	for _, p := range ltl.Subformulas(ltl.Not(f)) {
		list = append(list, p.Text(func(int) string { return "x" }))
	}
	return list
}
