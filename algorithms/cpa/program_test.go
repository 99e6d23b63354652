// This file compares the analyses of Boolean programs with procedure summaries.

package cpa_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ijit/ijit/algorithms/bebop"
	"github.com/ijit/ijit/algorithms/cpa"
	"github.com/ijit/ijit/internal/campaign"
	"github.com/ijit/ijit/internal/randprog"
	"github.com/ijit/ijit/parser"
)

// inlined returns a program as written and without calls; nil if they cannot be inlined.
func inlined(t testing.TB, name, text string) (p, code *parser.Program, written func(int) int) {
	p, err := parser.Parse(name, []byte(text), parser.Post)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if p.Direct() {
		return p, p, func(pc int) int { return pc }
	}
	in, err := p.Inline(1 << 12)
	if e := (*parser.InlineError)(nil); errors.As(err, &e) {
		return p, nil, nil
	} else if err != nil {
		t.Fatal(err)
	}
	return p, in.Program, in.Written
}

// failing returns the assertions that can fail, according to summaries.
func failing(t testing.TB, p *parser.Program, text string) []int {
	r, err := bebop.Check(context.Background(), p, bebop.Options{All: true})
	if err != nil || !r.Complete {
		t.Fatalf("%v %v\n%s", err, r, text)
	}
	var pcs []int
	for _, f := range r.Findings {
		pcs = append(pcs, f.PC)
	}
	slices.Sort(pcs)
	return pcs
}

// All analyses find the assertions that procedure summaries find, each with an execution.
func TestRandomPrograms(t *testing.T) {
	cfg := randprog.Sequential()
	cfg.Recursive, cfg.Shared, cfg.Locals = false, 3, 2
	unsafe, safe := 0, 0
	for seed := range uint64(campaign.Size(t, 100, 5000)) {
		text := randprog.Generate(rand.New(rand.NewPCG(seed, 16)), cfg)
		p, code, written := inlined(t, "random.bp", text)
		if code == nil {
			continue
		}
		want := failing(t, p, text)
		if len(want) > 0 {
			unsafe++
		} else {
			safe++
		}
		for _, analysis := range cpa.Names() {
			r, err := cpa.Check(context.Background(), code, cpa.Options{Analysis: analysis, All: true})
			if err != nil {
				t.Fatal(err)
			}
			if !r.Complete {
				t.Fatalf("seed %d, %s: %v %s %s\n%s", seed, analysis, r.Verdict, r.Reason, r.Detail, text)
			}
			var got []int
			for _, f := range r.Findings {
				got = append(got, written(f.PC))
			}
			slices.Sort(got)
			if got = slices.Compact(got); !slices.Equal(got, want) {
				t.Fatalf("seed %d, %s: assertions %v fail, want %v\n%s", seed, analysis, got, want, text)
			}
		}
	}
	if unsafe < 10 || safe < 10 {
		t.Errorf("%d programs err and %d do not", unsafe, safe)
	}
}
