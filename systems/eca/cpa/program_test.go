// This file compares the analyses of Boolean programs with procedure summaries.

package cpa_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/eca/cpa"
	"github.com/ijit/ijit/systems/recursion/bebop"
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

// A countdown is a context that ends when it was asked so many times.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// Values of forty variables are chosen before anything else: 2^40 ways, on which limits are
// looked at, too. What was left undone is not taken for unreachable.
func TestInterrupted(t *testing.T) {
	text := "decl v0"
	for i := range 39 {
		text += fmt.Sprintf(", v%d", i+1)
	}
	text += ";\nvoid main() begin\n  assume(v0 & !v0);\n  assert("
	for i := range 39 {
		text += fmt.Sprintf("v%d | ", i)
	}
	text += "v39);\nend\n"
	_, code, _ := inlined(t, "wide.bp", text)
	for _, analysis := range []string{"value", "region"} {
		r, err := cpa.Check(&countdown{context.Background(), 50}, code, cpa.Options{Analysis: analysis})
		if err != nil || r.Verdict != verdict.Unknown || r.Reason != verdict.Interrupted {
			t.Errorf("%s: %v %v", analysis, r, err)
		}
	}
	for _, analysis := range []string{"bdd", "bdd+value"} {
		r, err := cpa.Check(context.Background(), code, cpa.Options{Analysis: analysis})
		if err != nil || r.Verdict != verdict.Safe {
			t.Errorf("%s: %v %v", analysis, r, err)
		}
	}
}
